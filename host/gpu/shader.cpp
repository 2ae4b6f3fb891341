#include "gpu/shader.hpp"

#include "base/error.hpp"
#include "gpu/reload.hpp"

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

const ShaderBlob& find_shader(Api api, std::string_view kernel, const Variant& variant) {
  const auto dotted = [](std::string_view word) { return "." + std::string(word); };
  const std::string name(kernel), storage = dotted(to_string(variant.storage)), sum = dotted(to_string(variant.accumulator));
  const std::string whole = variant.storage == Storage::split ? dotted(to_string(Storage::buffer)) : storage;
  const std::string precision = variant.precision == Precision::single ? "" : dotted(to_string(variant.precision));
  // A shader that reads fields must have been compiled for their precision; one that does not has perhaps one for all.
  for (const std::string& blob : {name + storage + precision + sum, name + storage + precision, name + whole + precision + sum,
                                  name + whole + precision, name + precision + sum, name + precision, name + sum, name})
    if (const auto found = index().find({api, blob}); found != index().end()) return *found->second;
  throw Error(Status::device,
              "no shader '" + name + "' for " + std::string(to_string(api)) + ", " +
                  std::string(to_string(variant.storage)) + " storage and " +
                  std::string(to_string(variant.precision)) + " precision in this program",
              "choose another precision or storage, or build with that API (in a program of your own: FOLDER/FILE, without .comp)");
}

const ShaderBlob& named_shader(Api api, std::string_view name) {
  const auto found = index().find({api, name});
  if (found == index().end())
    throw Error(Status::device, "no shader '" + std::string(name) + "' for " + std::string(to_string(api)));
  return *found->second;
}

void replace_shader(const ShaderBlob& blob) { index()[{blob.api, blob.name}] = &blob; }

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
