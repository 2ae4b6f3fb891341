#include "gpu/gl/info.hpp"

#include <glad/gl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <set>

#include "gpu/gl/errors.hpp"
#include "gpu/limit_override.hpp"

namespace glueball::gpu::opengl {
namespace {

std::string text(GLenum name) {
  const auto* bytes = reinterpret_cast<const char*>(glGetString(name));
  return bytes ? bytes : "";
}

std::int64_t number(GLenum name) {
  GLint64 value = 0;
  glGetInteger64v(name, &value);
  return std::max<GLint64>(value, 0);
}

std::set<std::string> extensions() {
  std::set<std::string> all;
  for (GLint i = 0, n = GLint(number(GL_NUM_EXTENSIONS)); i < n; ++i)
    if (const auto* name = glGetStringi(GL_EXTENSIONS, GLuint(i)))
      all.insert(reinterpret_cast<const char*>(name));
  return all;
}

bool contains(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* w) { return text.find(w) != std::string::npos; });
}

/// Guesses the type from names, because OpenGL does not report it.
DeviceType type_of(const std::string& vendor, const std::string& renderer) {
  if (contains(renderer, {"llvmpipe", "softpipe", "lavapipe", "swr", "SWR", "SwiftShader", "swrast"}))
    return DeviceType::software;
  const std::string both = vendor + " " + renderer;
  if (contains(both, {"Intel"}))
    return contains(renderer, {"Arc"}) ? DeviceType::discrete : DeviceType::integrated;
  if (contains(both, {"Apple"})) return DeviceType::integrated;
  if (contains(both, {"NVIDIA", "nouveau", "AMD", "ATI Technologies", "Radeon"})) return DeviceType::discrete;
  return DeviceType::other;
}

/// Returns "Mesa 22.3.6" from "4.5 (Core Profile) Mesa 22.3.6" and "NVIDIA 580.95.05" from "4.6.0 NVIDIA
/// 580.95.05". A bare number gets the vendor's name.
std::string driver_of(const std::string& vendor, const std::string& version) {
  std::string rest = version.substr(std::min(version.find(' '), version.size()));
  if (const auto end = rest.find("Profile)"); end != std::string::npos) rest.erase(0, end + 8);
  rest.erase(0, std::min(rest.find_first_not_of(' '), rest.size()));
  if (rest.empty()) rest = version;
  return std::isalpha(static_cast<unsigned char>(rest.front())) ? rest : vendor + " " + rest;
}

std::uint64_t memory_of(DeviceType type, const std::set<std::string>& has) {
  if (type == DeviceType::software)
    return std::uint64_t(sysconf(_SC_PHYS_PAGES)) * std::uint64_t(sysconf(_SC_PAGESIZE));
  constexpr std::uint64_t kib = 1024;
  if (has.contains("GL_NVX_gpu_memory_info"))
    return std::uint64_t(number(GL_GPU_MEMORY_INFO_DEDICATED_VIDMEM_NVX)) * kib;
  if (has.contains("GL_ATI_meminfo")) {
    GLint free[4] = {};  // the memory that is free now; the extension reports no total
    glGetIntegerv(GL_VBO_FREE_MEMORY_ATI, free);
    return std::uint64_t(std::max(free[0], 0)) * kib;
  }
  return 0;
}

Limits limits_of(DeviceType type, const std::set<std::string>& has) {
  Limits l;
  l.memory_bytes = memory_of(type, has);
  l.storage_range_bytes = std::uint64_t(number(GL_MAX_SHADER_STORAGE_BLOCK_SIZE));
  l.texel_elements = std::uint64_t(number(GL_MAX_TEXTURE_BUFFER_SIZE));
  l.image_extent = std::uint32_t(number(GL_MAX_TEXTURE_SIZE));
  l.image_layers = std::uint32_t(number(GL_MAX_ARRAY_TEXTURE_LAYERS));
  for (GLuint axis = 0; axis < 3; ++axis) {
    GLint count = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, axis, &count);
    l.groups[axis] = std::uint32_t(std::max(count, 0));
  }
  l.group_invocations = std::uint32_t(number(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS));
  l.shared_bytes = std::uint32_t(number(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE));
  l.storage_blocks = std::uint32_t(number(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS));
  if (has.contains("GL_KHR_shader_subgroup")) l.subgroup = std::uint32_t(number(GL_SUBGROUP_SIZE_KHR));
  // Doubles belong to OpenGL 4.0, but a driver whose version was raised by hand may lack the extension.
  l.float64 = has.contains("GL_ARB_gpu_shader_fp64");
  GLint bits = 0;
  glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
  l.timestamp_ns = bits > 0 ? 1 : 0;
  return l;
}

}  // namespace

std::optional<DeviceInfo> describe() {
  const int version = int(number(GL_MAJOR_VERSION)) * 10 + int(number(GL_MINOR_VERSION));
  const auto has = extensions();
  if (version < 45 || (version < 46 && !has.contains("GL_ARB_gl_spirv"))) return std::nullopt;
  // GL_SHADER_BINARY_FORMATS is not queried: Mesa runs SPIR-V without listing it there.

  DeviceInfo info;
  info.api = Api::opengl;
  const std::string vendor = text(GL_VENDOR);
  info.name = text(GL_RENDERER);
  info.driver = driver_of(vendor, text(GL_VERSION));
  info.api_version = std::to_string(version / 10) + "." + std::to_string(version % 10);
  info.type = type_of(vendor, info.name);
  if (has.contains("GL_EXT_memory_object") && glGetUnsignedBytei_vEXT && glGetUnsignedBytevEXT) {
    glGetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, 0, info.uuid.data());
    glGetUnsignedBytevEXT(GL_DRIVER_UUID_EXT, info.driver_uuid.data());
    info.imports = has.contains("GL_EXT_memory_object_fd");
  }
  info.limits = lowered_by_environment(limits_of(info.type, has));
  take_error();  // a driver that lists an extension and refuses its queries leaves zeros above
  return info;
}

}  // namespace glueball::gpu::opengl
