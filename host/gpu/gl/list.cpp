// Lists the devices that OpenGL reaches, and opens them.
#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "gpu/gl/device.hpp"
#include "gpu/gl/info.hpp"

namespace glueball::gpu::opengl {
namespace {

struct Listed {
  DeviceInfo info;
  HeadlessTarget target;
};

/// Returns true if two entries are one device. Every EGL device of a driver is another GPU, even two of one
/// model. But Mesa's one software renderer answers for each display without a GPU driver.
bool same(const DeviceInfo& a, const DeviceInfo& b, bool fallback) {
  if (a.name != b.name || a.driver != b.driver) return false;
  return a.uuid != std::array<std::uint8_t, 16>{} && a.type != DeviceType::software
             ? a.uuid == b.uuid
             : fallback || a.type == DeviceType::software;
}

void add(std::vector<Listed>& list, const std::vector<HeadlessTarget>& targets, bool fallback) {
  for (const HeadlessTarget& target : targets) {
    const auto context = headless_context(target, false);
    if (!context) continue;
    auto info = describe();
    if (!info ||
        std::any_of(list.begin(), list.end(), [&](const Listed& l) { return same(l.info, *info, fallback); }))
      continue;
    info->index = int(list.size());
    list.push_back({std::move(*info), target});
  }
}

/// Returns the devices. The list is made once, because it creates a context on every device.
const std::vector<Listed>& listed() {
  static const std::vector<Listed> all = [] {
    std::vector<Listed> list;
    add(list, device_targets(), false);
    // Some GPUs, such as those under WSL, are not EGL devices.
    if (std::none_of(list.begin(), list.end(),
                     [](const Listed& l) { return l.info.type != DeviceType::software; }))
      add(list, fallback_targets(), true);
    return list;
  }();
  return all;
}

#ifdef GLUEBALL_WINDOW
std::unique_ptr<Device> open_window(int index, const OpenOptions& options) {
  std::shared_ptr<Context> context = window_context(options.validate);
  auto info = describe();
  if (!info)
    throw Error(ErrorKind::device,
                "the window's OpenGL runs no SPIR-V (it needs 4.6, or 4.5 with GL_ARB_gl_spirv)",
                "update the graphics driver or use <device vulkan>");
  // The window system chooses the device.
  const auto& all = listed();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Listed& l) { return same(l.info, *info, true); });
  if (found != all.end()) info->index = found->info.index;
  if (index != 0 && info->index != index)
    throw Error(
        ErrorKind::device,
        "opengl:" + std::to_string(index) + " cannot open a window, the window system gives " + info->name,
        "use <device opengl>");
  return std::make_unique<GlDevice>(std::move(context), *info, options);
}
#else
std::unique_ptr<Device> open_window(int, const OpenOptions&) {
  throw Error(ErrorKind::device, "this program was built without windows",
              "install libglfw3-dev and libimgui-dev and build anew, or give <headless>");
}
#endif

}  // namespace

std::vector<DeviceInfo> devices() {
  std::vector<DeviceInfo> all;
  for (const Listed& l : listed()) all.push_back(l.info);
  return all;
}

std::unique_ptr<Device> open(int index, const OpenOptions& options) {
  if (options.window) return open_window(index, options);
  const auto& all = listed();
  if (index < 0 || std::size_t(index) >= all.size())
    throw Error(
        ErrorKind::device,
        "there is no opengl:" + std::to_string(index) + ", " +
            (all.empty() ? "no device runs OpenGL 4.5 with SPIR-V through EGL"
                         : "the last is opengl:" + std::to_string(all.size() - 1)),
        all.empty()
            ? "install libegl1, libegl-mesa0 and libgl1-mesa-dri (AMD, Intel, CPU) or NVIDIA's driver "
              "(Debian package: nvidia-driver); or use <device vulkan>"
            : "'glueball devices' lists what there is");
  const Listed& chosen = all[std::size_t(index)];
  std::shared_ptr<Context> context = headless_context(chosen.target, options.validate);
  if (!context)
    throw Error(ErrorKind::device,
                chosen.info.id() + " (" + chosen.info.name +
                    "): the driver made a context before and refuses now (" + egl_error() + ")",
                "close other programs that use the device");
  return std::make_unique<GlDevice>(std::move(context), chosen.info, options);
}

}  // namespace glueball::gpu::opengl
