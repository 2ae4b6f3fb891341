// What a window shows lies in device memory: frames go from a buffer to the screen without a way through the
// host.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu/device.hpp"

namespace glueball::gpu {

/// A window, and the way to it from one device.
class Presenter {
 public:
  virtual ~Presenter() = default;
  Presenter(const Presenter&) = delete;
  Presenter& operator=(const Presenter&) = delete;

  /// GLFW's window, of one pixel, hidden and without a title at first. It goes with the presenter, or with
  /// the device.
  virtual void* window() const = 0;
  /// Whether a pixel's lowest byte is blue (BGRA) rather than red (RGBA).
  virtual bool blue_first() const = 0;
  /// Shows a frame: a word a pixel, rows from the top, as many pixels as the window has. Work queued before
  /// is waited for on the device. False where the window does not take it now (it has changed its size, or is
  /// gone): nothing else is wrong.
  virtual bool show(const Memory& frame, std::uint32_t width, std::uint32_t height) = 0;
  /// The display is gone: the window system is not told when the presenter goes.
  virtual void abandon() {}

 protected:
  Presenter() = default;
};

/// Whether this program was built with windows.
bool has_windows();

/// For a device opened with OpenOptions::window, on the thread that opened it; with `vsync` frames wait for
/// the screen. Throws Error(device) where the device cannot reach the screen.
std::unique_ptr<Presenter> make_presenter(Device& device, bool vsync);

namespace vulkan {
std::unique_ptr<Presenter> make_presenter(Device& device, bool vsync);
}
namespace opengl {
std::unique_ptr<Presenter> make_presenter(Device& device, bool vsync);
}

}  // namespace glueball::gpu
