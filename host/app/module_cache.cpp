#include "app/module_cache.hpp"

#include <cstdlib>
#include <string>

#include "app/cache.hpp"
#include "base/error.hpp"

namespace glueball::app {

AskedOptimization optimization() {
  const char* set = std::getenv("GLUEBALL_OPTIMIZE");
  const std::string value = set != nullptr ? set : "";
  if (value.empty() || value == "full") return {};
  if (value == "inlined") return {.on_cpus = spirv::Optimization::inlined};
  if (value == "anew") return {.prebuilt = gpu::Prebuilt::made_anew};
  throw Error(ErrorKind::bad_value, "GLUEBALL_OPTIMIZE is '" + value + "' in the environment",
              "set it to full, inlined or anew, or unset it");
}

std::shared_ptr<gpu::ModuleCache> module_cache(const std::filesystem::path& directory) {
  const AskedOptimization asked = optimization();
  return std::make_shared<gpu::ModuleCache>(
      directory.empty() ? nullptr : std::make_shared<FilePipelineStore>(directory), asked.on_cpus,
      asked.prebuilt);
}

}  // namespace glueball::app
