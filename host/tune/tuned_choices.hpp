// The file tune.json, which stores the choices of searches between runs.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "gpu/info.hpp"

namespace glueball {

/// The result of a search. No choice changes a kernel's result by more than rounding. Storage and workgroup
/// size do not change it at all, because the groups of global sums are not searched. Reconstruction rounds
/// differently, and several threads a site add in another order.
struct Choice {
  gpu::Storage storage = gpu::Storage::buffer;
  std::uint32_t workgroup = 0;
  int reconstruct = 12;
  int threads_per_site = 1;    ///< LatticeOptions::threads_per_site
  int block = 1;               ///< right-hand sides at once
  double seconds = 0;          ///< time of the workload with this choice, for one right-hand side
  double default_seconds = 0;  ///< time with preferred_options
  int untried = 0;             ///< number of choices left when time ran out
  bool operator==(const Choice&) const = default;
};

/// Values that a search tries.
inline constexpr std::array kTunedStorages = {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image};
/// Workgroup sizes that a user may request; the search tries some of them.
inline constexpr std::array kWorkgroupSizes = {32, 64, 96, 128, 160, 192, 224, 256, 512, 1024};
inline constexpr std::array kTunedThreadsPerSite = {1, 2, 4};
// Parts of a propagator's twelve columns: they are equal, and even except for 1.
inline constexpr std::array kTunedBlocks = {1, 2, 4, 6, 12};

/// Receives the path of a file that is damaged or cannot be written, and the fault. It need not throw.
using CacheTrouble = std::function<void(const std::filesystem::path& file, const std::string& what)>;

/// The choices in a file. A file that is damaged or has another format counts as empty, and `trouble` is
/// called.
class TunedChoices {
 public:
  explicit TunedChoices(std::filesystem::path file, CacheTrouble trouble = {})
      : file_(std::move(file)), trouble_(std::move(trouble)) {}

  std::optional<Choice> find(const std::string& key) const;
  /// Writes the file with this choice and the other ones whose keys contain `still_wanted`.
  void keep(const std::string& key, const Choice& choice, const std::string& still_wanted) const;

 private:
  std::filesystem::path file_;
  CacheTrouble trouble_;
};

}  // namespace glueball
