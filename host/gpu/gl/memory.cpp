#include "gpu/gl/memory.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "gpu/gl/errors.hpp"

namespace glueball::gpu::opengl {
namespace {

constexpr std::size_t kImageTexelBytes = 16;  // RGBA32F

GLenum format_of(TexelFormat format) {
  return format == TexelFormat::rgba32ui  ? GL_RGBA32UI
         : format == TexelFormat::rgba16i ? GL_RGBA16I
         : format == TexelFormat::rg32i   ? GL_RG32I
                                          : GL_RGBA32F;
}

std::string size(std::uint64_t bytes) {
  constexpr double mebi = 1 << 20;
  return bytes < 1 << 20 ? fmt::format("{} bytes", bytes)
                         : fmt::format("{:.1f} MiB ({} bytes)", double(bytes) / mebi, bytes);
}

[[noreturn]] void refuse(const DeviceInfo& info, std::uint64_t bytes, const std::string& why,
                         const char* hint) {
  throw Error(ErrorKind::device, info.id() + " (" + info.name + "): asked for " + size(bytes) + ", " + why,
              hint);
}

void check_shape(const MemoryShape& shape, const DeviceInfo& info, std::size_t allocated) {
  const Limits& l = info.limits;
  constexpr auto smaller = "use a smaller lattice, a shorter <precision> or another <device>";
  if (shape.is_image()) {
    if (shape.width == 0 || shape.height == 0 ||
        shape.bytes != std::size_t(shape.width) * shape.height * shape.layers * kImageTexelBytes)
      refuse(info, shape.bytes,
             fmt::format("not the size of {} images of {} x {} RGBA32F texels", shape.layers, shape.width,
                         shape.height),
             "this is a fault of the caller");
    if (shape.width > l.image_extent || shape.height > l.image_extent || shape.layers > l.image_layers)
      refuse(info, shape.bytes,
             fmt::format("{} images of {} x {}, where the device has at most {} of {} x {}", shape.layers,
                         shape.width, shape.height, l.image_layers, l.image_extent, l.image_extent),
             smaller);
  } else {
    if (shape.bytes == 0) refuse(info, 0, "which is nothing", "this is a fault of the caller");
    if (shape.bytes > l.storage_range_bytes)
      refuse(info, shape.bytes, "where one storage buffer holds at most " + size(l.storage_range_bytes),
             smaller);
    if (shape.texels != TexelFormat::none && shape.bytes / texel_bytes(shape.texels) > l.texel_elements)
      refuse(info, shape.bytes,
             fmt::format("where a texel buffer holds at most {} texels of {} bytes", l.texel_elements,
                         texel_bytes(shape.texels)),
             smaller);
  }
  // Some drivers would use host memory beyond this limit, at a hundredth of the speed.
  if (l.memory_bytes && allocated + shape.bytes > l.memory_bytes)
    refuse(info, shape.bytes, size(allocated) + " of " + size(l.memory_bytes) + " are in use", smaller);
}

}  // namespace

GlMemory::GlMemory(const MemoryShape& shape, const DeviceInfo& info, std::shared_ptr<Context> context,
                   std::weak_ptr<ByteCount> allocated, Importer& importer)
    : Memory(shape), context_(std::move(context)), allocated_(std::move(allocated)) {
  const auto count = allocated_.lock();
  check_shape(shape, info, count->now);
  context_->make_current();
  check_errors("the work before an allocation");
  if (shape.is_image()) {
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &texture_);
    glTextureStorage3D(texture_, 1, GL_RGBA32F, GLsizei(shape.width), GLsizei(shape.height),
                       GLsizei(shape.layers));
    glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  } else {
    const auto imported = importer.buffer(shape.bytes);
    buffer_ = imported.buffer;
    object_ = imported.object;
    if (!buffer_) {
      glCreateBuffers(1, &buffer_);
      // There are no flags: the host reaches the buffer through copies alone, so the driver keeps it in
      // device memory.
      glNamedBufferStorage(buffer_, GLsizeiptr(shape.bytes), nullptr, 0);
    }
  }
  if (const GLenum error = take_error()) {
    release();
    refuse(info, shape.bytes,
           error == GL_OUT_OF_MEMORY ? "which the driver has not" : fmt::format("OpenGL error {:#x}", error),
           "close other programs that use the device, or use a smaller lattice");
  }
  count->add(shape.bytes);
}

GlMemory::~GlMemory() {
  release();
  if (const auto count = allocated_.lock()) count->take(bytes());
}

void GlMemory::release() noexcept {
  if (!context_->try_current()) return;  // the driver frees the objects of a dead context
  // Drivers need not keep imported memory until work with it has ended, so wait for the work.
  if (object_) glFinish();
  if (texture_) glDeleteTextures(1, &texture_);
  if (buffer_) glDeleteBuffers(1, &buffer_);
  if (object_) glDeleteMemoryObjectsEXT(1, &object_);
  texture_ = buffer_ = object_ = 0;
}

GLuint GlMemory::texture() const {
  if (!texture_ && buffer_ && shape().texels != TexelFormat::none) {
    context_->make_current();
    glCreateTextures(GL_TEXTURE_BUFFER, 1, &texture_);
    glTextureBuffer(texture_, format_of(shape().texels), buffer_);
  }
  return texture_;
}

}  // namespace glueball::gpu::opengl
