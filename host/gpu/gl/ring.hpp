// A ring of host memory that the device reads or writes.
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "gpu/gl/fence.hpp"

namespace glueball::gpu::opengl {

/// A persistently mapped buffer in segments. A segment is reused only after the device has passed the fence
/// behind its last use, so a piece never overwrites data in use.
class Ring {
 public:
  /// `access` is GL_MAP_READ_BIT or GL_MAP_WRITE_BIT. Throws Error(device) if the driver has no memory for
  /// it.
  Ring(std::size_t segment_bytes, int segments, GLbitfield access);
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  struct Piece {
    std::byte* data;
    std::size_t offset;  ///< in `buffer()`
  };
  /// Returns a piece of at most segment_bytes. Record the work that uses the piece before the next call.
  Piece take(std::size_t bytes, std::size_t alignment);

  GLuint buffer() const { return buffer_; }
  std::size_t segment_bytes() const { return segment_bytes_; }
  std::size_t bytes() const { return segment_bytes_ * fences_.size(); }

 private:
  GLuint buffer_ = 0;
  std::byte* data_ = nullptr;
  std::size_t segment_bytes_, used_ = 0, segment_ = 0;
  std::vector<std::optional<Fence>> fences_;  ///< fences behind the last use of each segment
};

}  // namespace glueball::gpu::opengl
