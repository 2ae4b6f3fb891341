// A device under OpenGL.
#pragma once

#include <memory>
#include <optional>

#include "gpu/device.hpp"
#include "gpu/gl/context.hpp"
#include "gpu/gl/debug.hpp"
#include "gpu/gl/importer.hpp"
#include "gpu/gl/pipeline.hpp"
#include "gpu/gl/program_cache.hpp"
#include "gpu/gl/stream.hpp"

namespace glueball::gpu::opengl {

class GlDevice final : public Device {
 public:
  GlDevice(std::shared_ptr<Context> context, const DeviceInfo& info, const OpenOptions& options);
  ~GlDevice() override;

  std::shared_ptr<Memory> allocate(const MemoryShape& shape) override;
  Stream& stream() override { return *stream_; }
  std::size_t staging() const override { return stream_->staging(); }
  const std::shared_ptr<Context>& context() const { return context_; }
  const std::vector<GlPipeline*>& built() const { return built_; }
  ProgramCache& programs() { return *programs_; }
  ModuleCache& modules() { return *modules_; }

 protected:
  std::unique_ptr<Pipeline> build(const ShaderBlob& blob, const spirv::ModuleInfo& info,
                                  const Specialization& constants) override;

 private:
  std::shared_ptr<Context> context_;
  /// Points at allocated_; memory that outlives the device finds it expired.
  std::shared_ptr<ByteCount> count_;
  Importer importer_;
  std::optional<DebugLog> debug_;
  std::unique_ptr<ProgramCache> programs_;
  std::unique_ptr<GlStream> stream_;
  std::vector<GlPipeline*> built_;
};

}  // namespace glueball::gpu::opengl
