#include "gpu/gl/fence.hpp"

#include <string>

#include "base/error.hpp"

namespace glueball::gpu::opengl {
namespace {

[[noreturn]] void lost() {
  throw Error(ErrorKind::device, "OpenGL: the device was lost",
              "another program or too long a kernel may have reset it; run again, with <resume> where there "
              "is a checkpoint");
}

/// Returns true if the fence is reached within `nanoseconds`.
bool passed(GLsync sync, GLuint64 nanoseconds) {
  if (!sync) lost();
  const GLenum result = glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds);
  if (result == GL_WAIT_FAILED) lost();
  if (result != GL_TIMEOUT_EXPIRED) return true;
  if (nanoseconds && glGetGraphicsResetStatus() != GL_NO_ERROR) lost();
  return false;
}

}  // namespace

bool Fence::done() const { return passed(sync_, 0); }

void Fence::wait() const {
  constexpr GLuint64 second = 1000000000;
  while (!passed(sync_, second)) {
    // The kernel is long; only a lost device ends the wait early.
  }
}

}  // namespace glueball::gpu::opengl
