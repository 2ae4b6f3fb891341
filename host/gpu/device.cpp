#include "gpu/device.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "args/constants.h"
#include "base/error.hpp"
#include "gpu/bound_memory.hpp"
#include "gpu/limit_override.hpp"

namespace glueball::gpu {

std::shared_ptr<Memory> Device::import_descriptor(int descriptor, std::size_t) {
  close(descriptor);
  return {};
}

std::shared_ptr<Timeline> Device::import_timeline(int descriptor) {
  close(descriptor);
  return {};
}

Pipeline& Device::pipeline(std::string_view kernel, const Variant& variant, const Specialization& constants) {
  std::string key(kernel);
  key += to_string(variant.storage);
  key += to_string(variant.accumulator);
  key += to_string(variant.precision);
  if (variant.memory_model) key += "model";
  for (const auto& [id, value] : constants) key += "," + std::to_string(id) + "=" + std::to_string(value);
  if (const auto found = pipelines_.find(key); found != pipelines_.end()) return *found->second;

  const auto start = std::chrono::steady_clock::now();
  ShaderBlob blob = find_shader(kernel, variant);
  if (const auto other = replaced_.find(blob.name); other != replaced_.end()) blob.words = other->second;
  const spirv::ModuleInfo spirv = spirv::inspect(blob.words);
  const auto fields =
      std::count_if(spirv.bindings.begin(), spirv.bindings.end(), [](const spirv::ModuleBinding& b) {
        return b.kind != ResourceKind::texel_buffer || b.slot < kTexelsBeside;
      });
  if (std::size_t(fields) > info_.limits.storage_blocks)
    throw Error(ErrorKind::device,
                info_.id() + ": kernel " + std::string(kernel) + " binds " + std::to_string(fields) +
                    " fields, the device allows " + std::to_string(info_.limits.storage_blocks),
                "choose another device");
  auto pipeline = build(blob, spirv, constants);
  if (statistics_wanted_) statistics_.push_back({std::string(blob.name), pipeline->figures});
  pipeline->kernel = kernel;
  pipeline->info = spirv;
  pipeline->group_size = constants.contains(0) ? constants.at(0) : 1;
  const auto fold = constants.find(CONSTANT_FOLDED);
  pipeline->folded =
      fold != constants.end() && fold->second != 0 &&
      std::binary_search(spirv.specialization_ids.begin(), spirv.specialization_ids.end(), CONSTANT_FOLDED);
  pipeline_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return *pipelines_.emplace(std::move(key), std::move(pipeline)).first->second;
}

Storage preferred_storage(const DeviceInfo& device) {
  // Mesa's CPU drivers read texel buffers almost three times as fast as storage buffers. GPUs prefer storage
  // buffers.
  return device.type == DeviceType::software ? Storage::texel : Storage::buffer;
}

std::vector<DeviceInfo> devices() {
  lowered_by_environment({});  // reports errors of the variable here: below, errors are those of drivers
  std::vector<DeviceInfo> all;
  [[maybe_unused]] auto add = [&](auto&& list) {
    try {
      for (auto& info : list()) all.push_back(std::move(info));
    } catch (const std::exception&) {
      // An API whose driver fails while it is queried has no devices. Opening one by name reports the error.
    }
  };
#ifdef GLUEBALL_VULKAN
  add(vulkan::devices);
#endif
#ifdef GLUEBALL_OPENGL
  add(opengl::devices);
#endif
  return all;
}

// Vulkan is preferred to OpenGL, for Mesa's CPU drivers too, where neither is faster. The table has
// milliseconds of processor time a run: lavapipe and llvmpipe of Mesa 22.3.6, single precision, 2 cores under
// a load of 17 from other programs (`glueball bench dslash plaquette heatbath --json`). With one run each,
// differences below about 20 percent are noise.
//   8^4   Dslash 0.345 and 0.346, plaquette 1.46 and 1.20, heatbath 8.6 and 7.1
//   16^4  Dslash 4.8 and 8.6, plaquette 32 and 36, heatbath 184 and 137
// A trial at the start would cost more than it could gain: it must compile kernels on both.
std::string default_device(const std::vector<DeviceInfo>& devices) {
  const auto rank = [](const DeviceInfo& d) { return int(d.type) * 2 + (d.api == Api::vulkan ? 0 : 1); };
  const auto best =
      std::min_element(devices.begin(), devices.end(),
                       [&](const DeviceInfo& a, const DeviceInfo& b) { return rank(a) < rank(b); });
  return best == devices.end() ? std::string{} : best->id();
}

namespace {

struct DeviceName {
  Api api;
  int index;
};

DeviceName parsed(std::string_view name) {
  const auto colon = name.find(':');
  const std::string_view api = name.substr(0, colon);
  int index = 0;
  bool good = api == "vulkan" || api == "opengl";
  if (colon != std::string_view::npos) {
    const char *first = name.data() + colon + 1, *last = name.data() + name.size();
    const auto [end, error] = std::from_chars(first, last, index);
    good = good && error == std::errc() && end == last && index >= 0;
  }
  if (!good)
    throw Error(ErrorKind::bad_value,
                "device '" + std::string(name) + "' is not auto, vulkan[:N] or opengl[:N]",
                "'glueball devices' lists what there is");
  return {api == "vulkan" ? Api::vulkan : Api::opengl, index};
}

std::unique_ptr<Device> open(Api api, [[maybe_unused]] int index,
                             [[maybe_unused]] const OpenOptions& options) {
  if (api == Api::vulkan) {
#ifdef GLUEBALL_VULKAN
    return vulkan::open(index, options);
#endif
  } else {
#ifdef GLUEBALL_OPENGL
    return opengl::open(index, options);
#endif
  }
  throw Error(ErrorKind::device, "this program was built without " + std::string(to_string(api)),
              "choose another <device> or build with -DGLUEBALL_" +
                  std::string(api == Api::vulkan ? "VULKAN" : "OPENGL") + "=ON");
}

}  // namespace

bool is_driver_error([[maybe_unused]] const std::system_error& error) {
#ifdef GLUEBALL_VULKAN
  return vulkan::is_driver_error(error);
#else
  return false;
#endif
}

std::unique_ptr<Device> open_device(std::string_view name, const OpenOptions& options) {
  std::string chosen(name);
  if (chosen == "auto") {
    chosen = default_device(devices());
    if (chosen.empty())
      throw Error(ErrorKind::device, "no Vulkan or OpenGL 4.5 device found",
                  "install a driver (Mesa's software ones: apt-get install mesa-vulkan-drivers libegl-mesa0 "
                  "libgl1-mesa-dri)");
  }
  const DeviceName device = parsed(chosen);
  return open(device.api, device.index, options);
}

void check_device_name(std::string_view name) {
  if (name != "auto") parsed(name);
}

}  // namespace glueball::gpu
