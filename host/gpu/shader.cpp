#include "gpu/shader.hpp"

#include <mutex>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "gpu/reload.hpp"
#include "gpu/spirv_opengl.hpp"

// Made by the build (tools/cmake/Shaders.cmake).
glueball::gpu::ShaderPack glueball_shader_blobs();

namespace glueball::gpu {
namespace {

/// Modules by name as they are in packs, and those put in their place since.
class Index {
 public:
  Index() {
    for (const PackedModule& module : packed_modules(glueball_shader_blobs()))
      packed_.emplace(module.name, module);
  }

  void add(ShaderPack pack) {
    const std::lock_guard lock(mutex_);
    for (const PackedModule& module : packed_modules(pack)) {
      const auto [there, fresh] = packed_.try_emplace(module.name, module);
      if (!fresh && there->second.compressed.data() != module.compressed.data())
        throw Error(ErrorKind::device, "there are two shaders '" + std::string(module.name) + "'",
                    "this is a fault of the caller");
    }
  }

  void replace(const ShaderBlob& blob) {
    const std::lock_guard lock(mutex_);
    replaced_.insert_or_assign({blob.api, std::string(blob.name)}, blob.words);
  }

  std::optional<ShaderBlob> find(Api api, std::string_view name) const {
    const std::lock_guard lock(mutex_);
    const auto found = packed_.find(name);
    if (found == packed_.end() || !has_api(api)) return {};
    const auto other = replaced_.find({api, std::string(name)});
    if (other != replaced_.end()) return ShaderBlob{api, found->first, other->second};
    std::vector<std::uint32_t> words = unpacked(found->second);
    return ShaderBlob{api, found->first, api == Api::opengl ? for_opengl(words) : std::move(words)};
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string_view, PackedModule> packed_;
  std::map<std::pair<Api, std::string>, std::vector<std::uint32_t>> replaced_;
};

Index& index() {
  static Index all;
  return all;
}

}  // namespace

bool has_api(Api api) {
#ifdef GLUEBALL_VULKAN
  if (api == Api::vulkan) return true;
#endif
#ifdef GLUEBALL_OPENGL
  if (api == Api::opengl) return true;
#endif
  return false;
}

std::vector<ShaderBlob> shader_blobs() {
  std::vector<ShaderBlob> all;
  for (const Api api : {Api::vulkan, Api::opengl})
    if (has_api(api))
      for (const PackedModule& module : packed_modules(glueball_shader_blobs()))
        all.push_back(named_shader(api, module.name));
  return all;
}

void register_shaders(ShaderPack pack) { index().add(pack); }

ShaderBlob find_shader(Api api, std::string_view kernel, const Variant& variant) {
  const auto dotted = [](std::string_view word) { return "." + std::string(word); };
  const std::string name(kernel), storage = dotted(to_string(variant.storage)),
                                  sum = dotted(to_string(variant.accumulator));
  const std::string whole = variant.storage == Storage::split ? dotted(to_string(Storage::buffer)) : storage;
  const std::string precision =
      variant.precision == Precision::single ? "" : dotted(to_string(variant.precision));
  // A shader that reads fields must have been compiled for their precision; one that does not has perhaps one
  // for all.
  for (const std::string& blob :
       {name + storage + precision + sum, name + storage + precision, name + whole + precision + sum,
        name + whole + precision, name + precision + sum, name + precision, name + sum, name})
    if (auto found = index().find(api, blob)) return *std::move(found);
  throw Error(ErrorKind::device,
              "no shader '" + name + "' for " + std::string(to_string(api)) + ", " +
                  std::string(to_string(variant.storage)) + " storage and " +
                  std::string(to_string(variant.precision)) + " precision in this program",
              "choose another precision or storage, or build with that API (in a program of your own: "
              "FOLDER/FILE, without .comp)");
}

ShaderBlob named_shader(Api api, std::string_view name) {
  if (auto found = index().find(api, name)) return *std::move(found);
  throw Error(ErrorKind::device, "no shader '" + std::string(name) + "' for " + std::string(to_string(api)));
}

void replace_shader(const ShaderBlob& blob) { index().replace(blob); }

std::uint64_t shader_hash() {
  static const std::uint64_t hash = pack_hash(glueball_shader_blobs());
  return hash;
}

}  // namespace glueball::gpu
