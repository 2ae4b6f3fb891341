#include "fix/gauge_fixer.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "lattice/random_stream.hpp"

namespace glueball {
namespace {

std::size_t rows(const DeviceLattice& lattice) { return lattice.options().reconstruct == 12 ? 2 : 3; }

args::StochasticArgs<double> drawing(double strength, std::uint64_t seed, std::uint32_t step, Stream stream) {
  return {.parity = 0,
          .strength = strength,
          .seed_low = std::uint32_t(seed),
          .seed_high = std::uint32_t(seed >> 32),
          .step = step,
          .stream = std::uint32_t(stream)};
}

}  // namespace

// Landau overrelaxation at 32^4 on an H200 takes 159 us in single and 308 us in double precision with one
// thread a site; 194 and 532 us with four. On CPU drivers four are several times slower.
Grain preferred_grain(const gpu::Device&) { return Grain::site; }

GaugeFixer::GaugeFixer(const DeviceLattice& lattice, const Configuration& u, Gauge gauge, Grain grain)
    : lattice_(lattice),
      gauge_(gauge),
      grain_(gauge == Gauge::maximally_abelian || gauge == Gauge::centre ? Grain::site : grain),
      u_(lattice),
      g_(lattice),
      density_(lattice),
      active_(lattice),
      sums_(lattice),
      halo_(lattice) {
  if (lattice.precision() == gpu::Precision::half)
    throw Error(ErrorKind::bad_value, "gauge fixing does not work in half precision",
                "choose single or double");
  // Transformations are stored like links. The form with 8 reals is singular at the unit matrix, where they
  // begin.
  if (lattice.options().reconstruct == 8)
    throw Error(ErrorKind::bad_value, "gauge fixing does not work with 8 reals a link", "choose 12 or 18");
  upload(u, u_);
  halo_.exchange(u_, 1);
  start(unit_transformation(u.geometry()));
  rest(std::vector<bool>(std::size_t(u.geometry().whole_extents()[3]), false));
}

void GaugeFixer::start(const Transformation& g) {
  const Geometry& geometry = lattice_.geometry();
  if (g.size() != geometry.volume())
    throw Error(ErrorKind::bad_value,
                "gauge transformation of the wrong size for lattice " + geometry.to_string());
  const std::size_t half = geometry.half_volume();
  in_precision(lattice_.format(), [&](auto real) {
    using Real = decltype(real);
    for (const Parity parity : kParities) {
      Texels<Real> texels(g_[parity].texels());
      for (std::size_t site = 0; site < half; ++site) {
        const Matrix3& m = g[geometry.index(geometry.half_site(parity, site))];
        const std::size_t place = lattice_.place(site);
        for (std::size_t k = 0; k < 3 * rows(lattice_); ++k) {
          Real* at = link_slot(g_[parity], texels, 0, k, place);
          at[0] = Real(m[int(k / 3)][k % 3].real());
          at[1] = Real(m[int(k / 3)][k % 3].imag());
        }
      }
      send(texels, g_[parity]);
    }
  });
  for (const Parity parity : kParities) exchange(parity);
}

void GaugeFixer::exchange(Parity changed) {
  const HaloField g[] = {{&g_[changed], changed, 1}};
  halo_.exchange(g, 1);
}

Transformation GaugeFixer::transformation() const {
  const Geometry& geometry = lattice_.geometry();
  const std::size_t half = geometry.half_volume();
  Transformation g(geometry.volume());
  in_precision(lattice_.format(), [&](auto real) {
    for (const Parity parity : kParities) {
      const auto texels = fetch<decltype(real)>(g_[parity]);
      for (std::size_t site = 0; site < half; ++site) {
        Matrix3& m = g[geometry.index(geometry.half_site(parity, site))];
        for (std::size_t k = 0; k < 6; ++k) {
          const auto* at = link_slot(g_[parity], texels, 0, k, lattice_.place(site));
          m[int(k / 3)][k % 3] = {at[0], at[1]};
        }
        complete_third_row(m);
      }
    }
  });
  return g;
}

template <class Kernel, class Arguments>
void GaugeFixer::sweep(Arguments arguments) {
  for (const Parity this_parity : kParities) {
    arguments.parity = std::uint32_t(this_parity);
    Kernel::run({lattice_, std::uint32_t(gauge_)}, arguments, u_[this_parity], u_[other(this_parity)],
                g_[this_parity], g_[other(this_parity)], active_);
    exchange(this_parity);
  }
}

void GaugeFixer::relax(double omega, int power) {
  const args::RelaxArgs<double> arguments{.parity = 0, .power = std::uint32_t(power), .omega = omega};
  if (gauge_ == Gauge::centre)
    sweep<kernels::RelaxGaugeCentre>(arguments);
  else if (grain_ == Grain::link)
    sweep<kernels::RelaxGaugeShared>(arguments);
  else
    sweep<kernels::RelaxGauge>(arguments);
}

void GaugeFixer::accelerated(double alpha, double momentum) {
  AlgebraField& delta = poisson_->source();
  for (const Parity this_parity : kParities)
    kernels::GaugeDelta::run(
        {lattice_, std::uint32_t(gauge_)}, {.parity = std::uint32_t(this_parity), .coefficient = momentum},
        u_[this_parity], u_[other(this_parity)], g_[this_parity], g_[other(this_parity)], delta[this_parity]);
  const AlgebraField& w = poisson_->solve(4 * directions(gauge_) * alpha);
  for (const Parity this_parity : kParities)
    kernels::TurnGauge::run({lattice_, std::uint32_t(gauge_)}, {.parity = std::uint32_t(this_parity)},
                            g_[this_parity], w[this_parity], active_);
}

void GaugeFixer::relax_stochastic(double p, std::uint64_t seed, std::uint32_t step) {
  sweep<kernels::RelaxGaugeStochastic>(drawing(p, seed, step, Stream::stochastic));
}

void GaugeFixer::anneal(double temperature, std::uint64_t seed, std::uint32_t step) {
  sweep<kernels::AnnealGauge>(drawing(1 / temperature, seed, step, Stream::annealing));
}

std::vector<SliceState> GaugeFixer::measure_slices() {
  for (const Parity this_parity : kParities)
    kernels::GaugeDivergence::run({lattice_, std::uint32_t(gauge_)}, {.parity = std::uint32_t(this_parity)},
                                  u_[this_parity], u_[other(this_parity)], g_[this_parity],
                                  g_[other(this_parity)], density_[this_parity]);
  kernels::SliceDivergence::run(lattice_, {}, density_[Parity::even], density_[Parity::odd],
                                sums_.partials());
  const std::vector<double> blocks = sums_.blocks(3);
  const std::size_t all = blocks.size() / 3, times = std::size_t(lattice_.geometry().whole_extents()[3]);
  const double sites = double(lattice_.geometry().whole_volume()) / double(times);
  std::vector<SliceState> slices(times);
  for (std::size_t n = 0; n < all; ++n) {
    SliceState& slice = slices[n / (all / times)];
    const double theta = blocks[n], largest = blocks[all + n];
    slice.theta += theta;
    if (largest > slice.largest || std::isnan(largest)) slice.largest = largest;
    slice.functional += blocks[2 * all + n];
  }
  for (SliceState& slice : slices) {
    slice.theta /= sites;
    slice.functional /= 6 * directions(gauge_) * sites;  // each link is in the sums of both its ends
  }
  return slices;
}

GaugeState GaugeFixer::measure() { return whole(measure_slices()); }

void GaugeFixer::rest(const std::vector<bool>& slices) {
  std::vector<std::uint32_t> active;
  for (const bool resting : slices) active.push_back(resting ? 0 : 1);
  lattice_.stream().upload(active_.memory(), std::as_bytes(std::span(active)));
}

GaugeState whole(const std::vector<SliceState>& slices) {
  GaugeState all;
  for (const SliceState& s : slices) {
    all.theta += s.theta / double(slices.size());
    all.functional += s.functional / double(slices.size());
    all.largest = std::max(all.largest, s.largest);
    all.worst_slice = std::max(all.worst_slice, s.theta);
  }
  return all;
}

}  // namespace glueball
