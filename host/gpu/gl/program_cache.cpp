#include "gpu/gl/program_cache.hpp"

#include <array>

#include "base/fnv.hpp"
#include "gpu/gl/errors.hpp"

namespace glueball::gpu::opengl {
ProgramCache::ProgramCache(const DeviceInfo& device, std::shared_ptr<PipelineStore> store) {
  GLint formats = 0;
  glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
  // Mesa ends the program when asked for the binary of a SPIR-V program: it writes names, and there are none.
  if (!store || formats <= 0 || device.driver.starts_with("Mesa")) return;
  store_ = std::move(store);
  constexpr char digits[] = "0123456789abcdef";
  name_ = "opengl-";
  const std::uint64_t h = fnv(kFnvStart, device.name + "\n" + device.driver + "\n" + device.api_version);
  for (int shift = 60; shift >= 0; shift -= 4) name_ += digits[h >> shift & 15];

  binaries_ = unpacked(store_->load(name_));
}

ProgramCache::~ProgramCache() {
  if (!store_ || !changed_) return;
  store_->save(name_, packed(binaries_));
}

std::uint64_t ProgramCache::key(const ShaderBlob& blob, const Specialization& constants,
                                spirv::Optimization optimization) {
  std::uint64_t h = fnv(fnv(spirv::optimizer_hash(optimization), blob.name), blob.words);
  for (const auto& [id, value] : constants) h = fnv(h, std::array{id, value});
  return h;
}

bool ProgramCache::load(std::uint64_t key, GLuint program) {
  const auto found = binaries_.find(key);
  if (found == binaries_.end()) return false;
  const ProgramBinary& binary = found->second;
  glProgramBinary(program, binary.format, binary.bytes.data(), GLsizei(binary.bytes.size()));
  GLint good = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  take_error();  // a binary of an older driver may leave an error; the program is then linked again
  if (!good) binaries_.erase(found);
  return good;
}

void ProgramCache::will_keep(GLuint program) const {
  if (store_) glProgramParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
}

void ProgramCache::keep(std::uint64_t key, GLuint program) {
  if (!store_) return;
  GLint size = 0;
  glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &size);
  if (size <= 0) return;
  ProgramBinary binary{0, std::vector<std::byte>(std::size_t(size))};
  GLsizei written = 0;
  glGetProgramBinary(program, size, &written, &binary.format, binary.bytes.data());
  if (take_error() != GL_NO_ERROR || written <= 0) return;
  binary.bytes.resize(std::size_t(written));
  binaries_[key] = std::move(binary);
  changed_ = true;
}

}  // namespace glueball::gpu::opengl
