#include "gpu/gl/importer.hpp"

#include <cstdlib>

#include "gpu/gl/errors.hpp"

namespace glueball::gpu::opengl {
namespace {

// Mesa's llvmpipe requires more memory for a buffer than lavapipe reports (docs/drivers.md).
constexpr std::size_t kBeyondEnd = 64;

}  // namespace

Importer::Importer(const DeviceInfo& info)
    : info_(info), choice_(import_choice(std::getenv("GLUEBALL_GL_IMPORT"))) {}

Importer::Imported Importer::buffer(std::size_t bytes) {
  if (failed_ || !imports(info_, bytes, choice_)) return {};
  MemoryExporter* exporter = memory_exporter(info_.uuid, info_.driver_uuid);
  if (!exporter) return {};
  auto memory = exporter->allocate(bytes + (info_.type == DeviceType::software ? kBeyondEnd : 0));
  if (!memory) return {};
  Imported made;
  glCreateMemoryObjectsEXT(1, &made.object);
  const GLint dedicated = GL_TRUE;
  glMemoryObjectParameterivEXT(made.object, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
  glImportMemoryFdEXT(made.object, memory->bytes(), GL_HANDLE_TYPE_OPAQUE_FD_EXT, memory->descriptor());
  if (take_error() == GL_NO_ERROR) {
    memory->release();
    glCreateBuffers(1, &made.buffer);
    glNamedBufferStorageMemEXT(made.buffer, GLsizeiptr(bytes), made.object, 0);
    if (take_error() == GL_NO_ERROR) return made;
  }
  failed_ = true;  // the driver lists a feature that it does not have, so do not try again
  glDeleteBuffers(1, &made.buffer);
  glDeleteMemoryObjectsEXT(1, &made.object);
  return {};
}

}  // namespace glueball::gpu::opengl
