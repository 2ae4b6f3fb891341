// glueball devices under mpirun: the device of each rank, and the transports of its messages.
#include "devices_ranks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "comm/of_all.hpp"
#include "field/field.hpp"
#include "halo/channels.hpp"
#include "halo/halo.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

/// The data that a rank sends to rank 0.
struct RankLine {
  char device[24] = {}, transport[40] = {};
  double seconds = 0;
  Site extents{};
};

template <std::size_t kSize>
void put(const std::string& text, char (&to)[kSize]) {
  std::copy_n(text.begin(), std::min(text.size(), kSize - 1), to);
}

/// Returns the time of one exchange with all neighbours, kernels included, after warm-up.
double exchange_seconds(const DeviceLattice& lattice) {
  const SpinorField psi(lattice);
  Halo halo(lattice);
  const HaloField fields[] = {{&psi, Parity::even}};
  constexpr int kTurns = 20;
  double seconds = 0;
  for (int turn = -2; turn < kTurns; ++turn) {  // warm-up: opens channels and compiles kernels
    const auto start = std::chrono::steady_clock::now();
    halo.exchange(fields, 1);
    lattice.stream().finish();
    if (turn >= 0) seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return seconds / kTurns;
}

}  // namespace

int list_ranks(const CommonOptions& options, Setup& setup) {
  Communicator& ranks = world();
  const Geometry whole({16, 16, 16, 4 * ranks.size()});
  const Domain& domain = *setup.domain(whole, 1);
  LatticeOptions lattice_options = setup.options(domain.geometry());
  lattice_options.domain = &domain;
  const DeviceLattice lattice(setup.device(), domain.geometry(), lattice_options);
  RankLine mine;
  mine.seconds = exchange_seconds(lattice);
  mine.extents = domain.geometry().extents();
  put(setup.info().id(), mine.device);
  put(transports(lattice), mine.transport);
  const auto all = of_all(ranks, mine);

  if (!options.json && !options.quiet)
    fmt::print("{} ranks, {} domains; ghosts of a spinor field\n", ranks.size(),
               fmt::join(domain.grid().ranks, " x "));
  for (std::size_t n = 0; n < all.size(); ++n)
    if (options.json)
      fmt::print("{}\n", json_line({{"rank", n},
                                    {"device", all[n].device},
                                    {"transport", all[n].transport},
                                    {"lattice", all[n].extents},
                                    {"exchange_seconds", all[n].seconds}}));
    else
      fmt::print("  rank {:<4} {:<10}  {:<16} {:<12} {:8.1f} us an exchange\n", n, all[n].device,
                 all[n].transport, fmt::format("{}", fmt::join(all[n].extents, "x")), all[n].seconds * 1e6);
  return int(Status::done);
}

}  // namespace glueball::app
