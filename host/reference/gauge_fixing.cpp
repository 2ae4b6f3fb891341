#include "reference/gauge_fixing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "cpu/algebra.hpp"
#include "cpu/gauge_functional.hpp"
#include "cpu/random.hpp"
#include "lattice/random_stream.hpp"
#include "reference/gauge_force.hpp"
#include "reference/su2.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

/// Returns (H_xx - H_yy) / 2 and H_xy of the maximally Abelian functional within a subgroup. It is a
/// quadratic form in (x, y), the first row of the subgroup's element: |x W_ii + y W_ji|^2 + |x^* W_jj - y^*
/// W_ij|^2 over the star.
std::pair<double, Complex> quadratic_form(const Star& links, int i, int j) {
  double along = 0;
  Complex across = 0;
  for (const Matrix3& w : links) {
    along += 0.5 * (std::norm(w[i][i]) - std::norm(w[j][i]) + std::norm(w[j][j]) - std::norm(w[i][j]));
    across += w[i][i] * std::conj(w[j][i]) - std::conj(w[j][j]) * w[i][j];
  }
  return {along, across};
}

/// The first row of a subgroup's element is (a0 + i a3, a2 + i a1).
Quaternion turning(double angle, Complex towards) {
  const Complex y = std::sin(angle) * towards;
  return {std::cos(angle), y.imag(), y.real(), 0};
}

Quaternion best_of_form(const Star& links, int i, int j) {
  const auto [along, across] = quadratic_form(links, i, j);
  const Complex towards = std::abs(across) > 0 ? across / std::abs(across) : Complex(1);
  return turning(0.5 * std::atan2(std::abs(across), along), towards);
}

Quaternion linear_part(const Star& links, Gauge gauge, int subgroup) {
  Quaternion k = su2_part(sum_of(links), subgroup);
  if (gauge == Gauge::residual) k[1] = k[2] = 0;
  return k;
}

/// Maximizes the centre's functional, |Tr(a w)|^2 over the star, which is convex in the quaternion a. It
/// makes four steps from 1 along the gradient on the unit sphere.
Quaternion climbed(const Star& links, int subgroup) {
  Quaternion a{1, 0, 0, 0};
  for (int step = 0; step < 4; ++step) {
    Quaternion gradient{};
    for (const Matrix3& w : links) {
      const Complex here = std::conj(trace(su2_times(a, w, subgroup)));
      for (std::size_t k = 0; k < 4; ++k) {
        Quaternion along{}, against{};
        along[k] = 1;
        against[k] = -1;
        const Complex slope =
            0.5 * (trace(su2_times(along, w, subgroup)) - trace(su2_times(against, w, subgroup)));
        gradient[k] += (here * slope).real();
      }
    }
    if (length(gradient) == 0) break;
    for (std::size_t k = 0; k < 4; ++k) a[k] = gradient[k] / length(gradient);
  }
  return a;
}

Quaternion best(const Star& links, Gauge gauge, int subgroup) {
  if (gauge == Gauge::centre) return climbed(links, subgroup);
  if (gauge == Gauge::maximally_abelian) return best_of_form(links, kFirst[subgroup], kSecond[subgroup]);
  const Quaternion k = linear_part(links, gauge, subgroup);
  if (length(k) == 0) return {1, 0, 0, 0};
  Quaternion a = adjoint(k);
  for (double& x : a) x /= length(k);
  return a;
}

Quaternion power(const Quaternion& a, double omega) {
  const double sine = std::hypot(a[1], a[2], a[3]), angle = omega * std::atan2(sine, a[0]);
  const double ratio = sine > 0 ? std::sin(angle) / sine : omega;
  return {std::cos(angle), ratio * a[1], ratio * a[2], ratio * a[3]};
}

/// Returns 1 + omega (a - 1) [+ omega (omega - 1) / 2 (a - 1)^2].
Quaternion expanded(Quaternion a, double omega, bool second) {
  a[0] -= 1;
  const Quaternion square = a * a;
  Quaternion b{1, 0, 0, 0};
  for (std::size_t n = 0; n < 4; ++n)
    b[n] += omega * a[n] + (second ? 0.5 * omega * (omega - 1) * square[n] : 0);
  const double norm = length(b);
  for (double& x : b) x /= norm;
  return b;
}

// These are the random numbers of a site (lattice/random_stream.hpp).
constexpr std::uint32_t kElementDraws = 16, kElementAzimuths = 48;

Quaternion drawn(const Star& links, Gauge gauge, int subgroup, const GaugeStep& step, std::uint32_t site) {
  const auto numbers = [&](std::uint32_t draw) {
    return draws(step.seed, Stream::annealing, step.step, site, draw, Digits::single);
  };
  const std::uint32_t first = std::uint32_t(subgroup) * kElementDraws;
  const double azimuth = numbers(kElementAzimuths).full[std::size_t(subgroup)];
  if (gauge == Gauge::maximally_abelian) {
    const int i = kFirst[subgroup], j = kSecond[subgroup];
    const auto [along, across] = quadratic_form(links, i, j);
    const double kappa = step.strength * std::hypot(along, std::abs(across));
    const double cosine = 1 + std::log1p(numbers(first).full[0] * std::expm1(-2 * kappa)) / kappa;
    const double phi = 2 * std::numbers::pi * azimuth;
    // As in shaders/fix/anneal.comp: (a1, a2) = sin (cos phi, sin phi).
    return turning(0.5 * std::acos(cosine), Complex(std::sin(phi), std::cos(phi))) *
           best_of_form(links, i, j);
  }
  Quaternion k = linear_part(links, gauge, subgroup);
  for (double& x : k) x *= 2 * step.strength;
  return su2_heatbath(k, azimuth, Digits::single,
                      [&](int attempt) { return numbers(first + std::uint32_t(attempt)); });
}

