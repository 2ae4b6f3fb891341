// A cache of programs that the driver has compiled, kept between runs.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <memory>
#include <string>

#include "gpu/info.hpp"
#include "gpu/pipeline_store.hpp"
#include "gpu/program_binaries.hpp"
#include "gpu/shader.hpp"
#include "spirv/specialize.hpp"

namespace glueball::gpu::opengl {

class ProgramCache {
 public:
  /// Reads the store's programs for this device and driver. Every member does nothing without a store, with a
  /// driver that gives no binaries, and with Mesa (docs/drivers.md).
  ProgramCache(const DeviceInfo& device, std::shared_ptr<PipelineStore> store);
  /// Saves the cache if it has changed.
  ~ProgramCache();
  ProgramCache(const ProgramCache&) = delete;
  ProgramCache& operator=(const ProgramCache&) = delete;

  static std::uint64_t key(const ShaderBlob& blob, const Specialization& constants,
                           spirv::Optimization optimization);

  /// Loads the binary kept under `key` into `program`; returns false if there is none or the driver rejects
  /// it.
  bool load(std::uint64_t key, GLuint program);
  /// Asks the driver to keep a binary; call this before linking.
  void will_keep(GLuint program) const;
  /// Keeps a linked program.
  void keep(std::uint64_t key, GLuint program);

 private:
  std::shared_ptr<PipelineStore> store_;
  std::string name_;
  ProgramBinaries binaries_;
  bool changed_ = false;
};

}  // namespace glueball::gpu::opengl
