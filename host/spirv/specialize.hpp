// Specialises a module for a kind of launch: constants that choose among its branches get their values, and
// constant expressions are evaluated once here instead of in each driver.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "args/constants.h"

namespace glueball::spirv {

/// Values of specialisation constants by id; specialising ignores ids that a module lacks.
using Specialization = std::map<std::uint32_t, std::uint32_t>;

/// Returns true for constants that stay open: sizes and offsets of a workgroup, of the lattice, of a domain,
/// of a part of a domain, of a block of sums or of right-hand sides, and those that a direction consists of
/// (shaders/gauge/heatbath.comp). Drivers get them, so that one module serves all lattices and directions.
constexpr bool is_open(std::uint32_t constant) {
  switch (constant) {
    case CONSTANT_GROUP_SIZE:
    case CONSTANT_EXTENT_X:
    case CONSTANT_EXTENT_Y:
    case CONSTANT_EXTENT_Z:
    case CONSTANT_EXTENT_T:
    case CONSTANT_COUNT:
    case CONSTANT_LOCAL_X:
    case CONSTANT_LOCAL_Y:
    case CONSTANT_LOCAL_Z:
    case CONSTANT_LOCAL_T:
    case CONSTANT_ORIGIN_X:
    case CONSTANT_ORIGIN_Y:
    case CONSTANT_ORIGIN_Z:
    case CONSTANT_ORIGIN_T:
    case CONSTANT_BLOCK_X:
    case CONSTANT_BLOCK_Y:
    case CONSTANT_PART_EDGE:
    case CONSTANT_PART_GROUPS:
    case CONSTANT_DIRECTION_LOW:
    case CONSTANT_DIRECTION_HIGH:
      return true;
    default:
      return false;
  }
}

/// Degree of optimisation. Devices get `full`, which is described below. `inlined`, for CPU drivers alone,
/// stops after inlining functions, which OpenGL requires; it takes a tenth of the time. Mesa's CPU drivers
/// make equally fast code of it, except for kernels with much private memory (clover: two thirds of the
/// speed).
enum class Optimization { inlined, full };

/// Returns the module for Vulkan with these constants, except those that stay open. Branches not taken are
/// removed, functions inlined, loops unrolled and structs split, since some drivers keep private arrays in
/// memory otherwise. Constants that it does not have are ignored; those not given keep their defaults. The
/// same words and constants always give the same module. It takes up to .3 s of processor time, mostly .01 s.
/// Throws Error(device) if the optimiser refuses the module.
std::vector<std::uint32_t> specialized(std::span<const std::uint32_t> words, const Specialization& constants,
                                       Optimization optimization = Optimization::full);

/// Returns a hash of the passes and the version of the optimiser, for keys of caches.
std::uint64_t optimizer_hash(Optimization optimization = Optimization::full);

/// Returns the key of a specialised module from its name, its words, and the constants that it has and that
/// do not stay open.
std::uint64_t specialized_key(std::string_view name, std::span<const std::uint32_t> words,
                              const Specialization& constants, Optimization optimization);

}  // namespace glueball::spirv
