#include "gpu/shader.hpp"

#include "base/error.hpp"

// The assembler has put the blobs into the read-only data: two symbols each, first byte and end.
#define GLUEBALL_BLOB(number, api, name) \
  extern "C" const std::uint32_t glueball_blob_##number[]; \
  extern "C" const std::uint32_t glueball_blob_##number##_end[];
#include "glueball_shader_blobs.inc"
#undef GLUEBALL_BLOB

namespace glueball::gpu {

std::span<const ShaderBlob> shader_blobs() {
#define GLUEBALL_BLOB(number, api, name) \
  {Api::api, name, {glueball_blob_##number, std::size_t(glueball_blob_##number##_end - glueball_blob_##number)}},
  static const std::vector<ShaderBlob> blobs = {
#include "glueball_shader_blobs.inc"
  };
#undef GLUEBALL_BLOB
  return blobs;
}

const ShaderBlob& find_shader(Api api, std::string_view kernel, Storage storage, Accumulator accumulator) {
  static const auto index = [] {
    std::map<std::pair<Api, std::string_view>, const ShaderBlob*> map;
    for (const auto& blob : shader_blobs()) map[{blob.api, blob.name}] = &blob;
    return map;
  }();
  const std::string name(kernel);
  const std::string by_storage = "." + std::string(to_string(storage)), by_sum = "." + std::string(to_string(accumulator));
  for (const std::string& variant : {name + by_storage + by_sum, name + by_storage, name + by_sum, name})
    if (const auto found = index.find({api, variant}); found != index.end()) return *found->second;
  throw Error(Status::device, "no shader '" + name + "' for " + std::string(to_string(api)) + " in this program",
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
