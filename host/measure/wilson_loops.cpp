#include "measure/wilson_loops.hpp"

#include <array>
#include <cmath>

#include "base/error.hpp"
#include "halo/halo.hpp"
#include "kernels/measure.hpp"
#include "measure/jackknife.hpp"

namespace glueball {
namespace {

constexpr std::uint32_t kFirst = kernels::Line::kFirst;
static_assert(kFirst == kernels::LineOfLines::kFirst);

/// Products of links along one direction that become longer by one link at a time. On a split lattice they
/// have one ghost layer.
class Lines {
 public:
  explicit Lines(const DeviceLattice& lattice)
      : lattice_(lattice), now_(lattice), next_(lattice), halo_(lattice) {}

  void restart(int mu) {
    mu_ = std::uint32_t(mu);
    length_ = 0;
  }
  void grow(const GaugeField& u) {
    for (const Parity this_parity : kParities)
      kernels::Line::run({lattice_, length_ == 0 ? kFirst : 0},
                         {.parity = std::uint32_t(this_parity), .mu = mu_, .link = mu_}, u[this_parity],
                         now_[other(this_parity)], next_[this_parity]);
    made(length_ + 1);
  }
  const ParityLines& operator[](Parity p) const { return now_[p]; }
  std::uint32_t length() const { return length_; }
  std::uint32_t mu() const { return mu_; }

 protected:
  void made(std::uint32_t length) {
    std::swap(now_, next_);
    length_ = length;
    halo_.exchange(now_, 1, 1);
  }

  const DeviceLattice& lattice_;
  LineField now_, next_;
  Halo halo_;
  std::uint32_t mu_ = 0, length_ = 0;
};

/// The same products some links further along another direction, stored at the sites from which they are so
/// far away. They may be on another rank.
class FarLines : public Lines {
 public:
  using Lines::Lines;

  /// Moves `lines` by one link along nu.
  void follow(const Lines& lines, int nu) {
    mu_ = lines.mu();
    for (const Parity this_parity : kParities)
      kernels::LineOfLines::run({lattice_, kernels::LineOfLines::kAlong},
                                {.parity = std::uint32_t(this_parity), .mu = std::uint32_t(nu), .link = 0},
                                lines[this_parity], lines[other(this_parity)], next_[this_parity]);
    made(lines.length());
  }
  /// Makes them a link longer; `first` are the first links at those sites.
  void grow(const Lines& first) {
    for (const Parity this_parity : kParities)
      kernels::LineOfLines::run({lattice_, length_ == 0 ? kFirst : 0},
                                {.parity = std::uint32_t(this_parity), .mu = mu_, .link = 0},
                                first[this_parity], now_[other(this_parity)], next_[this_parity]);
    made(length_ + 1);
  }
};

/// Returns the sum of Re Tr over all loops of one kind.
double sum_of_loops(const Launch& launch, const Lines& a, const Lines& b, GlobalSums& sums,
                    const Lines& a_other, const Lines& b_other) {
  const bool far = (launch.flags & kernels::WilsonLoop::kFar) != 0;
  for (const Parity this_parity : kParities) {
    const Parity other_parity = far ? this_parity : other(this_parity);
    kernels::WilsonLoop::run(
        launch,
        {.parity = std::uint32_t(this_parity), .mu = a.mu(), .nu = b.mu(), .a = a.length(), .b = b.length()},
        a[this_parity], a_other[other_parity], b[this_parity], b_other[other_parity], sums.partials());
    sums.collect(1, this_parity == Parity::odd);
  }
  return sums.totals()[0];
}

/// Computes loops in space and time of every size in turn, and calls see(r, t, sum).
template <class See>
void near_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int max_r, int max_t,
                See see) {
  Lines space(lattice), time(lattice);
  for (int k = 0; k < 3; ++k) {
    space.restart(k);
    for (int r = 1; r <= max_r; ++r) {
      space.grow(u);
      time.restart(3);
      for (int t = 1; t <= max_t; ++t) {
        time.grow(u);
        see(r, t, sum_of_loops(lattice, space, time, sums, space, time));
      }
    }
  }
}

/// The same on a split lattice.
template <class See>
void far_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int max_r, int max_t,
               See see) {
  Lines space(lattice), time(lattice);
  FarLines far_space(lattice), far_time(lattice), links(lattice);
  for (int k = 0; k < 3; ++k) {
    space.restart(k);
    time.restart(3);
    time.grow(u);
    for (int r = 1; r <= max_r; ++r) {
      space.grow(u);
      links.follow(r == 1 ? time : links, k);
      time.restart(3);
      far_time.restart(3);
      for (int t = 1; t <= max_t; ++t) {
        time.grow(u);
        far_time.grow(links);
        far_space.follow(t == 1 ? space : far_space, 3);
        see(r, t, sum_of_loops({lattice, kernels::WilsonLoop::kFar}, space, time, sums, far_space, far_time));
      }
    }
  }
}

/// Returns a function of the means of a few loops over configurations.
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

/// Returns NaN if one loop is negative, also if two are and their signs would cancel.
double creutz(double w, double one_less_each, double one_less_in_t, double one_less_in_r) {
  return std::log(one_less_in_t) + std::log(one_less_in_r) - std::log(w) - std::log(one_less_each);
}

double potential(double w, double one_more_in_t) { return std::log(w) - std::log(one_more_in_t); }

}  // namespace

WilsonLoops wilson_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int max_r,
                         int max_t) {
  const Geometry g = lattice.geometry().whole();
  for (int k = 0; k < 3; ++k)
    if (max_r < 1 || max_t < 1 || max_r > g.extent(k) || max_t > g.extent(3))
      throw Error(ErrorKind::bad_value,
                  "no Wilson loops of up to " + std::to_string(max_r) + "x" + std::to_string(max_t) +
                      " on a lattice of " + g.to_string(),
                  "choose 1x1 up to the extents in space and time");
  WilsonLoops loops(max_r, max_t);
  const auto see = [&](int r, int t, double sum) {
    loops.at(r, t) += sum / (9.0 * double(g.volume()));  // three directions, Tr 1 = 3
  };
  if (lattice.domain() == nullptr)
    near_loops(lattice, u, sums, max_r, max_t, see);
  else
    far_loops(lattice, u, sums, max_r, max_t, see);
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
