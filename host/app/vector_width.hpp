// The width of the vectors for which Mesa's CPU drivers compile kernels. A driver reads
// LP_NATIVE_VECTOR_WIDTH from the environment once, when it is loaded. Its default is at most 256 bits, even
// if the processor has 512. The faster width depends on the processor. No result depends on it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gpu/info.hpp"

namespace glueball::app {

/// Sets the width that was measured on such a processor for the API of `device` (as in --device), unless the
/// user has set one. The program calls this before it looks for a device.
void set_vector_width(const std::filesystem::path& cache, const std::string& device);

/// Measures the width for a CPU driver if none is known on this processor. It solves on 16^4 with either
/// width, in processes of this program, and caches the faster one for later runs. This takes a few seconds,
/// once.
void learn_vector_width(const std::filesystem::path& cache, const gpu::DeviceInfo& device, bool quiet);

/// Returns the width of a CPU driver's vectors, from its name; 0 for other drivers.
int vector_bits(const gpu::DeviceInfo& device);
/// Returns true if this processor has vectors of 512 bits.
bool has_wide_vectors();
/// Returns the key in the cache's "vector-width.json" for this processor and that API.
std::string vector_width_key(std::string_view api);
/// Returns who chose the width: "driver", "measurement" or "user".
std::string vector_bits_chosen_by();

}  // namespace glueball::app
