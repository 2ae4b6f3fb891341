#include "gpu/reload.hpp"

#include <algorithm>
#include <deque>

#include "base/error.hpp"

namespace glueball::gpu {
namespace {

/// Blobs refer to their words and names: these live as long as the program.
const ShaderBlob& kept(Api api, std::string_view name, std::vector<std::uint32_t> words) {
  struct Entry {
    std::string name;
    std::vector<std::uint32_t> words;
    ShaderBlob blob;
  };
  static std::deque<Entry> all;
  Entry& entry = all.emplace_back(Entry{std::string(name), std::move(words), {}});
  entry.blob = {api, entry.name, entry.words};
  return entry.blob;
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
  const SpirvInfo before = inspect(named_shader(api, name).words), now = inspect(words);
  if (before.bindings != now.bindings)
    throw Error(Status::bad_input, std::string(name) + ": the shader binds other buffers than before", "the program that calls it must change too");
  if (before.argument_bytes != now.argument_bytes)
    throw Error(Status::bad_input, std::string(name) + ": the shader takes other arguments than before", "the program that calls it must change too");
  const ShaderBlob& blob = kept(api, name, std::move(words));
#ifdef GLUEBALL_VULKAN
  if (api == Api::vulkan) vulkan::replace_shader(device, blob, now);
#endif
#ifdef GLUEBALL_OPENGL
  if (api == Api::opengl) opengl::replace_shader(device, blob, now);
#endif
  replace_shader(blob);
}

}  // namespace glueball::gpu
