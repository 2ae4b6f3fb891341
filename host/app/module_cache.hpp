// Optimised modules that the program keeps between runs.
#pragma once

#include <filesystem>
#include <memory>

#include "gpu/module_cache.hpp"

namespace glueball::app {

/// What the environment asks for of CPU drivers: GLUEBALL_OPTIMIZE=inlined, full, which is the default, or
/// anew, which is full of modules that the build has optimised, too.
struct AskedOptimization {
  gpu::Optimization on_cpus = gpu::Optimization::full;
  gpu::Ready ready = gpu::Ready::taken;
};

/// Throws Error(bad_value) where it says something else.
AskedOptimization optimization();

/// Modules kept in `directory`; for as long as they are used where it is empty. CPU drivers' are optimised as
/// the environment asks, and it throws as that does.
std::shared_ptr<gpu::ModuleCache> module_cache(const std::filesystem::path& directory);

}  // namespace glueball::app
