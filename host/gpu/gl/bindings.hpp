// What is bound where in a context.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/stream.hpp"

namespace glueball::gpu::opengl {

/// Binds the memory of a dispatch to the slots of its kernel and leaves alone what is bound already. Slot N
/// of a kernel is storage-buffer binding N, texture unit N or image unit N.
class BindingTable {
 public:
  /// Throws Error(device) when the kernel has a slot that `bindings` has not, or memory of another kind.
  void bind(const Pipeline& pipeline, std::span<const Binding> bindings);

 private:
  /// True when `point` of `table` held something else; now it holds `id`.
  static bool change(std::vector<std::uint64_t>& table, std::uint32_t point, std::uint64_t id);

  // By memory id, which is never reused: OpenGL's own names are.
  std::vector<std::uint64_t> buffers_, textures_, images_;
};

}  // namespace glueball::gpu::opengl
