// The program's cache: compiled pipelines and measured choices, kept between runs to save time. Every file in
// it may be deleted.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gpu/pipeline_store.hpp"

namespace glueball::app {

/// Returns $GLUEBALL_CACHE, else $XDG_CACHE_HOME/glueball, else ~/.cache/glueball; empty if none of the
/// variables is set.
std::filesystem::path cache_directory();

/// Prints one line on stderr about a cache that does not work, once per `path` and process.
void warn_of_cache(const std::filesystem::path& path, const std::string& what) noexcept;

/// Keeps one file for each device and driver and for each module: a header, a checksum, at most kMostBytes. A
/// file of another set of shaders counts as empty and is written anew; so does one that is damaged, too long
/// or of another program. Claims are locks on bytes of "DIRECTORY/claims".
class FilePipelineStore : public gpu::PipelineStore {
 public:
  static constexpr std::size_t kMostBytes = std::size_t(64) << 20;

  explicit FilePipelineStore(std::filesystem::path directory) : directory_(std::move(directory)) {}
  std::vector<std::byte> load(const std::string& name) noexcept override;
  void save(const std::string& name, std::span<const std::byte> bytes) noexcept override;
  std::unique_ptr<Claim> claim(std::uint64_t key) noexcept override;
  /// Deletes the oldest files of a folder that holds more than kMostBytes.
  void trim(const std::string& folder) noexcept override;
  /// Returns "DIRECTORY/NAME.pipelines".
  std::filesystem::path path(const std::string& name) const { return directory_ / (name + ".pipelines"); }

 private:
  std::filesystem::path directory_;
};

}  // namespace glueball::app
