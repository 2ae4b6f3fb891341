// Specialised modules, kept between runs and for several devices: making one takes about as long as a driver
// takes to compile it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/pipeline_store.hpp"
#include "gpu/program_binaries.hpp"
#include "gpu/shader.hpp"
#include "gpu/spirv.hpp"

namespace glueball::gpu {

/// Devices of different threads may share one.
class ModuleCache {
 public:
  /// What the store has is read when a module is first asked for. Without a store modules live as long as
  /// this.
  explicit ModuleCache(std::shared_ptr<PipelineStore> store) : store_(std::move(store)) {}
  /// Saves what is new beside what other processes have saved meanwhile.
  ~ModuleCache();
  ModuleCache(const ModuleCache&) = delete;
  ModuleCache& operator=(const ModuleCache&) = delete;

  /// As gpu::specialized. `info` is of the blob's words.
  std::vector<std::uint32_t> specialized(const ShaderBlob& blob, const SpirvInfo& info,
                                         const Specialization& constants);

 private:
  std::shared_ptr<PipelineStore> store_;
  std::mutex one_at_a_time_;
  bool read_ = false;
  ProgramBinaries kept_, fresh_;  ///< compressed; the format is the number of words
};

}  // namespace glueball::gpu
