#include "gpu/reload.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace glueball::gpu {
namespace {

/// Returns true if the bindings of `before` include this one. The optimiser removes bindings that an edited
/// shader does not use.
bool allows(const spirv::ModuleInfo& before, const spirv::ModuleBinding& binding) {
  return std::any_of(before.bindings.begin(), before.bindings.end(), [&](const spirv::ModuleBinding& b) {
    return b.slot == binding.slot && b.kind == binding.kind &&
           (b.access == binding.access || b.access == Access::inout);
  });
}

}  // namespace

std::vector<std::string> shaders_in_use(const Device& device) {
  std::vector<std::string> names;
#ifdef GLUEBALL_VULKAN
  if (device.info().api == Api::vulkan) names = vulkan::shaders_in_use(device);
#endif
#ifdef GLUEBALL_OPENGL
  if (device.info().api == Api::opengl) names = opengl::shaders_in_use(device);
#endif
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void replace_shader(Device& device, std::string_view name, std::vector<std::uint32_t> words) {
  const Api api = device.info().api;
  // The caller binds what the built-in shader declares.
  const ShaderBlob built_in = named_shader(name);
  const spirv::ModuleInfo before = spirv::inspect(built_in.words), now = spirv::inspect(words);
  if (!std::all_of(now.bindings.begin(), now.bindings.end(),
                   [&](const spirv::ModuleBinding& b) { return allows(before, b); }))
    throw Error(ErrorKind::bad_file,
                std::string(name) + ": the shader binds other buffers than before, or writes to others",
                "the program that calls it must change too");
  if (now.argument_bytes != 0 && before.argument_bytes != now.argument_bytes)
    throw Error(ErrorKind::bad_file, std::string(name) + ": the shader takes other arguments than before",
                "the program that calls it must change too");
  const ShaderBlob blob{built_in.name, std::move(words)};
#ifdef GLUEBALL_VULKAN
  if (api == Api::vulkan) vulkan::replace_shader(device, blob, now);
#endif
#ifdef GLUEBALL_OPENGL
  if (api == Api::opengl) opengl::replace_shader(device, blob, now);
#endif
  device.replaced_.insert_or_assign(std::string(blob.name), blob.words);
}

}  // namespace glueball::gpu
