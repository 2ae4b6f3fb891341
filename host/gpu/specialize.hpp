// A module for a kind of launch: the specialisation constants that choose among its branches take their
// values, and what they make constant is computed here, once, rather than by each driver.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/shader.hpp"

namespace glueball::gpu {

/// Constants that are sizes or places: of a workgroup, of the lattice, of a domain of it and of a part of
/// that, of a block of sums or of right-hand sides; and those that a direction is made of
/// (shaders/gauge/heatbath.comp). Drivers get them, so that one module does for all lattices and directions.
constexpr bool is_open(std::uint32_t constant) {
  return constant <= 4 || constant == 15 || (constant >= 22 && constant < 30) || constant == 34 ||
         constant == 35 || constant == 38 || constant == 39 || constant == 42 || constant == 43;
}

/// How much is done to a module: `full` is what devices get, and is described below. `inlined`, for CPU
/// drivers alone, ends after functions are inlined, which OpenGL asks for: a tenth of the time.
/// Mesa's CPU drivers make equally fast code of it but for kernels with much private memory (clover: two
/// thirds).
enum class Optimization { inlined, full };

/// The module for Vulkan with these constants but for those that stay open. Branches not taken are gone,
/// functions inlined, loops unrolled and structs taken apart, since some drivers keep private arrays in
/// memory otherwise. Constants that it does not have are left out, those that are not given keep their
/// defaults. The same words and constants always give the same module. It takes up to .3 s of processor time,
/// most take .01. Throws Error(device) where the optimiser refuses the module.
std::vector<std::uint32_t> specialized(std::span<const std::uint32_t> words, const Specialization& constants,
                                       Optimization optimization = Optimization::full);

/// A hash over what `specialized` does beside its arguments: passes and version of the optimiser. For keys of
/// caches.
std::uint64_t optimizer_hash(Optimization optimization = Optimization::full);

/// What a module of this name and these words is kept by once it is specialised: `constants` are those that
/// it has and that do not stay open.
std::uint64_t specialized_key(std::string_view name, std::span<const std::uint32_t> words,
                              const Specialization& constants, Optimization optimization);

}  // namespace glueball::gpu
