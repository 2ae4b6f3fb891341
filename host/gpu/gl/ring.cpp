#include "gpu/gl/ring.hpp"

#include <string>

#include "base/error.hpp"
#include "gpu/gl/errors.hpp"

namespace glueball::gpu::opengl {

Ring::Ring(std::size_t segment_bytes, int segments, GLbitfield access)
    : segment_bytes_(segment_bytes), fences_(std::size_t(segments)) {
  const auto bytes = GLsizeiptr(segment_bytes) * segments;
  const GLbitfield flags = access | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  glCreateBuffers(1, &buffer_);
  // A buffer that the host reads must be in host memory: elsewhere every read crosses the bus uncached.
  glNamedBufferStorage(buffer_, bytes, nullptr,
                       flags | (access == GL_MAP_READ_BIT ? GL_CLIENT_STORAGE_BIT : 0));
  data_ = static_cast<std::byte*>(glMapNamedBufferRange(buffer_, 0, bytes, flags));
  if (data_) return;
  glDeleteBuffers(1, &buffer_);
  take_error();
  throw Error(ErrorKind::device, "OpenGL: no mapped memory of " + std::to_string(bytes) + " bytes",
              "free host memory");
}

Ring::~Ring() {
  glUnmapNamedBuffer(buffer_);
  glDeleteBuffers(1, &buffer_);
}

Ring::Piece Ring::take(std::size_t bytes, std::size_t alignment) {
  used_ = (used_ + alignment - 1) / alignment * alignment;
  if (used_ + bytes > segment_bytes_) {
    fences_[segment_].emplace();
    segment_ = (segment_ + 1) % fences_.size();
    used_ = 0;
    if (fences_[segment_]) {
      fences_[segment_]->wait();
      fences_[segment_].reset();
    }
  }
  const std::size_t offset = segment_ * segment_bytes_ + used_;
  used_ += bytes;
  return {data_ + offset, offset};
}

}  // namespace glueball::gpu::opengl
