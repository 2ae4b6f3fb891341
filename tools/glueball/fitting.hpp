// A configuration that the device has room for.
#pragma once

#include <filesystem>

#include "io/read_options.hpp"
#include "lattice/configuration.hpp"
#include "lattice/memory_need.hpp"

namespace glueball::app {

/// Of a file, once its header says that it fits (require_fits); links are read after that.
Configuration read_fitting(const gpu::DeviceInfo& device, const std::filesystem::path& path,
                           const io::ReadOptions& options, const MemoryNeed& need);

}  // namespace glueball::app
