// tune.json: what searches have chosen, from one run of the program to the next.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "gpu/info.hpp"

namespace glueball {

/// What a search chooses. None of it changes a kernel's result by more than rounding. Storage and workgroup
/// size do not change it at all (the groups of global sums are not searched); reconstruction rounds
/// differently, and several invocations a site add in another order.
struct Choice {
  gpu::Storage storage = gpu::Storage::buffer;
  std::uint32_t workgroup = 0;
  int reconstruct = 12;
  int lanes = 1;               ///< LatticeOptions::lanes
  int block = 1;               ///< right-hand sides at once
  double seconds = 0;          ///< of the workload with this choice, for one right-hand side
  double default_seconds = 0;  ///< and with what preferred_options says
  int untried = 0;             ///< what the search still had to try when its time was over
  bool operator==(const Choice&) const = default;
};

/// What there is to choose from.
inline constexpr std::array kTunedStorages = {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image};
/// As a user may ask for them; the search tries some.
inline constexpr std::array kWorkgroupSizes = {32, 64, 96, 128, 160, 192, 224, 256, 512, 1024};
inline constexpr std::array kTunedLanes = {1, 2, 4};
// Of a propagator's twelve columns: equal parts, each even.
inline constexpr std::array kTunedBlocks = {1, 2, 4, 6, 12};

/// Is told of a file that is damaged, or cannot be written, and what is wrong with it. It need not throw.
using CacheTrouble = std::function<void(const std::filesystem::path& file, const std::string& what)>;

/// The choices in a file. A file that is damaged or not ours counts as empty, and `trouble` is told.
class TunedChoices {
 public:
  explicit TunedChoices(std::filesystem::path file, CacheTrouble trouble = {})
      : file_(std::move(file)), trouble_(std::move(trouble)) {}

  std::optional<Choice> find(const std::string& key) const;
  /// Writes the file with this choice and those it has whose keys contain `still_wanted`.
  void keep(const std::string& key, const Choice& choice, const std::string& still_wanted) const;

 private:
  std::filesystem::path file_;
  CacheTrouble trouble_;
};

}  // namespace glueball
