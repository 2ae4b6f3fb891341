// The configuration from which a run goes on.
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

/// Plaquettes of the same links from the device, in single precision, and on the host from a file of 32 bits
/// differ by 1e-8; those of neighbours in a chain by more than this on lattices that are simulated. What is
/// saved and what is gone on with is held to it.
inline constexpr double kSamePlaquette = 1e-6;

/// The last configuration of a run, and what belongs to it.
struct LastConfiguration {
  int step = 0;
  io::ConfigurationFile file;
  /// CRC-32 of the history until this step; nothing where an earlier version of the program wrote it.
  std::optional<std::uint32_t> history_checksum() const;
  std::optional<io::RanluxState> random{};  ///< where the chain's random numbers have a state
};

using ReadConfiguration = std::function<io::ConfigurationFile(const std::filesystem::path&)>;

/// The last that is whole: of others `passed_over` is told why. Throws Error(bad_file) where none is.
LastConfiguration last_configuration(const RunDirectory& directory, bool ranlux,
                                     const ReadConfiguration& read,
                                     const std::function<void(const Error&)>& passed_over);

/// Throws Error(bad_file) unless that configuration, as its file has it, is what the history says of its
/// step, and of a chain with this seed, and the state of the random numbers is that of both.
void require_recorded(const RunDirectory& directory, const PastHistory& past, const LastConfiguration& last,
                      std::uint64_t seed);

}  // namespace glueball
