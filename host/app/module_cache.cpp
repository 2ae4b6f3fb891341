#include "app/module_cache.hpp"

#include <cstdlib>
#include <string>

#include "app/cache.hpp"
#include "base/error.hpp"

namespace glueball::app {

gpu::Optimization optimization() {
  const char* set = std::getenv("GLUEBALL_OPTIMIZE");
  const std::string value = set != nullptr ? set : "";
  if (value.empty() || value == "full") return gpu::Optimization::full;
  if (value == "inlined") return gpu::Optimization::inlined;
  throw Error(ErrorKind::bad_value, "GLUEBALL_OPTIMIZE is '" + value + "' in the environment",
              "set it to full or inlined, or unset it");
}

std::shared_ptr<gpu::ModuleCache> module_cache(const std::filesystem::path& directory) {
  return std::make_shared<gpu::ModuleCache>(
      directory.empty() ? nullptr : std::make_shared<FilePipelineStore>(directory), optimization());
}

}  // namespace glueball::app
