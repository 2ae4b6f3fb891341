// Specialised modules made on other threads, before a device asks for them.
#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "gpu/module_cache.hpp"
#include "gpu/paper_device.hpp"

namespace glueball::gpu {

/// Makes what a rehearsal on a PaperDevice has asked for and the cache has not. Who wants one that is being
/// made waits for it, if the cache has a store. What cannot be made is left to who wants it.
class ModulesAhead {
 public:
  ModulesAhead(std::shared_ptr<ModuleCache> cache, Optimization optimization,
               std::vector<AskedShader> shaders, unsigned threads);
  /// Waits for those that are being made; begins no other.
  ~ModulesAhead();
  ModulesAhead(const ModulesAhead&) = delete;
  ModulesAhead& operator=(const ModulesAhead&) = delete;

  /// Until all are made.
  void wait();

 private:
  void work();

  std::shared_ptr<ModuleCache> cache_;
  Optimization optimization_;
  std::vector<AskedShader> shaders_;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::jthread> threads_;
};

}  // namespace glueball::gpu
