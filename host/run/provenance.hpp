// Provenance: the program, device and time of a result, written into every output.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/info.hpp"

namespace glueball {

struct Provenance {
  std::string version;  ///< glueball's version
  std::string device;   ///< for example "vulkan:0 llvmpipe (...)"
  std::string driver;
  std::string api;        ///< for example "vulkan 1.4.321"
  std::string precision;  ///< precision of fields on the device
  std::string storage;
  std::string accumulator;  ///< f64 or ff, for global sums
  std::string
      shaders;  ///< hash over all shader blobs in hexadecimal, with " inlined" after it if that is requested
  std::uint64_t seed = 0;
  std::string time;  ///< UTC, ISO 8601

  /// Returns one JSON object.
  std::string json() const;
};

/// Returns the version of the library, for example "0.1.0".
std::string version();

/// Returns the present time in UTC, for example "2026-11-21T09:07:00Z".
std::string utc_time();

Provenance provenance(const gpu::DeviceInfo& device, gpu::Precision precision, gpu::Storage storage,
                      gpu::Accumulator accumulator, std::uint64_t seed);

}  // namespace glueball
