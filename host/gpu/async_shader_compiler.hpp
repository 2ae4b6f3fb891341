// An asynchronous shader compiler: makes specialised modules on other threads before a device needs them.
#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "gpu/module_cache.hpp"
#include "gpu/null_device.hpp"

namespace glueball::gpu {

/// Makes the modules that work on a NullDevice has asked for and the cache lacks. If the cache has a store,
/// a caller that needs a module being made waits for it. A module that cannot be made is left to its caller.
class AsyncShaderCompiler {
 public:
  AsyncShaderCompiler(std::shared_ptr<ModuleCache> cache, spirv::Optimization optimization,
                      std::vector<AskedShader> shaders, unsigned threads);
  /// Waits for the modules being made; begins no others.
  ~AsyncShaderCompiler();
  AsyncShaderCompiler(const AsyncShaderCompiler&) = delete;
  AsyncShaderCompiler& operator=(const AsyncShaderCompiler&) = delete;

  /// Waits until all modules are made.
  void wait();

 private:
  void work();

  std::shared_ptr<ModuleCache> cache_;
  spirv::Optimization optimization_;
  std::vector<AskedShader> shaders_;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::jthread> threads_;
};

}  // namespace glueball::gpu
