// Optimised modules that the program keeps between runs.
#pragma once

#include <filesystem>
#include <memory>

#include "gpu/module_cache.hpp"

namespace glueball::app {

/// Modules kept in `directory`; for as long as they are used where it is empty.
std::shared_ptr<gpu::ModuleCache> module_cache(const std::filesystem::path& directory,
                                               gpu::Optimization optimization = gpu::Optimization::full);

}  // namespace glueball::app
