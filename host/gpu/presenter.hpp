// Shows frames from device memory in a window, without copying them through the host.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu/device.hpp"

namespace glueball::gpu {

/// A window and the means of one device to draw into it.
class Presenter {
 public:
  virtual ~Presenter() = default;
  Presenter(const Presenter&) = delete;
  Presenter& operator=(const Presenter&) = delete;

  /// Returns GLFW's window, at first of one pixel, hidden and without a title. It ends with the presenter or
  /// the device.
  virtual void* window() const = 0;
  /// Returns true if a pixel's lowest byte is blue (BGRA), false if it is red (RGBA).
  virtual bool blue_first() const = 0;
  /// Shows a frame: a word a pixel, rows from the top, as many pixels as the window has. The device finishes
  /// earlier work first. Returns false if the window cannot show it now, because it has changed its size or
  /// is gone.
  virtual bool show(const Memory& frame, std::uint32_t width, std::uint32_t height) = 0;
  /// Marks the display as gone: the window system is not called when the presenter ends.
  virtual void abandon() {}

 protected:
  Presenter() = default;
};

/// Returns true if this program was built with windows.
bool has_windows();

/// Makes a presenter for a device opened with OpenOptions::window, on the thread that opened it. With `vsync`
/// frames wait for the screen. Throws Error(device) if the device cannot reach the screen.
std::unique_ptr<Presenter> make_presenter(Device& device, bool vsync);

namespace vulkan {
std::unique_ptr<Presenter> make_presenter(Device& device, bool vsync);
}
namespace opengl {
std::unique_ptr<Presenter> make_presenter(Device& device, bool vsync);
}

}  // namespace glueball::gpu
