// Processes a field of many sites with all threads, in pieces that stay in a processor's cache.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>

namespace glueball::io {

/// Bytes of a piece. A piece and the data converted from or to it fit into a core's own cache.
inline constexpr std::size_t kPieceBytes = std::size_t(1) << 18;

/// Calls visit(first, bytes) for pieces of `sites` sites. `bytes` is the thread's own buffer of
/// bytes_per_site bytes for each site from `first` on, not initialised. Any thread takes the next piece in
/// order. After an exception no new piece is begun, and the exception of the lowest piece is rethrown.
template <class Visit>
void for_pieces(std::size_t sites, std::size_t bytes_per_site, Visit visit) {
  const std::size_t per_piece = std::max<std::size_t>(1, kPieceBytes / bytes_per_site);
  const auto pieces = std::int64_t((sites + per_piece - 1) / per_piece);
  std::exception_ptr failure;
  std::atomic<std::int64_t> failed = pieces;
#pragma omp parallel if (pieces > 1)
  {
    const auto buffer =
        std::make_unique_for_overwrite<std::byte[]>(std::min(sites, per_piece) * bytes_per_site);
#pragma omp for schedule(dynamic)
    for (std::int64_t n = 0; n < pieces; ++n) {
      if (n > failed) continue;
      const std::size_t first = std::size_t(n) * per_piece, count = std::min(per_piece, sites - first);
      try {
        visit(first, std::span(buffer.get(), count * bytes_per_site));
      } catch (...) {
#pragma omp critical(glueball_io_pieces)
        if (n < failed) {
          failed = n;
          failure = std::current_exception();
        }
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace glueball::io
