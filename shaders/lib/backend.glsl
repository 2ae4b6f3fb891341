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

// What workgroups of one launch hand each other, and what they count each other by. In Vulkan's memory model
// those that wait for others say when caches are stale (lib/meeting.glsl); elsewhere each access goes past
// the caches that are not everybody's.
#ifdef MODEL
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#define EXCHANGED nonprivate
#define COUNTED nonprivate
#else
#define EXCHANGED coherent
#define COUNTED coherent volatile
#endif

// Invocations per workgroup: a specialisation constant under both.
layout(local_size_x_id = CONSTANT_GROUP_SIZE) in;

#include "lib/grid.glsl"
