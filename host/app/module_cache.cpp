#include "app/module_cache.hpp"

#include "app/cache.hpp"

namespace glueball::app {

std::shared_ptr<gpu::ModuleCache> module_cache(const std::filesystem::path& directory,
                                               gpu::Optimization optimization) {
  return std::make_shared<gpu::ModuleCache>(
      directory.empty() ? nullptr : std::make_shared<FilePipelineStore>(directory), optimization);
}

}  // namespace glueball::app
