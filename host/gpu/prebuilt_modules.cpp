#include "gpu/prebuilt_modules.hpp"

#include <map>
#include <string>
#include <string_view>

#include "base/fnv.hpp"
#include "gpu/shader_pack.hpp"

// The build makes this function (shaders/CMakeLists.txt).
glueball::gpu::ShaderPack glueball_prebuilt_blobs();

namespace glueball::gpu {

std::optional<std::vector<std::uint32_t>> prebuilt_module(std::uint64_t key) {
  static const auto all = [] {
    std::map<std::string_view, PackedModule> by_key;
    for (const PackedModule& module : packed_modules(glueball_prebuilt_blobs()))
      by_key.emplace(module.name, module);
    return by_key;
  }();
  const auto found = all.find(fnv_digits(key));
  if (found == all.end()) return {};
  return unpacked(found->second);
}

}  // namespace glueball::gpu
