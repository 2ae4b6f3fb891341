// A buffer or a stack of images in OpenGL.
#pragma once

#include <glad/gl.h>

#include <memory>

#include "gpu/gl/context.hpp"
#include "gpu/gl/importer.hpp"
#include "gpu/memory.hpp"

namespace glueball::gpu::opengl {

/// Keeps its context alive, so that it may be released after its device.
class GlMemory final : public Memory {
 public:
  /// Throws Error(device) when it is larger than the device allows or does not fit. `allocated` is the
  /// device's count of bytes, gone when the device is.
  GlMemory(const MemoryShape& shape, const DeviceInfo& info, std::shared_ptr<Context> context,
           std::weak_ptr<ByteCount> allocated, Importer& importer);
  ~GlMemory() override;

  bool imported() const override { return object_ != 0; }
  /// The buffer, or 0 for images.
  GLuint buffer() const { return buffer_; }
  /// The image array, or a view of the buffer as texels, made when it is first asked for.
  GLuint texture() const;

 private:
  void release() noexcept;

  std::shared_ptr<Context> context_;
  std::weak_ptr<ByteCount> allocated_;
  GLuint buffer_ = 0;
  GLuint object_ = 0;  ///< imported memory that the buffer is made of
  mutable GLuint texture_ = 0;
};

}  // namespace glueball::gpu::opengl
