// The only file that knows which API the shader is compiled for.
//
// ARGUMENTS(T) declares `args`, a struct of scalars shared with C++ (shaders/args/): push constants under
// Vulkan, a uniform block under OpenGL. Scalars alone have one layout under std140, std430 and C++. A struct
// with members of type `real` is an ARGUMENT_STRUCT(T): C++ makes a template of it.
#include "args/constants.h"
#include "lib/precision.glsl"

#define ARGUMENT_STRUCT(T) struct T
#ifdef VULKAN
#define ARGUMENTS(T) \
  layout(push_constant, std430) uniform ArgumentBlock { T args; };
#else
#define ARGUMENTS(T) \
  layout(std140, binding = 0) uniform ArgumentBlock { T args; };
#endif

// Invocations per workgroup: a specialisation constant under both.
layout(local_size_x_id = CONSTANT_GROUP_SIZE) in;

#include "lib/grid.glsl"
