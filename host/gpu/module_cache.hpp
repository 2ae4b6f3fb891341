// A cache of specialised modules between runs and for several devices. Making a module takes about as long as
// a driver takes to compile it.
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
#include "spirv/module_info.hpp"
#include "spirv/specialize.hpp"

namespace glueball::gpu {

/// A module and the claim on it. The claim lasts until the driver has compiled the module. Another process
/// that waits for it then finds the result in the driver's cache.
struct SpecializedModule {
  std::vector<std::uint32_t> words;
  std::unique_ptr<PipelineStore::Claim> claim;
};

/// Use the modules that the build has optimised (gpu/shader.hpp), or make them anew like the rest.
enum class Prebuilt { taken, made_anew };

/// A cache of modules that devices of different threads may share.
class ModuleCache {
 public:
  /// Each module is saved as soon as it is made, under "modules/KEY". Without a store modules exist as long
  /// as this object. `on_cpus` is the optimisation for CPU drivers.
  explicit ModuleCache(std::shared_ptr<PipelineStore> store,
                       spirv::Optimization on_cpus = spirv::Optimization::full,
                       Prebuilt prebuilt = Prebuilt::taken)
      : store_(std::move(store)), on_cpus_(on_cpus), prebuilt_(prebuilt) {}
  ~ModuleCache();
  ModuleCache(const ModuleCache&) = delete;
  ModuleCache& operator=(const ModuleCache&) = delete;

  /// Returns spirv::specialized with these arguments. `info` describes the blob's words.
  SpecializedModule specialized(const ShaderBlob& blob, const spirv::ModuleInfo& info,
                                const Specialization& constants, spirv::Optimization optimization);

  /// Returns the line of shaders/prebuilt.txt that makes the build prebuild a saved module; empty if the
  /// module is damaged.
  static std::string line(std::span<const std::byte> saved);

  /// Returns the optimisation of a device's modules. GPUs get full optimisation: from modules that are only
  /// inlined NVIDIA's OpenGL makes wrong kernels (docs/drivers.md).
  spirv::Optimization optimization(DeviceType device) const {
    return device == DeviceType::software ? on_cpus_ : spirv::Optimization::full;
  }

 private:
  std::shared_ptr<PipelineStore> store_;
  spirv::Optimization on_cpus_;
  Prebuilt prebuilt_;
  std::mutex one_at_a_time_;
  bool saved_ = false;
  ProgramBinaries here_;  ///< compressed; `format` is the number of words
};

}  // namespace glueball::gpu
