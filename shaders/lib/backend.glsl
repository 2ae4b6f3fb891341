// This is the only file that depends on the API for which a shader is compiled.
//
// ARGUMENTS(T) declares `args`, a struct of scalars shared with C++ (shaders/args/): push constants under
// Vulkan, a uniform block under OpenGL. Scalars have the same layout under std140, std430 and C++. A struct
// with members of type `real` is an ARGUMENT_STRUCT(T), which C++ makes a template.
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

// Buffers that workgroups of one launch exchange data in, and buffers of counters. In Vulkan's memory model
// the barriers invalidate caches (lib/device_barrier.glsl). Otherwise each access bypasses the caches that
// workgroups do not share.
#ifdef MODEL
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#define EXCHANGED nonprivate
#define COUNTED nonprivate
#else
#define EXCHANGED coherent
#define COUNTED coherent volatile
#endif

// The invocations of a workgroup are a specialisation constant under both APIs.
layout(local_size_x_id = CONSTANT_GROUP_SIZE) in;

#include "lib/grid.glsl"
