// The configuration from which a run is resumed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "io/configuration_file.hpp"
#include "io/ranlux_file.hpp"
#include "run/run_directory.hpp"

namespace glueball {

/// The largest difference of equal plaquettes. Those of the same links on the device in single precision and
/// on the host from a file of 32 bits differ by 1e-8; those of neighbours in a chain differ by more than this
/// limit on realistic lattices. It applies to saved links and to those of a resumed run.
inline constexpr double kSamePlaquette = 1e-6;

/// The last configuration of a run with its random state.
struct LastConfiguration {
  int step = 0;
  io::ConfigurationFile file;
  /// Returns the CRC-32 of the history up to this step, or nothing if an earlier version of the program wrote
  /// it.
  std::optional<std::uint32_t> history_checksum() const;
  std::optional<io::RanluxState> random{};  ///< only if the chain's random numbers have a state
};

using ReadConfiguration = std::function<io::ConfigurationFile(const std::filesystem::path&)>;

/// Finds the last complete configuration; `passed_over` is called with the fault of others. Throws
/// Error(bad_file) if there is none.
LastConfiguration last_configuration(const RunDirectory& directory, bool ranlux,
                                     const ReadConfiguration& read,
                                     const std::function<void(const Error&)>& passed_over);

/// Throws Error(bad_file) unless that configuration's file agrees with the history of its step, the chain has
/// this seed, and the random state belongs to both.
void require_recorded(const RunDirectory& directory, const PastHistory& past, const LastConfiguration& last,
                      std::uint64_t seed);

}  // namespace glueball
