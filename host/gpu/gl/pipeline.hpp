// A linked compute program.
#pragma once

#include <glad/gl.h>

#include <memory>
#include <span>
#include <string>

#include "gpu/gl/context.hpp"
#include "gpu/gl/program_cache.hpp"
#include "gpu/module_cache.hpp"
#include "gpu/shader.hpp"
#include "gpu/stream.hpp"

namespace glueball::gpu::opengl {

/// A pipeline, made from the binary of an earlier run if there is one. It keeps its context alive, because
/// the device's table of pipelines is destroyed after the rest of the device.
class GlPipeline final : public Pipeline {
 public:
  /// Throws Error(device) with the driver's log if the driver refuses the shader.
  GlPipeline(const ShaderBlob& blob, const spirv::ModuleInfo& info, const Specialization& constants,
             const DeviceInfo& device, std::shared_ptr<Context> context, ProgramCache& kept,
             ModuleCache& modules);
  ~GlPipeline() override;

  GLuint program() const { return program_; }
  /// Returns the name of the blob that it was made from.
  const std::string& blob() const { return blob_; }
  /// Makes a program of another blob, for `take`. Throws as the constructor.
  GLuint made(const ShaderBlob& blob, const spirv::ModuleInfo& info, const DeviceInfo& device,
              ProgramCache& kept, ModuleCache& modules) const;
  void take(GLuint program, const spirv::ModuleInfo& info);

 private:
  /// Compiles and links; returns the driver's log if it refuses, else nothing.
  std::string link(GLuint program, const std::vector<std::uint32_t>& module, const std::string& api_version,
                   const ProgramCache& kept) const;

  std::shared_ptr<Context> context_;
  std::string blob_;
  Specialization constants_;
  GLuint program_ = 0;
};

}  // namespace glueball::gpu::opengl
