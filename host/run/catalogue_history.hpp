// Comparison of the configurations in a chain's directory with the history beside them.
#pragma once

#include <filesystem>

#include "run/catalogue.hpp"

namespace glueball {

/// Adds faults if `directory` has the history.jsonl of a chain. Each configuration-N.ildg must have the seed,
/// the plaquette and the checksum of the history up to step N. The last step of a finished run must exist,
/// and so must the first and last multiples of config.toml's save-interval. Other directories get no faults.
void compare_with_history(Catalogue& catalogue, const std::filesystem::path& directory);

}  // namespace glueball
