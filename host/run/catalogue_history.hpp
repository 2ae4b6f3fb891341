// Configurations of a chain's directory, compared with the history beside them.
#pragma once

#include <filesystem>

#include "run/catalogue.hpp"

namespace glueball {

/// Adds faults where `directory` has the history.jsonl of a chain. Each configuration-N.ildg must have the
/// seed, the plaquette and the checksum of the history until step N. The last step of a finished run must be
/// there, and so must the first and last multiples of config.toml's save-interval. Other directories are left
/// as they are.
void compare_with_history(Catalogue& catalogue, const std::filesystem::path& directory);

}  // namespace glueball
