#include "gpu/gl/device.hpp"

#include "gpu/gl/memory.hpp"
#include "gpu/gl/pipeline.hpp"

namespace glueball::gpu::opengl {

GlDevice::GlDevice(std::shared_ptr<Context> context, const DeviceInfo& info, const OpenOptions& options)
    : context_(std::move(context)), count_(&allocated_, [](std::size_t*) {}) {
  info_ = info;
  if (options.validate) debug_.emplace(context_, messages_);
  context_->make_current();
  programs_ = std::make_unique<ProgramCache>(info_, options.pipelines);
  stream_ = std::make_unique<GlStream>(context_, info_);
}

GlDevice::~GlDevice() = default;

std::shared_ptr<Memory> GlDevice::allocate(const MemoryShape& shape) {
  return std::make_shared<GlMemory>(shape, info_, context_, count_);
}

std::unique_ptr<Pipeline> GlDevice::build(const ShaderBlob& blob, const SpirvInfo& info,
                                          const Specialization& constants) {
  return std::make_unique<GlPipeline>(blob, info, constants, info_, context_, *programs_);
}

}  // namespace glueball::gpu::opengl
