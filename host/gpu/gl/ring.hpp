// Host memory that the device reads or writes, handed out again and again.
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "gpu/gl/fence.hpp"

namespace glueball::gpu::opengl {

/// A persistently mapped buffer in segments. A segment is handed out again only when the device has passed
/// the fence set behind its last use, so pieces never overwrite what is in flight.
class Ring {
 public:
  /// `access` is GL_MAP_READ_BIT or GL_MAP_WRITE_BIT. Throws Error(device) when the driver has no memory for
  /// it.
  Ring(std::size_t segment_bytes, int segments, GLbitfield access);
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  struct Piece {
    std::byte* data;
    std::size_t offset;  ///< in `buffer()`
  };
  /// At most segment_bytes. The work that uses the piece is recorded before the next call.
  Piece take(std::size_t bytes, std::size_t alignment);

  GLuint buffer() const { return buffer_; }
  std::size_t segment_bytes() const { return segment_bytes_; }
  std::size_t bytes() const { return segment_bytes_ * fences_.size(); }

 private:
  GLuint buffer_ = 0;
  std::byte* data_ = nullptr;
  std::size_t segment_bytes_, used_ = 0, segment_ = 0;
  std::vector<std::optional<Fence>> fences_;  ///< behind the last use of each segment
};

}  // namespace glueball::gpu::opengl
