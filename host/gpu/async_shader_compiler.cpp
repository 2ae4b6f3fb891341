#include "gpu/async_shader_compiler.hpp"

#include <csignal>
#include <exception>

#include "gpu/shader.hpp"
#include "spirv/module_info.hpp"

namespace glueball::gpu {

AsyncShaderCompiler::AsyncShaderCompiler(std::shared_ptr<ModuleCache> cache, spirv::Optimization optimization,
                                         std::vector<AskedShader> shaders, unsigned threads)
    : cache_(std::move(cache)), optimization_(optimization), shaders_(std::move(shaders)) {
  // Signals go to the caller's thread.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    for (unsigned n = 0; n < threads && n < shaders_.size(); ++n) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system gives no more threads; those that exist suffice.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

AsyncShaderCompiler::~AsyncShaderCompiler() {
  next_ = shaders_.size();
  wait();
}

void AsyncShaderCompiler::wait() { threads_.clear(); }

void AsyncShaderCompiler::work() {
  for (std::size_t n; (n = next_++) < shaders_.size();) {
    try {
      const ShaderBlob blob = named_shader(shaders_[n].name);
      cache_->specialized(blob, spirv::inspect(blob.words), shaders_[n].constants, optimization_);
    } catch (const std::exception&) {
      // The device that asks for this module will report the error.
    }
  }
}

}  // namespace glueball::gpu
