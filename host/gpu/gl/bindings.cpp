#include "gpu/gl/bindings.hpp"

#include <string>

#include "base/error.hpp"
#include "gpu/bound_memory.hpp"
#include "gpu/gl/memory.hpp"

namespace glueball::gpu::opengl {

bool BindingTable::change(std::vector<std::uint64_t>& table, std::uint32_t point, std::uint64_t id) {
  if (point >= table.size()) table.resize(point + 1, 0);
  if (table[point] == id) return false;
  table[point] = id;
  return true;
}

void BindingTable::bind(const Pipeline& pipeline, std::span<const Binding> bindings) {
  for (const spirv::ModuleBinding& binding : pipeline.info.bindings) {
    const auto& [slot, kind, access] = binding;
    const Memory* const bound = bound_memory(bindings, binding);
    if (!bound)
      throw Error(
          ErrorKind::device,
          "kernel " + pipeline.kernel + " reads slot " + std::to_string(slot) + ", where nothing was bound",
          "this is a fault of the caller");
    const auto& memory = static_cast<const GlMemory&>(*bound);
    const bool image = kind == ResourceKind::sampled_image || kind == ResourceKind::storage_image;
    if (image != memory.shape().is_image())
      throw Error(ErrorKind::device,
                  "kernel " + pipeline.kernel + ": slot " + std::to_string(slot) + " wants " +
                      (image ? "images" : "a buffer"),
                  "this is a fault of the caller");
    switch (kind) {
      case ResourceKind::storage_buffer:
        if (change(buffers_, slot, memory.id()))
          glBindBufferBase(GL_SHADER_STORAGE_BUFFER, slot, memory.buffer());
        break;
      case ResourceKind::texel_buffer:
      case ResourceKind::sampled_image:
        if (change(textures_, slot, memory.id())) glBindTextureUnit(slot, memory.texture());
        break;
      case ResourceKind::storage_image:
        // The same images may be bound again with another access.
        if (change(images_, slot, memory.id() * 3 + std::uint64_t(access)))
          glBindImageTexture(slot, memory.texture(), 0, GL_TRUE, 0,
                             access == Access::in    ? GL_READ_ONLY
                             : access == Access::out ? GL_WRITE_ONLY
                                                     : GL_READ_WRITE,
                             GL_RGBA32F);
        break;
    }
  }
}

}  // namespace glueball::gpu::opengl
