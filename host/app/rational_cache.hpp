// Rational approximations that have been found are remembered.
#pragma once

#include <filesystem>
#include <optional>

#include "rational/minimax.hpp"

namespace glueball::app {

/// What an approximation is asked for: with so many poles, or to such an error.
struct MinimaxRequest {
  PowerProduct f;
  Interval on;
  std::optional<int> order{};
  std::optional<double> error{};  ///< where there is no order
};

/// minimax or minimax_within, or what an earlier call with the same request has left in `directory`, a file a
/// request; an empty one: nothing is remembered. A file that is damaged, or whose function is not as near to
/// f as it says, is ignored and written anew. Of processes that ask for the same at once one finds it, and
/// the others wait for its file.
Minimax remembered_minimax(const MinimaxRequest& request, const std::filesystem::path& directory);

/// From now on what actions approximate (shared_minimax_within) is remembered there too, for all chains and
/// all their ranks.
void remember_shared_minimax(const std::filesystem::path& directory);

/// "DIRECTORY/rational-HASH.json"
std::filesystem::path rational_cache_file(const MinimaxRequest& request,
                                          const std::filesystem::path& directory);

}  // namespace glueball::app
