#include "measure/wilson_loops.hpp"

#include <array>
#include <cmath>

#include "base/error.hpp"
#include "kernels/measure.hpp"
#include "measure/jackknife.hpp"

namespace glueball {
namespace {

/// Transporters along one direction that grow by a link at a time.
class Lines {
 public:
  Lines(const DeviceLattice& lattice, const GaugeField& u)
      : lattice_(lattice), u_(u), now_(lattice), next_(lattice) {}

  void restart(int mu) {
    mu_ = std::uint32_t(mu);
    length_ = 0;
  }
  void grow() {
    for (const Parity here : kParities)
      kernels::Line::run({lattice_, length_ == 0 ? kernels::Line::kFirst : 0},
                         {.parity = std::uint32_t(here), .mu = mu_}, u_[here], now_[other(here)],
                         next_[here]);
    std::swap(now_, next_);
    ++length_;
  }
  const ParityLines& operator[](Parity p) const { return now_[p]; }
  std::uint32_t length() const { return length_; }
  std::uint32_t mu() const { return mu_; }

 private:
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  LineField now_, next_;
  std::uint32_t mu_ = 0, length_ = 0;
};

/// A function of the means of a few loops of each configuration.
SeriesEstimate of_ensemble(std::span<const WilsonLoops> ensemble,
                           std::initializer_list<std::array<int, 2>> sizes, std::size_t bin,
                           const MeansFunction& function) {
  std::vector<std::vector<double>> samples;
  samples.reserve(ensemble.size());
  for (const WilsonLoops& w : ensemble) {
    auto& sample = samples.emplace_back();
    for (const auto& [r, t] : sizes) sample.push_back(w.at(r, t));
  }
  return estimate(samples, function, bin);
}

/// Not a number where one loop is negative, also where two are and their signs would cancel.
double creutz(double w, double one_less_each, double one_less_in_t, double one_less_in_r) {
  return std::log(one_less_in_t) + std::log(one_less_in_r) - std::log(w) - std::log(one_less_each);
}

double potential(double w, double one_more_in_t) { return std::log(w) - std::log(one_more_in_t); }

}  // namespace

WilsonLoops wilson_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int max_r,
                         int max_t) {
  const Geometry& g = lattice.geometry();
  for (int k = 0; k < 3; ++k)
    if (max_r < 1 || max_t < 1 || max_r > g.extent(k) || max_t > g.extent(3))
      throw Error(ErrorKind::bad_value,
                  "no Wilson loops of up to " + std::to_string(max_r) + "x" + std::to_string(max_t) +
                      " on a lattice of " + g.to_string(),
                  "choose 1x1 up to the extents in space and time");
  WilsonLoops loops(max_r, max_t);
  Lines space(lattice, u), time(lattice, u);
  for (int k = 0; k < 3; ++k) {
    space.restart(k);
    for (int r = 1; r <= max_r; ++r) {
      space.grow();
      time.restart(3);
      for (int t = 1; t <= max_t; ++t) {
        time.grow();
        for (const Parity here : kParities) {
          kernels::WilsonLoop::run(lattice,
                                   {.parity = std::uint32_t(here),
                                    .mu = space.mu(),
                                    .nu = time.mu(),
                                    .a = space.length(),
                                    .b = time.length()},
                                   space[here], space[other(here)], time[here], time[other(here)],
                                   sums.partials());
          sums.collect(1, here == Parity::odd, Shape::sums);
        }
        loops.at(r, t) += sums.totals()[0] / (9.0 * double(g.volume()));  // three directions, Tr 1 = 3
      }
    }
  }
  return loops;
}

double creutz_ratio(const WilsonLoops& w, int r, int t) {
  return creutz(w.at(r, t), w.at(r - 1, t - 1), w.at(r, t - 1), w.at(r - 1, t));
}

double static_potential(const WilsonLoops& w, int r, int t) { return potential(w.at(r, t), w.at(r, t + 1)); }

SeriesEstimate creutz_ratio(std::span<const WilsonLoops> ensemble, int r, int t, std::size_t bin) {
  return of_ensemble(ensemble, {{r, t}, {r - 1, t - 1}, {r, t - 1}, {r - 1, t}}, bin,
                     [](std::span<const double> w) { return creutz(w[0], w[1], w[2], w[3]); });
}

SeriesEstimate static_potential(std::span<const WilsonLoops> ensemble, int r, int t, std::size_t bin) {
  return of_ensemble(ensemble, {{r, t}, {r, t + 1}}, bin,
                     [](std::span<const double> w) { return potential(w[0], w[1]); });
}

}  // namespace glueball
