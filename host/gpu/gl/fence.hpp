// A point in the device's work that the host can wait for.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace glueball::gpu::opengl {

/// A fence, set when it is made. The context that was current then must be current in every call.
class Fence {
 public:
  Fence() : sync_(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)) {}
  ~Fence() {
    if (sync_) glDeleteSync(sync_);
  }
  Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
  Fence& operator=(Fence&& other) noexcept {
    std::swap(sync_, other.sync_);
    return *this;
  }

  /// Throws Error(device) if the device was lost.
  bool done() const;
  void wait() const;

 private:
  GLsync sync_;
};

}  // namespace glueball::gpu::opengl
