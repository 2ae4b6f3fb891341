#include "app/open.hpp"

#include "app/hints.hpp"
#include "base/error.hpp"

namespace glueball::app {

std::unique_ptr<gpu::Device> open_device(const CommonOptions& options) {
  gpu::OpenOptions open;
  open.validate = options.validate;
  try {
    return gpu::open_device(options.device, open);
  } catch (const Error& error) {
    if (error.status() != Status::device || !gpu::devices().empty()) throw;
    throw Error(Status::device, "no Vulkan and no OpenGL device found", missing_driver_hint());
  }
}

}  // namespace glueball::app
