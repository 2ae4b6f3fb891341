#include "gpu/gl/debug.hpp"

namespace glueball::gpu::opengl {
namespace {

constexpr GLuint kBufferDetails =
    131185;  // NVIDIA: "Buffer object N will use VIDEO memory as the source ..."

}  // namespace

DebugLog::DebugLog(std::shared_ptr<Context> context, Messages& messages)
    : context_(std::move(context)), messages_(messages) {
  context_->make_current();
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);  // messages come before the call returns, in the same thread
  glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
  glDebugMessageCallback(&DebugLog::receive, this);
}

DebugLog::~DebugLog() {
  if (!context_->try_current()) return;
  glDebugMessageCallback(nullptr, nullptr);
  glDisable(GL_DEBUG_OUTPUT);
}

void DebugLog::receive(GLenum, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar* text,
                       const void* self) {
  // Faults count, advice on performance does not.
  if (severity == GL_DEBUG_SEVERITY_NOTIFICATION || type == GL_DEBUG_TYPE_PERFORMANCE || id == kBufferDetails)
    return;
  auto& log = *static_cast<DebugLog*>(const_cast<void*>(self));
  log.messages_.count();
  std::string line = length >= 0 ? std::string(text, std::size_t(length)) : std::string(text);
  while (!line.empty() && line.back() == '\n') line.pop_back();
  if (log.seen_.insert(line).second) log.messages_.tell("OpenGL " + std::to_string(id) + ": " + line);
}

}  // namespace glueball::gpu::opengl
