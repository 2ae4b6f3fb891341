#include "gpu/gl/device.hpp"

#include "gpu/gl/memory.hpp"
#include "gpu/gl/pipeline.hpp"
#include "gpu/reload.hpp"

namespace glueball::gpu::opengl {

GlDevice::GlDevice(std::shared_ptr<Context> context, const DeviceInfo& info, const OpenOptions& options)
    : Device(options),
      context_(std::move(context)),
      count_(&allocated_, [](ByteCount*) {}),
      importer_(info_) {
  info_ = info;
  if (options.validate) debug_.emplace(context_, messages_);
  context_->make_current();
  programs_ = std::make_unique<ProgramCache>(info_, options.pipelines);
  stream_ = std::make_unique<GlStream>(context_, info_);
}

GlDevice::~GlDevice() = default;

std::shared_ptr<Memory> GlDevice::allocate(const MemoryShape& shape) {
  return std::make_shared<GlMemory>(shape, info_, context_, count_, importer_);
}

std::unique_ptr<Pipeline> GlDevice::build(const ShaderBlob& blob, const spirv::ModuleInfo& info,
                                          const Specialization& constants) {
  auto pipeline = std::make_unique<GlPipeline>(blob, info, constants, info_, context_, *programs_, *modules_);
  built_.push_back(pipeline.get());
  return pipeline;
}

std::vector<std::string> shaders_in_use(const Device& device) {
  std::vector<std::string> names;
  for (const auto* pipeline : static_cast<const GlDevice&>(device).built()) names.push_back(pipeline->blob());
  return names;
}

void replace_shader(Device& base, const ShaderBlob& blob, const spirv::ModuleInfo& info) {
  auto& device = static_cast<GlDevice&>(base);
  std::vector<std::pair<GlPipeline*, GLuint>> fresh;
  try {
    for (auto* pipeline : device.built())
      if (pipeline->blob() == blob.name)
        fresh.emplace_back(pipeline,
                           pipeline->made(blob, info, device.info(), device.programs(), device.modules()));
  } catch (...) {
    for (const auto& [pipeline, program] : fresh) glDeleteProgram(program);
    throw;
  }
  for (const auto& [pipeline, program] : fresh) pipeline->take(program, info);
}

}  // namespace glueball::gpu::opengl
