// Opens the device the flags ask for.
#pragma once

#include <memory>

#include "app/options.hpp"
#include "gpu/device.hpp"

namespace glueball::app {

/// The device of --device, with --validate. Throws Error(device) that says what to install when there is none
/// at all.
std::unique_ptr<gpu::Device> open_device(const CommonOptions& options, bool window = false);

}  // namespace glueball::app
