#include "quark/mesons.hpp"

#include <bit>
#include <cmath>

#include "base/error.hpp"
#include "cpu/gamma.hpp"
#include "cpu/mesons.hpp"
#include "cpu/same_lattice.hpp"
#include "quark/slice_sum.hpp"

namespace glueball {
namespace {

using Colours = std::array<Complex, 3>;

/// Computes - tr[Gamma S gamma_d Gamma^+ gamma_d gamma5 S^+ gamma5] = +-tr[A S A^+ S^+] with A = gamma5 Gamma
/// for one source colour, where d is the correlator's direction. Row i of A has its entry in column i ^ flip,
/// with one flip for the whole matrix. All 16 traces are therefore sums of the 64 products of colour vectors
/// S[i ^ flip][j ^ flip] S[i][j]^+.
class Traces {
 public:
  explicit Traces(int direction) {
    for (int n = 0; n < 16; ++n) {
      const auto a = cpu::gamma5() * cpu::gamma_product(n);
      const int others =
          std::popcount(unsigned(n) & ~(1u << direction));  // gammas that anticommute with gamma_d
      Channel& channel = channels_[std::size_t(n)];
      channel.flip = a.source[0];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          channel.weight[std::size_t(4 * i + j)] =
              (others % 2 == 0 ? -1.0 : 1.0) * a.phase[std::size_t(i)] * std::conj(a.phase[std::size_t(j)]);
    }
  }

  /// s[i][j] has spin i of the sink and j of the source.
  std::array<double, 16> operator()(const std::array<std::array<Colours, 4>, 4>& s) const {
    std::array<std::array<Complex, 16>, 4> product;  // [flip][4 i + j]
    for (std::size_t flip = 0; flip < 4; ++flip)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) product[flip][4 * i + j] = dot(s[i][j], s[i ^ flip][j ^ flip]);
    std::array<double, 16> traces;
    for (std::size_t n = 0; n < 16; ++n) {
      const auto& weight = channels_[n].weight;
      const auto& values = product[std::size_t(channels_[n].flip)];
      double sum = 0;
      for (std::size_t k = 0; k < 16; ++k)
        sum += weight[k].real() * values[k].real() - weight[k].imag() * values[k].imag();
      traces[n] = sum;
    }
    return traces;
  }

 private:
  struct Channel {
    int flip = 0;
    std::array<Complex, 16> weight{};
  };

  static Complex dot(const Colours& a, const Colours& b) {
    double re = 0, im = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      re += a[c].real() * b[c].real() + a[c].imag() * b[c].imag();
      im += a[c].real() * b[c].imag() - a[c].imag() * b[c].real();
    }
    return {re, im};
  }

  std::array<Channel, 16> channels_;
};

}  // namespace

void check_plan(const MesonPlan& plan, const Geometry& g) {
  for (int mu = 0; mu < kDirections; ++mu) {
    const std::string name(1, "xyzt"[mu]);
    if (plan.origin[std::size_t(mu)] < 0 || plan.origin[std::size_t(mu)] >= g.extent(mu))
      throw Error(ErrorKind::bad_value, "meson correlators from " + name + " = " +
                                            std::to_string(plan.origin[std::size_t(mu)]) +
                                            " outside the lattice " + g.to_string());
    if (mu != plan.direction) continue;
    for (const Site& p : plan.momenta)
      if (p[std::size_t(mu)] != 0)
        throw Error(ErrorKind::bad_value, "a momentum along " + name + ", in which the correlator runs",
                    "give 0 there");
  }
}

const std::array<std::string, 16>& meson_names() {
  static const std::array<std::string, 16> names = {
      "scalar",   "vector_x",  "vector_y",  "tensor_xy", "vector_z",  "tensor_xz", "tensor_yz", "axial_t",
      "vector_t", "tensor_xt", "tensor_yt", "axial_z",   "tensor_zt", "axial_y",   "axial_x",   "pion"};
  return names;
}

MesonContraction::MesonContraction(const Geometry& g, const MesonPlan& plan) : geometry_(g), plan_(plan) {
  check_plan(plan, g);
  sums_ = zero_sums<16>(g, plan);
}

