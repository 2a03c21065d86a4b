// SPDX-License-Identifier: MIT
#version 450
layout(location = 0) in vec4 a;
layout(location = 1) in vec4 b;
layout(location = 2) in vec4 c;
layout(set = 0, binding = 0, rgba8) readonly uniform image2D image;
layout(location = 0) out vec4 v;
void main()
{
   gl_PointSize = 1.0;
   gl_Position = a * imageLoad(image, ivec2(gl_VertexIndex & 15, 0));
   v = b + c;
}