Quaternion element(const Star& links, Gauge gauge, int subgroup, const GaugeStep& step, std::uint32_t site) {
  using Kind = GaugeStep::Kind;
  if (step.kind == Kind::heatbath) return drawn(links, gauge, subgroup, step, site);
  const Quaternion a = best(links, gauge, subgroup);
  switch (step.kind) {
    case Kind::power:
      return power(a, step.strength);
    case Kind::expanded1:
      return expanded(a, step.strength, false);
    case Kind::expanded2:
      return expanded(a, step.strength, true);
    default:
      break;
  }
  const Uniforms u = uniforms_of(random_bits(step.seed, Stream::stochastic, step.step, site, 0));
  return u[std::size_t(subgroup)] < step.strength ? a * a : a;
}

}  // namespace

void relax_gauge(Configuration& u, Gauge gauge, Parity parity, const GaugeStep& step, Transformation* g) {
  const Geometry& geometry = u.geometry();
#pragma omp parallel for
  for (std::size_t n = 0; n < geometry.volume(); ++n) {
    const Site s = geometry.site(n);
    if (Geometry::parity(s) != parity) continue;
    Matrix3 h = Matrix3::identity();
    Star links = star(u, gauge, s);
    for (int k = 0; k < kSubgroups; ++k) {
      const Quaternion a = element(links, gauge, k, step, std::uint32_t(n));
      for (Matrix3& m : links) m = su2_times(a, m, k);
      h = su2_times(a, h, k);
    }
    for (int mu = 0; mu < kDirections; ++mu) {
      Matrix3& ahead = u.link(s, mu);
      ahead = h * ahead;
      Matrix3& behind = u.link(geometry.neighbour(s, mu, -1), mu);
      behind = behind * adjoint(h);
    }
    if (g) (*g)[n] = h * (*g)[n];
  }
}

namespace {

using Reals = std::vector<double>;

/// Applies -Laplacian.
Reals curvature(const Geometry& g, int dimensions, const Reals& f) {
  Reals out(f.size());
  for (std::size_t n = 0; n < f.size(); ++n) {
    const Site s = g.site(n);
    for (int mu = 0; mu < dimensions; ++mu)
      out[n] += 2 * f[n] - f[g.index(g.neighbour(s, mu, 1))] - f[g.index(g.neighbour(s, mu, -1))];
  }
  return out;
}

double inner(const Reals& a, const Reals& b) {
  double sum = 0;
  for (std::size_t n = 0; n < a.size(); ++n) sum += a[n] * b[n];
  return sum;
}

/// Solves for a source whose mean is 0, on the lattice or in three dimensions on each time slice. All
/// iterates have the same property.
Reals solved(const Geometry& g, int dimensions, const Reals& source) {
  Reals x(source.size()), r = source, p = r;
  double norm = inner(r, r);
  const double enough = 1e-30 * norm;
  for (int step = 0; step < 1000 && norm > enough; ++step) {
    const Reals q = curvature(g, dimensions, p);
    const double alpha = norm / inner(p, q);
    for (std::size_t n = 0; n < x.size(); ++n) {
      x[n] += alpha * p[n];
      r[n] -= alpha * q[n];
    }
    const double next = inner(r, r);
    for (std::size_t n = 0; n < x.size(); ++n) p[n] = r[n] + next / norm * p[n];
    norm = next;
  }
  return x;
}

}  // namespace

void accelerate_gauge(Configuration& u, Gauge gauge, double alpha, Transformation& g,
                      std::vector<AlgebraVector>* last, double momentum) {
  const Geometry& geometry = u.geometry();
  std::vector<AlgebraVector> w(geometry.volume());
  for (std::size_t a = 0; a < 8; ++a) {
    Reals delta(w.size());
    for (std::size_t n = 0; n < w.size(); ++n) {
      const Site s = geometry.site(n);
      for (int mu = 0; mu < directions(gauge); ++mu)
        delta[n] += imaginary_traces(u.link(s, mu))[a] -
                    imaginary_traces(u.link(geometry.neighbour(s, mu, -1), mu))[a];
    }
    // Im Tr(T_a U) is half of the coefficient of (U - U^+) / 2i.
    const Reals x = solved(geometry, directions(gauge), delta);
    for (std::size_t n = 0; n < w.size(); ++n) w[n][a] = 2 * x[n];
  }
  if (last != nullptr) {
    for (std::size_t n = 0; n < last->size(); ++n)
      for (std::size_t a = 0; a < 8; ++a) w[n][a] += momentum * (*last)[n][a];
    *last = w;
  }
  Transformation h;
  for (std::size_t n = 0; n < w.size(); ++n) {
    h.push_back(exponential(w[n], -4 * directions(gauge) * alpha));
    g[n] = h[n] * g[n];
  }
  u = gauge_transformed(u, h);
}

}  // namespace glueball::reference
