// Who made a number: written into every output.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/info.hpp"

namespace glueball {

struct Provenance {
  std::string version;  ///< of glueball
  std::string device;   ///< "vulkan:0 llvmpipe (...)"
  std::string driver;
  std::string api;        ///< "vulkan 1.4.321"
  std::string precision;  ///< of fields on the device
  std::string storage;
  std::string accumulator;  ///< of global sums: f64 or ff
  std::string shaders;  ///< hash over all shader blobs, hexadecimal; " inlined" after it where that is asked
  std::uint64_t seed = 0;
  std::string time;  ///< UTC, ISO 8601

  /// One JSON object.
  std::string json() const;
};

/// The version of the library, "0.1.0".
std::string version();

/// Now, UTC, "2026-11-21T09:07:00Z".
std::string utc_time();

Provenance provenance(const gpu::DeviceInfo& device, gpu::Precision precision, gpu::Storage storage,
                      gpu::Accumulator accumulator, std::uint64_t seed);

}  // namespace glueball
