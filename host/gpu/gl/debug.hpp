// The driver's debug messages.
#pragma once

#include <glad/gl.h>

#include <memory>
#include <set>
#include <string>

#include "gpu/gl/context.hpp"
#include "gpu/messages.hpp"

namespace glueball::gpu::opengl {

/// Counts the messages of a debug context and reports each text once. Notifications, such as where the driver
/// puts a buffer or how it compiled a shader, are no faults and are not counted.
class DebugLog {
 public:
  DebugLog(std::shared_ptr<Context> context, Messages& messages);
  ~DebugLog();
  DebugLog(const DebugLog&) = delete;
  DebugLog& operator=(const DebugLog&) = delete;

 private:
  static void GLAD_API_PTR receive(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                   const GLchar* text, const void* self);

  std::shared_ptr<Context> context_;
  Messages& messages_;
  std::set<std::string> seen_;
};

}  // namespace glueball::gpu::opengl
