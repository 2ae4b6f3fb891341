#include "gpu/gl/transfer.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <string>

#include "base/error.hpp"
#include "base/parallel_memory.hpp"

namespace glueball::gpu::opengl {
namespace {

constexpr std::size_t kSegmentBytes = 4 << 20, kTexelBytes = 16;
constexpr int kSegments = 4;

/// Part of a memory that fits into a ring's segment: bytes of a buffer, or rows of one layer.
struct Chunk {
  std::size_t offset, bytes;
  GLint layer = 0, row = 0, rows = 0;
};

/// Calls copy(chunk) for consecutive chunks that cover `bytes`.
template <class Copy>
void for_chunks(const MemoryShape& shape, std::size_t bytes, Copy copy) {
  if (!shape.is_image()) {
    for (std::size_t at = 0; at < bytes; at += kSegmentBytes)
      copy(Chunk{at, std::min(kSegmentBytes, bytes - at)});
    return;
  }
  const std::size_t row_bytes = shape.width * kTexelBytes;
  const GLint most = GLint(std::max<std::size_t>(kSegmentBytes / row_bytes, 1)), height = GLint(shape.height);
  std::size_t at = 0;
  for (GLint layer = 0; layer < GLint(shape.layers); ++layer)
    for (GLint row = 0; row < height; row += most) {
      const GLint rows = std::min(most, height - row);
      copy(Chunk{at, std::size_t(rows) * row_bytes, layer, row, rows});
      at += std::size_t(rows) * row_bytes;
    }
}

void* as_pointer(std::size_t offset) { return reinterpret_cast<void*>(offset); }

}  // namespace

void Transfer::upload(const GlMemory& target, std::span<const std::byte> data) {
  if (!up_) up_.emplace(kSegmentBytes, kSegments, GL_MAP_WRITE_BIT);
  const MemoryShape& shape = target.shape();
  if (shape.is_image()) glBindBuffer(GL_PIXEL_UNPACK_BUFFER, up_->buffer());
  for_chunks(shape, data.size(), [&](const Chunk& c) {
    const Ring::Piece piece = up_->take(c.bytes, kTexelBytes);
    copy_in_parallel(piece.data, data.data() + c.offset, c.bytes);
    if (shape.is_image())
      glTextureSubImage3D(target.texture(), 0, 0, c.row, c.layer, GLsizei(shape.width), c.rows, 1, GL_RGBA,
                          GL_FLOAT, as_pointer(piece.offset));
    else
      glCopyNamedBufferSubData(up_->buffer(), target.buffer(), GLintptr(piece.offset), GLintptr(c.offset),
                               GLsizeiptr(c.bytes));
  });
  if (shape.is_image()) glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

void Transfer::download(const GlMemory& source, std::span<std::byte> data) {
  if (!down_) down_.emplace(kSegmentBytes, kSegments, GL_MAP_READ_BIT);
  struct Copied {
    Fence fence;
    const std::byte* from;
    std::byte* to;
    std::size_t bytes;
  };
  std::deque<Copied> flying;
  const auto land = [&] {
    flying.front().fence.wait();
    copy_in_parallel(flying.front().to, flying.front().from, flying.front().bytes);
    flying.pop_front();
  };
  const MemoryShape& shape = source.shape();
  if (shape.is_image()) glBindBuffer(GL_PIXEL_PACK_BUFFER, down_->buffer());
  for_chunks(shape, data.size(), [&](const Chunk& c) {
    // The ring knows when the device has written a piece, not when the host has read it, so use fewer pieces
    // than its segments.
    if (flying.size() == kSegments - 1) land();
    const Ring::Piece piece = down_->take(c.bytes, kTexelBytes);
    if (shape.is_image())
      glGetTextureSubImage(source.texture(), 0, 0, c.row, c.layer, GLsizei(shape.width), c.rows, 1, GL_RGBA,
                           GL_FLOAT, GLsizei(c.bytes), as_pointer(piece.offset));
    else
      glCopyNamedBufferSubData(source.buffer(), down_->buffer(), GLintptr(c.offset), GLintptr(piece.offset),
                               GLsizeiptr(c.bytes));
    flying.push_back({Fence(), piece.data, data.data() + c.offset, c.bytes});
  });
  if (shape.is_image()) glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  while (!flying.empty()) land();
}

}  // namespace glueball::gpu::opengl
