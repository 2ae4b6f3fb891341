// Where devices keep what their drivers compiled, from one run of a program to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace glueball::gpu {

/// Blobs by name. No member throws: a cache that does not work costs time and nothing else.
class PipelineStore {
 public:
  /// Ends when it is destroyed.
  class Claim {
   public:
    virtual ~Claim() = default;
  };

  virtual ~PipelineStore() = default;
  /// What was saved under this name; empty when there is nothing, or nothing whole.
  virtual std::vector<std::byte> load(const std::string& name) noexcept = 0;
  virtual void save(const std::string& name, std::span<const std::byte> bytes) noexcept = 0;
  /// Waits while another process has the same key: processes that run the same kernels, as ranks do, compile
  /// each once and not each its own. Null where that cannot be, or the other takes too long: then both
  /// compile.
  virtual std::unique_ptr<Claim> claim(std::uint64_t) noexcept { return nullptr; }
  /// Drops the oldest of what was saved under "`folder`/..." where that is too much.
  virtual void trim(const std::string&) noexcept {}
};

}  // namespace glueball::gpu
