// Where devices keep what their drivers compiled, from one run of a program to the next.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace glueball::gpu {

/// Blobs by name. Neither member throws: a cache that does not work costs time and nothing else.
class PipelineStore {
 public:
  virtual ~PipelineStore() = default;
  /// What was saved under this name; empty when there is nothing, or nothing whole.
  virtual std::vector<std::byte> load(const std::string& name) noexcept = 0;
  virtual void save(const std::string& name, std::span<const std::byte> bytes) noexcept = 0;
};

}  // namespace glueball::gpu
