#include "gpu/shader.hpp"

#include "base/error.hpp"

// Made by the build, beside the blobs themselves (tools/cmake/Shaders.cmake).
std::span<const glueball::gpu::ShaderBlob> glueball_shader_blobs();

namespace glueball::gpu {
namespace {

using Index = std::map<std::pair<Api, std::string_view>, const ShaderBlob*>;

void add(Index& index, std::span<const ShaderBlob> blobs) {
  for (const auto& blob : blobs) index.try_emplace({blob.api, blob.name}, &blob);
}

Index& index() {
  static Index all = [] {
    Index own;
    add(own, glueball_shader_blobs());
    return own;
  }();
  return all;
}

}  // namespace

std::span<const ShaderBlob> shader_blobs() { return glueball_shader_blobs(); }

void register_shaders(std::span<const ShaderBlob> blobs) {
  for (const auto& blob : blobs)
    if (const auto found = index().find({blob.api, blob.name});
        found != index().end() && found->second != &blob)
      throw Error(
          Status::device,
          "there are two shaders '" + std::string(blob.name) + "' for " + std::string(to_string(blob.api)),
          "this is a fault of the caller");
  add(index(), blobs);
}

const ShaderBlob& find_shader(Api api, std::string_view kernel, Storage storage, Accumulator accumulator) {
  const std::string name(kernel);
  const std::string by_storage = "." + std::string(to_string(storage)),
                    by_sum = "." + std::string(to_string(accumulator));
  for (const std::string& variant : {name + by_storage + by_sum, name + by_storage, name + by_sum, name})
    if (const auto found = index().find({api, variant}); found != index().end()) return *found->second;
  throw Error(Status::device,
              "no shader '" + name + "' for " + std::string(to_string(api)) + " in this program",
              "it was built without that API");
}

std::uint64_t shader_hash() {
  static const std::uint64_t hash = [] {
    std::uint64_t h = 0xcbf29ce484222325u;  // FNV-1a
    for (const auto& blob : shader_blobs())
      for (const std::uint32_t word : blob.words) h = (h ^ word) * 0x100000001b3u;
    return h;
  }();
  return hash;
}

}  // namespace glueball::gpu