void MesonContraction::add(const std::array<Column, 4>& columns, double scale) {
  for (const Column& column : columns)
    for (const ParitySpinorField& half : column)
      cpu::require_sites(half.size(), geometry_.half_volume(), "meson correlators, propagator");
  static const Traces all[] = {Traces(0), Traces(1), Traces(2), Traces(3)};
  const Traces& traces = all[plan_.direction];
  add_slices<16>(geometry_, plan_, sums_, [&](const Site& x, const Site&) {
    std::array<std::array<Colours, 4>, 4> s;
    for (std::size_t j = 0; j < 4; ++j) {
      const Spinor& psi = at(columns[j], geometry_, x);
      for (std::size_t i = 0; i < 4; ++i) s[i][j] = psi.s[i];
    }
    auto values = traces(s);
    for (double& value : values) value *= scale;
    return values;
  });
}

std::array<std::string, StaggeredMesonContraction::kChannels> StaggeredMesonContraction::names(
    int direction) {
  std::string across;
  for (int mu = 0; mu < kDirections; ++mu)
    if (mu != direction) across += "xyzt"[mu];
  const auto one = [&](std::size_t k) { return std::string("vt_") + across[k]; };
  const auto two = [&](std::size_t i, std::size_t j) { return std::string("pv_") + across[i] + across[j]; };
  return {"pion", "sc", "vt", "pv", one(0), one(1), one(2), two(0, 1), two(0, 2), two(1, 2)};
}

StaggeredMesonContraction::StaggeredMesonContraction(const Geometry& g, const MesonPlan& plan)
    : geometry_(g), plan_(plan) {
  check_plan(plan, g);
  sums_ = zero_sums<kChannels>(g, plan);
}

void StaggeredMesonContraction::add(const Column& a, const Column& b) {
  for (const Column* column : {&a, &b})
    for (const ParityColourField& half : *column)
      cpu::require_sites(half.size(), geometry_.half_volume(), "meson correlators, propagator");
  add_slices<kChannels>(geometry_, plan_, sums_, [&](const Site& x, const Site& distance) {
    const ColourVector &u = at(a, geometry_, x), &v = at(b, geometry_, x);
    double g = 0;
    for (std::size_t c = 0; c < 3; ++c) g += u.c[c].real() * v.c[c].real() + u.c[c].imag() * v.c[c].imag();
    std::array<double, 3> s{};
    std::size_t k = 0;
    for (int mu = 0; mu < kDirections; ++mu)
      if (mu != plan_.direction) s[k++] = distance[std::size_t(mu)] % 2 == 0 ? 1.0 : -1.0;
    const double xy = s[0] * s[1], xz = s[0] * s[2], yz = s[1] * s[2];
    return std::array<double, kChannels>{g,
                                         g * xy * s[2],
                                         g * (s[0] + s[1] + s[2]) / 3.0,
                                         g * (xy + yz + xz) / 3.0,
                                         g * s[0],
                                         g * s[1],
                                         g * s[2],
                                         g * xy,
                                         g * xz,
                                         g * yz};
  });
}

namespace {

/// Returns log cosh x without overflow.
double log_cosh(double x) { return std::abs(x) + std::log1p(std::exp(-2.0 * std::abs(x))) - std::log(2.0); }

/// Finds the zero of log cosh(m a) - log cosh(m (a - 1)) - log ratio. This function increases with m from
/// -log ratio; cosh(m) >= e^m / 2 bounds the zero.
std::optional<double> solve(double ratio, double a) {
  if (!(ratio > 1.0) || !std::isfinite(ratio)) return std::nullopt;
  double low = 0, high = std::log(2.0 * ratio);
  for (int n = 0; n < 100; ++n) {
    const double m = 0.5 * (low + high);
    (log_cosh(m * a) - log_cosh(m * (a - 1.0)) < std::log(ratio) ? low : high) = m;
  }
  return 0.5 * (low + high);
}

}  // namespace

std::vector<std::optional<double>> cosh_masses(const std::vector<double>& correlator) {
  const std::size_t length = correlator.size();
  if (length == 0) return {};
  std::vector<double> folded;
  for (std::size_t t = 0; t <= length / 2; ++t)
    folded.push_back(0.5 * (correlator[t] + correlator[(length - t) % length]));
  std::vector<std::optional<double>> masses;
  for (std::size_t t = 0; t + 1 < folded.size(); ++t)
    masses.push_back(solve(folded[t] / folded[t + 1], 0.5 * double(length) - double(t)));
  return masses;
}

}  // namespace glueball
