#include "app/hints.hpp"

#include <dlfcn.h>

namespace glueball::app {

bool library_present(const char* name) {
  void* handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return false;
  dlclose(handle);
  return true;
}

std::string device_words(const gpu::DeviceInfo& device) {
  return device.id() + " " + device.name +
         (device.type == gpu::DeviceType::software ? ", a driver for CPUs" : "");
}

std::string missing_driver_hint(gpu::Api api) {
  if (api == gpu::Api::vulkan) {
#ifdef GLUEBALL_VULKAN
    return library_present("libvulkan.so.1")
               ? "Vulkan's loader finds no driver: install mesa-vulkan-drivers or the GPU's own driver"
               : "Vulkan's loader is missing: install libvulkan1 and mesa-vulkan-drivers";
#else
    return "Vulkan was left out of this build: configure with -DGLUEBALL_VULKAN=ON";
#endif
  }
#ifdef GLUEBALL_OPENGL
  return library_present("libEGL.so.1")
             ? "EGL gives no OpenGL 4.5 context: install libgl1-mesa-dri or the GPU's own driver"
             : "EGL is missing: install libegl1, libegl-mesa0 and libgl1-mesa-dri";
#else
  return "OpenGL was left out of this build: configure with -DGLUEBALL_OPENGL=ON";
#endif
}

std::string missing_driver_hint() {
  return missing_driver_hint(gpu::Api::vulkan) + "; " + missing_driver_hint(gpu::Api::opengl);
}

}  // namespace glueball::app
