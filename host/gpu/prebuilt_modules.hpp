// Prebuilt modules: the build optimises those that first runs on CPU drivers need (shaders/prebuilt.txt).
// Optimising them takes as long as all else in such a run up to its first result.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace glueball::gpu {

/// Returns the words of a module by its specialized_key; nothing if it is not prebuilt.
std::optional<std::vector<std::uint32_t>> prebuilt_module(std::uint64_t key);

}  // namespace glueball::gpu
