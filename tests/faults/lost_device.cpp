// Preloaded into a program: its devices are lost when glueball_lose_devices(1) is called, and found again at
// glueball_lose_devices(0). What Vulkan's and OpenGL's drivers say of a lost device is said in their place;
// both come from dlsym.
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

#include <atomic>
#include <cstdint>
#include <cstring>

namespace {

using Function = void (*)();

std::atomic<bool> g_lost = false;

VkResult after(VkResult real) { return g_lost ? VK_ERROR_DEVICE_LOST : real; }

/// The driver's own, by the name under which it was asked for last.
template <class Pointer>
struct Real {
  static inline Pointer call = nullptr;
};

// Work that was begun ends: the memory it has is freed soon.
VkResult queue_submit(VkQueue queue, std::uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
  return g_lost ? VK_ERROR_DEVICE_LOST : Real<PFN_vkQueueSubmit>::call(queue, count, infos, fence);
}
VkResult wait_semaphores(VkDevice device, const VkSemaphoreWaitInfo* info, std::uint64_t timeout) {
  return g_lost ? VK_ERROR_DEVICE_LOST : Real<PFN_vkWaitSemaphores>::call(device, info, timeout);
}
VkResult counter_value(VkDevice device, VkSemaphore semaphore, std::uint64_t* value) {
  return after(Real<PFN_vkGetSemaphoreCounterValue>::call(device, semaphore, value));
}
VkResult wait_idle(VkDevice device) { return after(Real<PFN_vkDeviceWaitIdle>::call(device)); }

PFN_vkVoidFunction device_function(VkDevice device, const char* name);

/// Replaces `real` by `own`, which calls it.
template <class Pointer>
Function instead(Function real, Pointer own) {
  if (real == nullptr) return nullptr;
  Real<Pointer>::call = reinterpret_cast<Pointer>(real);
  return reinterpret_cast<Function>(own);
}

Function vulkan(const char* name, Function real) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0)
    return instead<PFN_vkGetDeviceProcAddr>(real, device_function);
  if (std::strcmp(name, "vkQueueSubmit") == 0) return instead<PFN_vkQueueSubmit>(real, queue_submit);
  if (std::strcmp(name, "vkWaitSemaphores") == 0) return instead<PFN_vkWaitSemaphores>(real, wait_semaphores);
  if (std::strcmp(name, "vkGetSemaphoreCounterValue") == 0)
    return instead<PFN_vkGetSemaphoreCounterValue>(real, counter_value);
  if (std::strcmp(name, "vkDeviceWaitIdle") == 0) return instead<PFN_vkDeviceWaitIdle>(real, wait_idle);
  return real;
}

PFN_vkVoidFunction device_function(VkDevice device, const char* name) {
  return vulkan(name, Real<PFN_vkGetDeviceProcAddr>::call(device, name));
}
PFN_vkVoidFunction instance_function(VkInstance instance, const char* name) {
  return vulkan(name, Real<PFN_vkGetInstanceProcAddr>::call(instance, name));
}

// These are OpenGL's names, with the values of its headers.
struct Reset {
  static inline unsigned (*call)() = nullptr;
};
unsigned reset_status() { return g_lost ? 0x8253u : Reset::call(); }  // GL_GUILTY_CONTEXT_RESET
struct ErrorOf {
  static inline unsigned (*call)() = nullptr;
};
unsigned last_error() { return g_lost ? 0x0507u : ErrorOf::call(); }  // GL_CONTEXT_LOST
struct Wait {
  static inline unsigned (*call)(void*, unsigned, std::uint64_t) = nullptr;
};
unsigned client_wait(void* sync, unsigned flags, std::uint64_t timeout) {
  return g_lost ? 0x911Du : Wait::call(sync, flags, timeout);  // GL_WAIT_FAILED
}
struct Map {
  static inline void* (*call)(unsigned, std::intptr_t, std::intptr_t, unsigned) = nullptr;
};
void* map_range(unsigned buffer, std::intptr_t offset, std::intptr_t length, unsigned access) {
  return g_lost ? nullptr : Map::call(buffer, offset, length, access);
}
struct Create {
  static inline unsigned (*call)() = nullptr;
};
unsigned create_program() { return g_lost ? 0 : Create::call(); }

template <class Place, class Pointer>
Function opengl_instead(Function real, Pointer own) {
  if (real == nullptr) return nullptr;
  Place::call = reinterpret_cast<Pointer>(real);
  return reinterpret_cast<Function>(own);
}

Function (*g_egl)(const char*) = nullptr;

Function opengl_function(const char* name) {
  const Function real = g_egl(name);
  if (std::strcmp(name, "glGetGraphicsResetStatus") == 0) return opengl_instead<Reset>(real, reset_status);
  if (std::strcmp(name, "glGetError") == 0) return opengl_instead<ErrorOf>(real, last_error);
  if (std::strcmp(name, "glClientWaitSync") == 0) return opengl_instead<Wait>(real, client_wait);
  if (std::strcmp(name, "glMapNamedBufferRange") == 0) return opengl_instead<Map>(real, map_range);
  if (std::strcmp(name, "glCreateProgram") == 0) return opengl_instead<Create>(real, create_program);
  return real;
}

}  // namespace

extern "C" {

void glueball_lose_devices(int lost) { g_lost = lost != 0; }

void* dlsym(void* handle, const char* name) noexcept {
  static const auto real =
      reinterpret_cast<void* (*)(void*, const char*)>(dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5"));
  void* const found = real(handle, name);
  if (found == nullptr || handle == RTLD_NEXT || handle == RTLD_DEFAULT) return found;
  // The program asks first, and then the loaders their drivers.
  static void *vulkan_loader = nullptr, *egl = nullptr;
  if (std::strcmp(name, "vkGetInstanceProcAddr") == 0 && (!vulkan_loader || vulkan_loader == found)) {
    vulkan_loader = found;
    Real<PFN_vkGetInstanceProcAddr>::call = reinterpret_cast<PFN_vkGetInstanceProcAddr>(found);
    return reinterpret_cast<void*>(&instance_function);
  }
  if (std::strcmp(name, "eglGetProcAddress") == 0 && (!egl || egl == found)) {
    egl = found;
    g_egl = reinterpret_cast<Function (*)(const char*)>(found);
    return reinterpret_cast<void*>(&opengl_function);
  }
  return found;
}

}  // extern "C"
