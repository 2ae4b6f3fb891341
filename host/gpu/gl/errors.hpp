// OpenGL's error flag.
#pragma once

#include <glad/gl.h>

namespace glueball::gpu::opengl {

/// Returns the first error since the last call, GL_NO_ERROR (0) if there was none; clears the flag.
GLenum take_error();

/// Throws Error(device) that names the first error since the last call, if there was one.
void check_errors(const char* where);

}  // namespace glueball::gpu::opengl
