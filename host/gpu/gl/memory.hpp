// A buffer or a stack of images in OpenGL.
#pragma once

#include <glad/gl.h>

#include <memory>

#include "gpu/gl/context.hpp"
#include "gpu/gl/importer.hpp"
#include "gpu/memory.hpp"

namespace glueball::gpu::opengl {

/// A memory that keeps its context alive, so that it may be released after its device.
class GlMemory final : public Memory {
 public:
  /// Throws Error(device) if it is larger than the device allows or does not fit. `allocated` is the device's
  /// count of bytes, which expires with the device.
  GlMemory(const MemoryShape& shape, const DeviceInfo& info, std::shared_ptr<Context> context,
           std::weak_ptr<ByteCount> allocated, Importer& importer);
  ~GlMemory() override;

  bool imported() const override { return object_ != 0; }
  /// Returns the buffer; 0 for images.
  GLuint buffer() const { return buffer_; }
  /// Returns the image array, or a view of the buffer as texels, made at the first call.
  GLuint texture() const;

 private:
  void release() noexcept;

  std::shared_ptr<Context> context_;
  std::weak_ptr<ByteCount> allocated_;
  GLuint buffer_ = 0;
  GLuint object_ = 0;  ///< imported memory of the buffer
  mutable GLuint texture_ = 0;
};

}  // namespace glueball::gpu::opengl
