// Timestamps around dispatches.
#pragma once

#include <glad/gl.h>

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "gpu/stream.hpp"

namespace glueball::gpu::opengl {

/// Takes two timestamp queries a dispatch, read only when the device has them. Software drivers compute
/// inside the call and are timed by the host's clock: their queries depend on when rasteriser threads run
/// (docs/drivers.md).
class Timer {
 public:
  explicit Timer(bool by_host) : by_host_(by_host) {}
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  void begin(const Pipeline& pipeline);
  void end();
  /// Moves finished timestamps into `times`.
  void collect(std::map<std::string, KernelTime>& times);
  std::size_t pending() const { return pending_.size(); }

 private:
  struct Span {
    const Pipeline* pipeline;
    GLuint begin, end;
  };
  GLuint query();

  std::deque<Span> pending_;
  std::vector<GLuint> free_;
  const bool by_host_;
  const Pipeline* pipeline_ = nullptr;
  std::chrono::steady_clock::time_point start_;
  std::map<std::string, KernelTime> measured_;  ///< by the host's clock
};

}  // namespace glueball::gpu::opengl
