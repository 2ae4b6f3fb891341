// The present bindings of a context.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/stream.hpp"

namespace glueball::gpu::opengl {

/// Binds the memory of a dispatch to the slots of its kernel, except memory that is bound already. Slot N of
/// a kernel is storage-buffer binding N, texture unit N or image unit N.
class BindingTable {
 public:
  /// Throws Error(device) if the kernel has a slot that `bindings` lacks, or one with memory of another kind.
  void bind(const Pipeline& pipeline, std::span<const Binding> bindings);

 private:
  /// Sets `point` of `table` to `id`; returns true if it was something else.
  static bool change(std::vector<std::uint64_t>& table, std::uint32_t point, std::uint64_t id);

  // These are memory ids, which are never reused; OpenGL's own names are reused.
  std::vector<std::uint64_t> buffers_, textures_, images_;
};

}  // namespace glueball::gpu::opengl
