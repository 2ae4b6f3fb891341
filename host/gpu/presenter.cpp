#include "gpu/presenter.hpp"

#include "base/error.hpp"

namespace glueball::gpu {

bool has_windows() {
#ifdef GLUEBALL_WINDOW
  return true;
#else
  return false;
#endif
}

std::unique_ptr<Presenter> make_presenter([[maybe_unused]] Device& device, [[maybe_unused]] bool vsync) {
#ifdef GLUEBALL_WINDOW
#ifdef GLUEBALL_VULKAN
  if (device.info().api == Api::vulkan) return vulkan::make_presenter(device, vsync);
#endif
#ifdef GLUEBALL_OPENGL
  if (device.info().api == Api::opengl) return opengl::make_presenter(device, vsync);
#endif
#endif
  throw Error(ErrorKind::device, "this program was built without windows",
              "give <headless>, or install libglfw3-dev and libimgui-dev and build anew");
}

}  // namespace glueball::gpu
