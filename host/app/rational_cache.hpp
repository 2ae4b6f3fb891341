// A cache of rational approximations.
#pragma once

#include <filesystem>
#include <optional>

#include "rational/minimax.hpp"

namespace glueball::app {

/// A request for an approximation with a number of poles, or to an error.
struct MinimaxRequest {
  PowerProduct f;
  Interval on;
  std::optional<int> order{};
  std::optional<double> error{};  ///< used if there is no order
};

/// Returns minimax or minimax_within, or the result of an earlier call with the same request from a file in
/// `directory`. An empty directory means no cache. A damaged file, or one whose function is not as near to f
/// as it claims, is ignored and written anew. If several processes make the same request at once, one
/// computes it and the others wait for its file.
Minimax remembered_minimax(const MinimaxRequest& request, const std::filesystem::path& directory);

/// From now on actions' approximations (shared_minimax_within) are cached in `directory`, for all chains and
/// ranks.
void remember_shared_minimax(const std::filesystem::path& directory);

/// Returns "DIRECTORY/rational-HASH.json".
std::filesystem::path rational_cache_file(const MinimaxRequest& request,
                                          const std::filesystem::path& directory);

}  // namespace glueball::app
