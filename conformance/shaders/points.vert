/* SPDX-License-Identifier: MIT */

/* Draws what each vertex read, as one point. vulkan.c removes the attributes
 * that a pipeline lacks: it makes zeros of them. After a change, run
 * shaders/generate.
 */

#version 450

#define EACH_LOCATION(ACTION) \
   ACTION(0) ACTION(1) ACTION(2) ACTION(3) \
   ACTION(4) ACTION(5) ACTION(6) ACTION(7) \
   ACTION(8) ACTION(9) ACTION(10) ACTION(11) \
   ACTION(12) ACTION(13) ACTION(14) ACTION(15)

#define DECLARE(n) layout(location = n) in uvec4 a##n;
EACH_LOCATION(DECLARE)

/* struct point_uniforms */
layout(push_constant) uniform Uniforms {
   uint slot;
   uint width;
   uint first_vertex;
   uint first_instance;
   uint add_vertex;
   uint add_instance;
   uint show;
   uint tag;
   uint columns;
   uint rows;
} u;

#ifdef RESOURCES
layout(set = 0, binding = 0, r32ui) uniform readonly uimage2D image0;
layout(set = 0, binding = 1, r32ui) uniform readonly uimage2D image1;
layout(set = 0, binding = 2) uniform usamplerBuffer texels2;
layout(set = 0, binding = 3, r32ui) uniform readonly uimageBuffer texels3;
#endif

/* PanVK shades vertices by index if no point has a size. */
layout(constant_id = 0) const bool sized = true;

layout(location = 0) flat out uvec4 color;

uint hash = 2166136261u;
/* Not const, because vulkan.c needs a variable of this type. */
uvec4 shown = uvec4(0);

void
fold(uint value)
{
   hash = (hash ^ value) * 16777619u;
}

void
read(uint number, uvec4 value)
{
   fold(value.x);
   fold(value.y);
   fold(value.z);
   fold(value.w);
   if (u.show == number)
      shown = value;
}

#ifdef RESOURCES
void
read_resource(uint number, uint value)
{
   fold(value);
   if (u.show == number)
      shown = uvec4(value, 0, 0, 1);
}
#endif

void
main()
{
   uint vertex = uint(gl_VertexIndex) + u.add_vertex;
   uint instance = uint(gl_InstanceIndex) + u.add_instance;
   uint slot = u.slot + (instance - u.first_instance) * u.width +
               (vertex - u.first_vertex);
   uvec2 place = uvec2(slot % u.columns, slot / u.columns);

#define READ(n) read(1 + n, a##n);
   EACH_LOCATION(READ)
#ifdef RESOURCES
   read_resource(17, imageLoad(image0, ivec2(0)).x);
   read_resource(18, imageLoad(image1, ivec2(0)).x);
   read_resource(19, texelFetch(texels2, 0).x);
   read_resource(20, imageLoad(texels3, 0).x);
#endif
   color = u.show == 0 ? uvec4(u.tag, vertex, instance, hash) : shown;
   gl_Position = vec4(
      (vec2(place) + 0.5) / vec2(u.columns, u.rows) * 2.0 - 1.0, 0.0, 1.0);
   if (sized)
      gl_PointSize = 1.0;
}
