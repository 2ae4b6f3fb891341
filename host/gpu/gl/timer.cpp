#include "gpu/gl/timer.hpp"

#include <array>

namespace glueball::gpu::opengl {

Timer::~Timer() {
  for (const Span& span : pending_) {
    free_.push_back(span.begin);
    free_.push_back(span.end);
  }
  if (!free_.empty()) glDeleteQueries(GLsizei(free_.size()), free_.data());
}

GLuint Timer::query() {
  if (free_.empty()) {
    std::array<GLuint, 64> made;
    glCreateQueries(GL_TIMESTAMP, GLsizei(made.size()), made.data());
    free_.assign(made.begin(), made.end());
  }
  const GLuint id = free_.back();
  free_.pop_back();
  return id;
}

void Timer::begin(const Pipeline& pipeline) {
  if (by_host_) {
    pipeline_ = &pipeline;
    glFinish();
    start_ = std::chrono::steady_clock::now();
    return;
  }
  pending_.push_back({&pipeline, query(), query()});
  glQueryCounter(pending_.back().begin, GL_TIMESTAMP);
}

void Timer::end() {
  if (by_host_) {
    glFinish();
    KernelTime& time = measured_[pipeline_->kernel];
    ++time.calls;
    time.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return;
  }
  glQueryCounter(pending_.back().end, GL_TIMESTAMP);
}

void Timer::collect(std::map<std::string, KernelTime>& times) {
  for (const auto& [kernel, time] : measured_) {
    times[kernel].calls += time.calls;
    times[kernel].seconds += time.seconds;
  }
  measured_.clear();
  while (!pending_.empty()) {
    const Span span = pending_.front();
    GLint ready = GL_FALSE;
    glGetQueryObjectiv(span.end, GL_QUERY_RESULT_AVAILABLE, &ready);
    if (!ready) return;
    GLuint64 begin = 0, end = 0;
    glGetQueryObjectui64v(span.begin, GL_QUERY_RESULT, &begin);
    glGetQueryObjectui64v(span.end, GL_QUERY_RESULT, &end);
    KernelTime& time = times[span.pipeline->kernel];
    ++time.calls;
    time.seconds += end > begin ? double(end - begin) * 1e-9 : 0;
    free_.push_back(span.begin);
    free_.push_back(span.end);
    pending_.pop_front();
  }
}

}  // namespace glueball::gpu::opengl
