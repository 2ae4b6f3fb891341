#include "app/open.hpp"

#include "app/cache.hpp"
#include "app/hints.hpp"
#include "base/error.hpp"

namespace glueball::app {

std::unique_ptr<gpu::Device> open_device(const CommonOptions& options, bool window) {
  gpu::OpenOptions open;
  open.validate = options.validate;
  open.window = window;
  // Layers and debug contexts comment on what drivers reject of old binaries.
  if (const auto cache = options.cache(); !cache.empty() && !options.validate)
    open.pipelines = std::make_shared<FilePipelineStore>(cache);
  try {
    return gpu::open_device(options.device, open);
  } catch (const Error& error) {
    if (error.status() != Status::device || !gpu::devices().empty()) throw;
    throw Error(Status::device, "no Vulkan and no OpenGL device found", missing_driver_hint());
  }
}

}  // namespace glueball::app
