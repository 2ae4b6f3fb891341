#include "measure/polyakov.hpp"

#include <algorithm>
#include <vector>

#include "comm/gather.hpp"
#include "lattice/sum_blocks.hpp"
#include "measure/jackknife.hpp"

namespace glueball {
namespace {

/// Sends the products so far of every domain to the next along mu.
void pass_on(const Domain& domain, const DeviceLattice& lattice, MatrixSiteField& products, int mu) {
  std::vector<std::byte> mine(products.memory().bytes()), theirs(mine.size());
  lattice.stream().download(products.memory(), mine);
  domain.ranks().exchange(domain.neighbour(mu, 1), mine, domain.neighbour(mu, -1), theirs);
  lattice.stream().upload(products.memory(), theirs);
}

}  // namespace

PolyakovLoops polyakov_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int mu) {
  const Geometry& g = lattice.geometry();
  PolyakovLoops loops{MatrixSiteField(lattice, slice_extents(g, mu)), 0.0};
  const Domain* domain = lattice.domain();
  const int domains = domain == nullptr ? 1 : domain->grid().ranks[std::size_t(mu)];
  // Domains multiply one after the other, so that products have the bits of one rank. Meanwhile the others
  // compute results that are not used.
  for (int n = 0; n < domains; ++n) {
    if (n > 0) pass_on(*domain, lattice, loops.field, mu);
    kernels::Polyakov::run({lattice, n > 0 ? kernels::Polyakov::kGoOn : 0}, mu, u, loops.field,
                           sums.partials());
  }
  sums.collect_rows(2, mu);
  const auto totals = sums.totals();
  const std::size_t lines = g.whole_volume() / std::size_t(g.whole_extents()[std::size_t(mu)]);
  loops.average = Complex(totals[0], totals[1]) / (3.0 * double(lines));
  return loops;
}

MatrixSiteField all_loops(const MatrixSiteField& loops, int mu) {
  const DeviceLattice& lattice = loops.lattice();
  const Domain* domain = lattice.domain();
  if (domain == nullptr) return loops;
  const RankGrid& grid = domain->grid();
  MatrixSiteField whole(lattice, slice_extents(domain->whole(), mu));
  const std::size_t a_site =
      (lattice.precision() == gpu::Precision::double_ ? 32 : 16) * MatrixSiteField::kPlanes;
  std::vector<std::byte> mine(loops.volume() * a_site), all(whole.volume() * a_site);
  lattice.stream().download(loops.memory(), mine);
  const auto parts = parts_of(
      domain->ranks(), std::span<const std::byte>(mine),
      [&](int rank) { return product(slice_extents(domain->geometry(rank), mu)) * a_site; }, true);
  const std::size_t texel = a_site / MatrixSiteField::kPlanes;
  const Site& to = whole.extents();
  for (int rank = 0; rank < grid.size(); ++rank) {
    if (grid.position(rank)[std::size_t(mu)] + 1 != grid.ranks[std::size_t(mu)]) continue;
    Site first = domain->geometry(rank).origin();
    first[std::size_t(mu)] = 0;
    const Site from = slice_extents(domain->geometry(rank), mu);
    const std::byte* part = parts.of(rank).data();
    for (std::size_t n = 0; n < MatrixSiteField::kPlanes * product(from); ++n) {
      std::size_t rest = n, at = 0, stride = 1;
      for (std::size_t nu = 0; nu < kDirections; ++nu) {
        at += stride * (std::size_t(first[nu]) + rest % std::size_t(from[nu]));
        rest /= std::size_t(from[nu]);
        stride *= std::size_t(to[nu]);
      }
      std::copy_n(part + n * texel, texel, all.data() + (rest * whole.volume() + at) * texel);
    }
  }
  lattice.stream().upload(whole.memory(), all);
  return whole;
}

SeriesEstimate polyakov_susceptibility(std::span<const Complex> averages, double space_volume,
                                       std::size_t bin) {
  std::vector<std::vector<double>> samples;
  for (const Complex& l : averages) samples.push_back({std::norm(l), std::abs(l)});
  return estimate(
      samples, [=](std::span<const double> m) { return space_volume * (m[0] - m[1] * m[1]); }, bin);
}

}  // namespace glueball
