// A linked compute program.
#pragma once

#include <glad/gl.h>

#include <memory>
#include <span>
#include <string>

#include "gpu/gl/context.hpp"
#include "gpu/gl/program_cache.hpp"
#include "gpu/shader.hpp"
#include "gpu/stream.hpp"

namespace glueball::gpu::opengl {

/// Made from the binary of an earlier run where there is one. Keeps its context alive: the device's table of pipelines goes after the rest of the device.
class GlPipeline final : public Pipeline {
 public:
  /// Throws Error(device) with the driver's log when it does not take the shader.
  GlPipeline(const ShaderBlob& blob, const SpirvInfo& info, const Specialization& constants,
             const DeviceInfo& device, std::shared_ptr<Context> context, ProgramCache& kept);
  ~GlPipeline() override;

  GLuint program() const { return program_; }

 private:
  /// Compiles and links; returns what the driver has to say when it refuses, else nothing.
  std::string link(const ShaderBlob& blob, const SpirvInfo& info, const Specialization& constants,
                   const std::string& api_version, const ProgramCache& kept);

  std::shared_ptr<Context> context_;
  GLuint program_ = 0;
};

}  // namespace glueball::gpu::opengl
