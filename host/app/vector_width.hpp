// How wide the vectors are that Mesa's CPU drivers compile kernels for. Mesa takes LP_NATIVE_VECTOR_WIDTH
// from the environment, once, when a driver is loaded, and 256 bits at most without it, also where the
// processor has 512. Which is faster depends on the processor. No result depends on it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gpu/info.hpp"

namespace glueball::app {

/// Sets the width that was measured on such a processor for the API of `device` (as --device has it), unless
/// the user has set one. To be called by the program, before it looks for a device.
void set_vector_width(const std::filesystem::path& cache, const std::string& device);

/// Where that is open for a CPU driver on this processor: solves on 16^4 with either width, in processes of
/// this program, and keeps the faster one for runs to come. A few seconds, once.
void learn_vector_width(const std::filesystem::path& cache, const gpu::DeviceInfo& device, bool quiet);

/// Of a CPU driver, from its name; 0 of others.
int vector_bits(const gpu::DeviceInfo& device);
/// Whether this processor has vectors of 512 bits.
bool has_wide_vectors();
/// Under which "vector-width.json" in the cache has the width for this processor and that API.
std::string vector_width_key(std::string_view api);
/// Who chose it: "driver", "measurement" or "user".
std::string vector_bits_chosen_by();

}  // namespace glueball::app
