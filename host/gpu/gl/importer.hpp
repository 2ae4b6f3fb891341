// Buffers of memory that Vulkan allocated.
#pragma once

#include <glad/gl.h>

#include <cstddef>

#include "gpu/exported_memory.hpp"
#include "gpu/import_choice.hpp"

namespace glueball::gpu::opengl {

class Importer {
 public:
  explicit Importer(const DeviceInfo& info);

  /// Makes a buffer of imported memory in the current context, if it is faster and works. Otherwise both are
  /// 0.
  struct Imported {
    GLuint buffer = 0, object = 0;  ///< both are to be deleted in this order
  };
  Imported buffer(std::size_t bytes);

 private:
  const DeviceInfo& info_;
  ImportChoice choice_;
  bool failed_ = false;
};

}  // namespace glueball::gpu::opengl
