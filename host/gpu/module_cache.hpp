// Specialised modules, kept between runs and for several devices: making one takes about as long as a driver
// takes to compile it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "gpu/info.hpp"
#include "gpu/pipeline_store.hpp"
#include "gpu/program_binaries.hpp"
#include "gpu/shader.hpp"
#include "gpu/specialize.hpp"
#include "gpu/spirv.hpp"

namespace glueball::gpu {

/// A module, and the claim on it, which lasts until the driver has compiled it: who waits for it then finds
/// it among what the driver keeps.
struct SpecializedModule {
  std::vector<std::uint32_t> words;
  std::unique_ptr<PipelineStore::Claim> claim;
};

/// Whether what the build has optimised (gpu/ready_modules.hpp) is taken, or made anew like the rest.
enum class Ready { taken, made_anew };

/// Devices of different threads may share one.
class ModuleCache {
 public:
  /// Each module is saved as soon as it is made, under "modules/KEY". Without a store modules live as long as
  /// this. What is said of optimisation is said of CPU drivers.
  explicit ModuleCache(std::shared_ptr<PipelineStore> store, Optimization on_cpus = Optimization::full,
                       Ready ready = Ready::taken)
      : store_(std::move(store)), on_cpus_(on_cpus), ready_(ready) {}
  ~ModuleCache();
  ModuleCache(const ModuleCache&) = delete;
  ModuleCache& operator=(const ModuleCache&) = delete;

  /// As gpu::specialized. `info` is of the blob's words.
  SpecializedModule specialized(const ShaderBlob& blob, const SpirvInfo& info,
                                const Specialization& constants, Optimization optimization);

  /// The line of shaders/ready.txt that would have the build make what was saved; empty where that is
  /// damaged.
  static std::string line(std::span<const std::byte> saved);

  /// What is to be done to a device's modules. GPUs have all optimised: of those that are inlined alone
  /// NVIDIA's OpenGL makes kernels that are wrong (DRIVERS.md).
  Optimization optimization(DeviceType device) const {
    return device == DeviceType::software ? on_cpus_ : Optimization::full;
  }

 private:
  std::shared_ptr<PipelineStore> store_;
  Optimization on_cpus_;
  Ready ready_;
  std::mutex one_at_a_time_;
  bool saved_ = false;
  ProgramBinaries here_;  ///< compressed; the format is the number of words
};

}  // namespace glueball::gpu
