#include "gpu/shader.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/fnv.hpp"

// The build makes this function (tools/cmake/Shaders.cmake).
glueball::spirv::ShaderPack glueball_shader_blobs();
glueball::spirv::ShaderPack glueball_prebuilt_blobs();

namespace glueball::gpu {
namespace {

constexpr std::string_view kModel = "model";

/// The variants that a kernel was compiled for; its modules are
/// FOLDER/FILE[.storage][.precision][.sum][.model].
struct Axes {
  bool storage = false, split = false, sum = false, model = false;
  std::set<std::string_view> precisions;  ///< other than single

  void add(std::string_view part) {
    const auto is = [&](auto... values) { return ((part == to_string(values)) || ...); };
    split |= is(Storage::split);
    storage |= is(Storage::buffer, Storage::texel, Storage::image, Storage::split);
    model |= part == kModel;
    sum |= is(Accumulator::float64, Accumulator::two_float);
    if (is(Precision::double_, Precision::half)) precisions.insert(part);
  }
  /// Returns the suffix of a variant. A kernel that reads fields must have been compiled for their precision;
  /// a kernel that reads none may have one module for all.
  std::string suffix(const Variant& v) const {
    std::string text;
    const auto add = [&](std::string_view part) { (text += '.') += part; };
    if (storage) add(to_string(v.storage == Storage::split && !split ? Storage::buffer : v.storage));
    if (v.precision != Precision::single && (storage || precisions.contains(to_string(v.precision))))
      add(to_string(v.precision));
    if (sum) add(to_string(v.accumulator));
    if (model && v.memory_model) add(kModel);
    return text;
  }
};

/// The modules of the process by name, which were built into the program.
class Index {
 public:
  Index() {
    for (const spirv::PackedModule& module : spirv::packed_modules(glueball_shader_blobs())) insert(module);
  }

  void add(ShaderPack pack) {
    const std::lock_guard lock(mutex_);
    for (const spirv::PackedModule& module : spirv::packed_modules(pack)) {
      const auto there = packed_.find(module.name);
      if (there == packed_.end())
        insert(module);
      else if (there->second.compressed.data() != module.compressed.data())
        throw Error(ErrorKind::device, "there are two shaders '" + std::string(module.name) + "'",
                    "this is a fault of the caller");
    }
  }

  std::optional<ShaderBlob> find(std::string_view kernel, const Variant& variant) const {
    std::string name(kernel);
    {
      const std::lock_guard lock(mutex_);
      const auto found = axes_.find(kernel);
      if (found == axes_.end()) return {};
      name += found->second.suffix(variant);
    }
    return find(std::string_view(name));
  }
  std::optional<ShaderBlob> find(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    const auto found = packed_.find(name);
    if (found == packed_.end()) return {};
    return ShaderBlob{found->first, unpacked(found->second)};
  }

 private:
  void insert(const spirv::PackedModule& module) {
    packed_.emplace(module.name, module);
    std::size_t dot = module.name.find('.');
    Axes& axes = axes_[module.name.substr(0, dot)];
    while (dot < module.name.size()) {
      const std::size_t next = std::min(module.name.find('.', dot + 1), module.name.size());
      axes.add(module.name.substr(dot + 1, next - dot - 1));
      dot = next;
    }
  }

  mutable std::mutex mutex_;
  std::map<std::string_view, spirv::PackedModule> packed_;
  std::map<std::string_view, Axes> axes_;  ///< by kernel
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
  for (const spirv::PackedModule& module : spirv::packed_modules(glueball_shader_blobs()))
    all.push_back(named_shader(module.name));
  return all;
}

void register_shaders(ShaderPack pack) { index().add(pack); }

ShaderBlob find_shader(std::string_view kernel, const Variant& variant) {
  const std::string name(kernel);
  if (auto found = index().find(name, variant)) return *std::move(found);
  throw Error(ErrorKind::device,
              "no shader '" + name + "' for " + std::string(to_string(variant.storage)) + " storage and " +
                  std::string(to_string(variant.precision)) + " precision in this program",
              "choose another precision or storage (in a program of your own: FOLDER/FILE, without .comp)");
}

ShaderBlob named_shader(std::string_view name) {
  if (auto found = index().find(name)) return *std::move(found);
  throw Error(ErrorKind::device, "no shader '" + std::string(name) + "' in this program");
}

std::optional<std::vector<std::uint32_t>> prebuilt_module(std::uint64_t key) {
  static const auto all = [] {
    std::map<std::string_view, spirv::PackedModule> by_key;
    for (const spirv::PackedModule& module : spirv::packed_modules(glueball_prebuilt_blobs()))
      by_key.emplace(module.name, module);
    return by_key;
  }();
  const auto found = all.find(fnv_digits(key));
  if (found == all.end()) return {};
  return spirv::unpacked(found->second);
}

std::uint64_t shader_hash() {
  static const std::uint64_t hash = spirv::pack_hash(glueball_shader_blobs());
  return hash;
}

}  // namespace glueball::gpu
