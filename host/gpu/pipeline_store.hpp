// The interface to a store of compiled pipelines between runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace glueball::gpu {

/// Stores blobs by name. No member throws: a cache that does not work only costs time.
class PipelineStore {
 public:
  /// A claim on a key, which ends with the object.
  class Claim {
   public:
    virtual ~Claim() = default;
  };

  virtual ~PipelineStore() = default;
  /// Returns the bytes saved under this name; empty if there are none, or they are incomplete.
  virtual std::vector<std::byte> load(const std::string& name) noexcept = 0;
  virtual void save(const std::string& name, std::span<const std::byte> bytes) noexcept = 0;
  /// Claims a key and waits while another process has claimed it. Processes that run the same kernels, as
  /// ranks do, then compile each kernel once. Null if claims are not possible, or the other process takes too
  /// long; then both compile.
  virtual std::unique_ptr<Claim> claim(std::uint64_t) noexcept { return nullptr; }
  /// Deletes the oldest files under "`folder`/..." if they are too large.
  virtual void trim(const std::string&) noexcept {}
};

}  // namespace glueball::gpu
