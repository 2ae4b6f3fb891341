// Programs as the driver compiled them, kept between runs.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <memory>
#include <string>

#include "gpu/info.hpp"
#include "gpu/pipeline_store.hpp"
#include "gpu/program_binaries.hpp"
#include "gpu/shader.hpp"
#include "gpu/specialize.hpp"

namespace glueball::gpu::opengl {

class ProgramCache {
 public:
  /// Reads what the store has for this device and driver; without a store, with a driver that gives no
  /// binaries, or with Mesa (DRIVERS.md), every member does nothing.
  ProgramCache(const DeviceInfo& device, std::shared_ptr<PipelineStore> store);
  /// Saves, if there is anything new.
  ~ProgramCache();
  ProgramCache(const ProgramCache&) = delete;
  ProgramCache& operator=(const ProgramCache&) = delete;

  static std::uint64_t key(const ShaderBlob& blob, const Specialization& constants,
                           Optimization optimization);

  /// Turns `program` into the one kept under `key`; false where there is none or the driver does not take it
  /// any more.
  bool load(std::uint64_t key, GLuint program);
  /// To be called before linking, so that the driver keeps a binary.
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
