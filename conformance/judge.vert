/* SPDX-License-Identifier: MIT */
#version 450

/* Which attributes and images are read. */
layout(constant_id = 0) const uint attributes = 0;
layout(constant_id = 1) const uint images = 0;
layout(constant_id = 2) const bool points = false;

layout(location = 0) in uvec4 a0;
layout(location = 1) in uvec4 a1;
layout(location = 2) in uvec4 a2;
layout(location = 3) in uvec4 a3;
layout(location = 4) in uvec4 a4;
layout(location = 5) in uvec4 a5;
layout(location = 6) in uvec4 a6;
layout(location = 7) in uvec4 a7;
layout(location = 8) in uvec4 a8;
layout(location = 9) in uvec4 a9;
layout(location = 10) in uvec4 a10;
layout(location = 11) in uvec4 a11;
layout(location = 12) in uvec4 a12;
layout(location = 13) in uvec4 a13;
layout(location = 14) in uvec4 a14;
layout(location = 15) in uvec4 a15;

layout(binding = 0, rgba8ui) uniform readonly uimage2D image0;
layout(binding = 1, rgba8ui) uniform readonly uimage2D image1;
layout(binding = 2, rgba8ui) uniform readonly uimageBuffer texels2;
layout(binding = 3, rgba8ui) uniform readonly uimageBuffer texels3;

layout(location = 0) flat out uvec4 read;

#define READ(i) if ((attributes >> i & 1) != 0) read += a##i

void
main()
{
   read = uvec4(gl_VertexIndex, gl_InstanceIndex, 0, 0);
   READ(0);
   READ(1);
   READ(2);
   READ(3);
   READ(4);
   READ(5);
   READ(6);
   READ(7);
   READ(8);
   READ(9);
   READ(10);
   READ(11);
   READ(12);
   READ(13);
   READ(14);
   READ(15);
   if (images != 0)
      read += imageLoad(image0, ivec2(0)) + imageLoad(image1, ivec2(0)) +
              imageLoad(texels2, 0) + imageLoad(texels3, 0);
   if (points)
      gl_PointSize = 1;
   gl_Position = vec4(read & 1);
}
