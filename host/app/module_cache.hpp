// The cache of optimised shader modules between runs.
#pragma once

#include <filesystem>
#include <memory>

#include "gpu/module_cache.hpp"

namespace glueball::app {

/// The optimisation for CPU drivers that GLUEBALL_OPTIMIZE sets: inlined; full, the default; or anew, which
/// is full and ignores the modules that the build has optimised.
struct AskedOptimization {
  spirv::Optimization on_cpus = spirv::Optimization::full;
  gpu::Prebuilt prebuilt = gpu::Prebuilt::taken;
};

/// Reads GLUEBALL_OPTIMIZE. Throws Error(bad_value) for any other word.
AskedOptimization optimization();

/// Makes a cache of modules in `directory`; in memory alone if that is empty. CPU drivers' modules are
/// optimised as `optimization` says. Throws as that does.
std::shared_ptr<gpu::ModuleCache> module_cache(const std::filesystem::path& directory);

}  // namespace glueball::app
