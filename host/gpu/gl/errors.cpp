#include "gpu/gl/errors.hpp"

#include <string>

#include "base/error.hpp"

namespace glueball::gpu::opengl {

GLenum take_error() {
  const GLenum first = glGetError();
  // The loop is bounded, because a lost context reports its error for ever.
  for (int i = 0; first != GL_NO_ERROR && i < 16 && glGetError() != GL_NO_ERROR; ++i) {
  }
  return first;
}

void check_errors(const char* where) {
  const GLenum error = take_error();
  if (error == GL_NO_ERROR) return;
  const char* name = error == GL_OUT_OF_MEMORY       ? "out of memory"
                     : error == GL_INVALID_OPERATION ? "invalid operation"
                     : error == GL_INVALID_VALUE     ? "invalid value"
                     : error == GL_INVALID_ENUM      ? "invalid enumerant"
                     : error == GL_CONTEXT_LOST      ? "context lost"
                                                     : "unknown error";
  throw Error(ErrorKind::device, std::string("OpenGL: ") + name + " in " + where,
              "'glueball doctor' runs every kernel with the driver's own checks");
}

}  // namespace glueball::gpu::opengl
