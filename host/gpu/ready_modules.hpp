// Modules that the build has optimised: those that first runs on CPU drivers take (shaders/ready.txt).
// Optimising them takes as long as all else that such a run does before it has a result.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace glueball::gpu {

/// The words of a module by its specialized_key; nothing where the build has not made it.
std::optional<std::vector<std::uint32_t>> ready_module(std::uint64_t key);

}  // namespace glueball::gpu
