#include "fermion/hisq_smearing.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "comm/domain.hpp"
#include "comm/of_all.hpp"
#include "field/transfer.hpp"
#include "kernels/measure.hpp"

namespace glueball {
namespace {

using namespace kernels;

constexpr std::uint32_t kAll = kDirections;
/// Distance from the start of a long link to the start of its last link.
constexpr int kLongReach = 2;

args::FatLinksArgs<double> weights_of(Parity this_parity, std::uint32_t mu, double a, double b = 0,
                                      double c = 0, double d = 0) {
  return {.parity = std::uint32_t(this_parity), .mu = mu, .a = a, .b = b, .c = c, .d = d};
}

/// Computes B of the sum of staples; `three` is the weight of paths of three links.
void sum_staples(const DeviceLattice& lattice, std::uint32_t mu, double three, const FatLinkWeights& w,
                 const GaugeField& links, TransporterField& f) {
  for (const Parity this_parity : kParities)
    StapleSums::run(lattice, weights_of(this_parity, mu, three, w.lepage, w.five, w.seven),
                    links[this_parity], links[other(this_parity)], f[this_parity], f[other(this_parity)]);
}

/// Returns the weight of the link itself. Lepage's paths are among the staples of staples; six paths that go
/// two steps aside and back are 1 on unitary links, so Lepage's weight has counted the link six times.
double middle(const FatLinkWeights& w) { return w.one - 6 * w.lepage; }

}  // namespace

FieldFormat HisqSmearing::format(const DeviceLattice& lattice) {
  FieldFormat format = lattice.format();
  format.reconstruct = 18;
  return format;
}

HisqSmearing::HisqSmearing(const DeviceLattice& lattice, double epsilon)
    : lattice_(lattice),
      second_(hisq_weights(epsilon)),
      v_(lattice),
      x_(lattice),
      w_(lattice, format(lattice)),
      of_links_(lattice),
      sums_(lattice),
      halo_(lattice) {}

void HisqSmearing::fatten(const GaugeField& links, const FatLinkWeights& w, MatrixField& x) {
  for (std::uint32_t mu = 0; mu < kAll; ++mu) {
    for (const Parity this_parity : kParities)
      Staples::run(lattice_, weights_of(this_parity, mu, 0), links[this_parity], links[other(this_parity)],
                   x[this_parity], x[other(this_parity)], of_links_[this_parity]);
    halo_.exchange(of_links_, 1);
    sum_staples(lattice_, mu, w.three, w, links, of_links_);
    halo_.exchange(of_links_, 1);
    for (const Parity this_parity : kParities)
      FatLinks::run(lattice_, weights_of(this_parity, mu, middle(w)), links[this_parity],
                    links[other(this_parity)], of_links_[this_parity], of_links_[other(this_parity)],
                    x[this_parity]);
  }
}

void HisqSmearing::follow(const GaugeField& u) {
  fatten(u, kFat7, v_);
  for (const Parity this_parity : kParities) UnitaryPart::run(lattice_, {}, v_[this_parity], w_[this_parity]);
  require_projections();
  halo_.exchange(w_, kLongReach);
}

void HisqSmearing::require_projections() {
  // The sum of traces is NaN if a link is. Only then are the links counted.
  for (const Parity this_parity : kParities)
    for (std::uint32_t mu = 0; mu < kAll; ++mu) {
      LinkTrace::run(lattice_, {.mu = mu}, w_[this_parity], sums_.partials());
      sums_.collect(2, this_parity == Parity::odd || mu > 0);
    }
  if (std::isfinite(sums_.totals()[0])) return;
  GaugeField sums(lattice_, format(lattice_));
  put_v(sums);
  const Configuration v = download(sums), w = download(w_);
  // V is NaN only where the links U are, which is another fault and is not counted.
  std::size_t lost = 0;
  for (std::size_t n = 0; n < w.links().size(); ++n)
    lost += std::isfinite(trace(v.links()[n]).real()) && !std::isfinite(trace(w.links()[n]).real());
  if (lattice_.domain()) {
    const auto all = of_all(lattice_.domain()->ranks(), lost);
    lost = std::accumulate(all.begin(), all.end(), std::size_t(0));
  }
  glueball::require_projections(lost, kAll * lattice_.geometry().whole_volume());
}

void HisqSmearing::finish(double scale, GaugeField& fat, GaugeField& long_links) {
  fatten(w_, second_, x_);
  for (const Parity this_parity : kParities)
    UnitaryPart::run({lattice_, UnitaryPart::kScale}, {.a = scale, .b = 0}, x_[this_parity],
                     fat[this_parity]);
  LongLinks::run_all(lattice_, w_, long_links);
}

void HisqSmearing::put_v(GaugeField& v) {
  for (const Parity this_parity : kParities)
    UnitaryPart::run({lattice_, UnitaryPart::kScale}, {.a = 1, .b = 0}, v_[this_parity], v[this_parity]);
}

void HisqSmearing::make_room_for_derivative() {
  if (!of_derivative_) of_derivative_.emplace(lattice_);
}

void HisqSmearing::chain_fat(const GaugeField& links, const FatLinkWeights& w, const MatrixField& y, bool add,
                             MatrixField& z) {
  TransporterField& g = *of_derivative_;
  halo_.exchange(y, 1);
  for (std::uint32_t mu = 0; mu < kAll; ++mu) {
    for (const Parity this_parity : kParities) {
      const Parity other_parity = other(this_parity);
      Staples::run(lattice_, weights_of(this_parity, mu, 0), links[this_parity], links[other_parity],
                   y[this_parity], y[other_parity], of_links_[this_parity]);
      Staples::run({lattice_, Staples::kDerivative}, weights_of(this_parity, mu, 0), links[this_parity],
                   links[other_parity], y[this_parity], y[other_parity], g[this_parity]);
    }
    halo_.exchange(of_links_, 1);
    halo_.exchange(g, 1);
    sum_staples(lattice_, mu, 0, w, links, of_links_);
    sum_staples(lattice_, mu, w.three, w, links, g);
    halo_.exchange(of_links_, 1);
    halo_.exchange(g, 1);
    for (const Parity this_parity : kParities) {
      const Parity other_parity = other(this_parity);
      // the first direction's paths already use every direction's links at their sides
      const double keep = add || mu > 0;
      FatLinks::run({lattice_, FatLinks::kDerivative}, weights_of(this_parity, mu, middle(w), keep),
                    links[this_parity], links[other_parity], g[this_parity], g[other_parity], z[this_parity]);
      FatLinksChain::run(lattice_, weights_of(this_parity, mu, 0, keep, 0, w.seven), links[other_parity],
                         of_links_[this_parity], of_links_[other_parity], g[this_parity], g[other_parity],
                         z[this_parity]);
    }
  }
}

std::size_t HisqSmearing::chain(const GaugeField& u, MatrixField& z_x, const MatrixField& z_n,
                                MatrixField& z_u, double filter) {
  make_room_for_derivative();
  halo_.exchange(z_n, kLongReach);
  // First the derivative by W in z_u, then by V in z_u, then by U in z_x.
  LongLinksChain::run_all({lattice_, LongLinksChain::kSet}, w_, z_n, z_u);
  chain_fat(w_, second_, z_x, true, z_u);
  for (const Parity this_parity : kParities) {
    UnitaryPartChain::run(lattice_, weights_of(this_parity, 0, filter, second_.lepage), v_[this_parity],
                          w_[this_parity], w_[other(this_parity)], z_x[this_parity], z_x[other(this_parity)],
                          z_u[this_parity], sums_.partials());
    sums_.collect(1, this_parity == Parity::odd);
  }
  chain_fat(u, kFat7, z_u, false, z_x);
  std::swap(z_u, z_x);
  return std::size_t(std::lround(sums_.totals()[0]));
}

}  // namespace glueball
