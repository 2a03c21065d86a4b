/* SPDX-License-Identifier: MIT */
/* Mesa's is for v10 on, and OpenCL C only. */
