#include "gpu/gl/pipeline.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "gpu/gl/errors.hpp"
#include "spirv/opengl.hpp"

namespace glueball::gpu::opengl {
namespace {

/// Returns the driver's log on one line.
std::string tidy(std::string log) {
  log.erase(std::find(log.begin(), log.end(), '\0'), log.end());
  while (!log.empty() && (log.back() == '\n' || log.back() == ' ')) log.pop_back();
  std::replace(log.begin(), log.end(), '\n', ' ');
  return log.empty() ? "the driver says nothing" : log;
}

std::string shader_log(GLuint shader) {
  std::string log(4096, '\0');
  glGetShaderInfoLog(shader, GLsizei(log.size()), nullptr, log.data());
  return tidy(std::move(log));
}

std::string program_log(GLuint program) {
  std::string log(4096, '\0');
  glGetProgramInfoLog(program, GLsizei(log.size()), nullptr, log.data());
  return tidy(std::move(log));
}

/// Checks slots against the limits: slots are binding points, and each kind has its own number of them.
void check_slots(const ShaderBlob& blob, const spirv::ModuleInfo& info, const DeviceInfo& device) {
  for (const auto& binding : info.bindings) {
    const bool buffer = binding.kind == ResourceKind::storage_buffer,
               image = binding.kind == ResourceKind::storage_image;
    GLint points = 0;
    glGetIntegerv(buffer  ? GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS
                  : image ? GL_MAX_IMAGE_UNITS
                          : GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS,
                  &points);
    if (GLint(binding.slot) >= points)
      throw Error(ErrorKind::device,
                  device.id() + ": kernel " + std::string(blob.name) + " uses slot " +
                      std::to_string(binding.slot) + ", the device has " + std::to_string(points) +
                      (buffer  ? " for buffers"
                       : image ? " for storage images"
                               : " for textures"),
                  "choose another storage or device");
  }
}

}  // namespace

GlPipeline::GlPipeline(const ShaderBlob& blob, const spirv::ModuleInfo& info, const Specialization& constants,
                       const DeviceInfo& device, std::shared_ptr<Context> context, ProgramCache& kept,
                       ModuleCache& modules)
    : context_(std::move(context)), blob_(blob.name), constants_(constants) {
  context_->make_current();
  check_slots(blob, info, device);
  // Mesa links workgroups larger than it can run.
  if (const auto size = constants.find(0);
      size != constants.end() && size->second > device.limits.group_invocations)
    throw Error(ErrorKind::device,
                device.id() + ": kernel " + std::string(blob.name) + " asks for workgroups of " +
                    std::to_string(size->second) + ", the device allows " +
                    std::to_string(device.limits.group_invocations),
                "use smaller workgroups");
  program_ = made(blob, info, device, kept, modules);
}

GLuint GlPipeline::made(const ShaderBlob& blob, const spirv::ModuleInfo& info, const DeviceInfo& device,
                        ProgramCache& kept, ModuleCache& modules) const {
  context_->make_current();
  const spirv::Optimization optimization = modules.optimization(device.type);
  const std::uint64_t key = ProgramCache::key(blob, constants_, optimization);
  const GLuint program = glCreateProgram();
  if (kept.load(key, program)) return program;
  const auto [words, claim] = modules.specialized(blob, info, constants_, optimization);
  const std::string log = link(program, words, device.api_version, kept);
  if (log.empty()) {
    kept.keep(key, program);
    return program;
  }
  take_error();  // a refused shader may leave an error; the log says more
  glDeleteProgram(program);
  throw Error(ErrorKind::device,
              device.id() + " (" + device.driver + "): kernel " + std::string(blob.name) + ": " + log,
              "'glueball doctor' tells which kernels a driver takes");
}

void GlPipeline::take(GLuint program, const spirv::ModuleInfo& now) {
  context_->make_current();
  glDeleteProgram(program_);
  program_ = program;
  info = now;
}

std::string GlPipeline::link(GLuint program, const std::vector<std::uint32_t>& module,
                             const std::string& api_version, const ProgramCache& kept) const {
  // Unlike Vulkan, OpenGL refuses constants that the module does not have.
  std::vector<GLuint> ids, values;
  for (const std::uint32_t id : spirv::inspect(module).specialization_ids)
    if (const auto found = constants_.find(id); found != constants_.end()) {
      ids.push_back(id);
      values.push_back(found->second);
    }

  const std::vector<std::uint32_t> words = spirv::for_opengl(module);
  const GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
  glShaderBinary(1, &shader, GL_SHADER_BINARY_FORMAT_SPIR_V, words.data(),
                 GLsizei(words.size() * sizeof(std::uint32_t)));
  // Before 4.6 the function has its extension's name, and a loader shared with a 4.6 context would hide that.
  const auto specialize = api_version >= "4.6" ? glSpecializeShader : glSpecializeShaderARB;
  specialize(shader, "main", GLuint(ids.size()), ids.data(), values.data());
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  std::string log;
  if (good) {
    kept.will_keep(program);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) log = program_log(program);
    glDetachShader(program, shader);
  } else {
    log = shader_log(shader);
  }
  glDeleteShader(shader);
  return log;
}

GlPipeline::~GlPipeline() {
  if (context_->try_current()) glDeleteProgram(program_);
}

}  // namespace glueball::gpu::opengl
