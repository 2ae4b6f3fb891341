#include "overlap/sign_force.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "eigen/normal_matrix.hpp"
#include "halo/halo.hpp"
#include "linalg/take_off.hpp"
#include "overlap/chirality.hpp"

namespace glueball {
namespace {

/// Two eigenvalues count as equal if they are closer than this, relative to the end of the low modes.
constexpr double kSameValue = 1e-7;

/// Returns d[x r(x^2)] / dx.
double slope_of(const RationalFunction& r, double x) {
  double sum = 0;
  for (std::size_t i = 0; i < r.order(); ++i) {
    const double below = x * x + r.shifts[i];
    sum += r.numerators[i] * (r.shifts[i] - x * x) / (below * below);
  }
  return sum;
}

}  // namespace

void add_kernel_derivative(const OverlapKernel& kernel, const GaugeField& u, double weight,
                           const FieldVector<SpinorField>& y, const FieldVector<SpinorField>& x,
                           FieldVector<SpinorField>& turned, MomentumField& p) {
  // d(y^+ H x) = -(gamma5 y)^+ d(hops) x / 2. The kernel adds -2 d of (gamma5 y)^+ hops x times its
  // coefficient.
  const DeviceLattice& lattice = x[0].lattice();
  const HopBoundary boundary(lattice.geometry(), kernel.boundary);
  apply_gamma5(y, turned);
  for (const FieldVector<SpinorField>* v : {&x, static_cast<const FieldVector<SpinorField>*>(&turned)}) {
    const HaloField both[] = {{&(*v)[0], Parity::even}, {&(*v)[1], Parity::odd}};
    Halo(lattice).exchange(both, 1);
  }
  for (const Parity this_parity : kParities) {
    const auto h = std::size_t(this_parity), t = 1 - h;
    kernels::FermionForce::run(lattice, boundary, this_parity, -weight / 4, u[this_parity], x[h], x[t],
                               turned[h], turned[t], p[this_parity]);
  }
}

SignForce::SignForce(SignFunction& sign)
    : sign_(sign),
      pole_(sign.lattice(), sign.links(), sign.kernel().kappa(), sign.kernel().boundary, 1),
      dots_(sign.lattice()),
      factors_(sign.lattice(), sign.modes().vectors.size() + 4),
      image_(full_vector(sign.lattice())),
      turned_(full_vector(sign.lattice())) {}

void SignForce::take_off_modes(Vector& v) {
  take_off(std::span<const Vector>(sign_.modes().vectors), v, dots_, factors_);
}

void SignForce::add_poles(double weight, const std::vector<Complex>& c, const Vector& rest, double tolerance,
                          MomentumField& p) {
  const KernelModes& modes = sign_.modes();
  const OverlapKernel& kernel = sign_.kernel();
  const RationalFunction& r = sign_.approximation().inverse_root;
  const double scale2 = kernel.scale() * kernel.scale();
  Vector y = full_vector(sign_.lattice());
  for (std::size_t i = 0; i < r.order(); ++i) {
    pole_.set({.numerators = {1 / scale2}, .shifts = {r.shifts[i] / scale2}});
    const DeviceCgResult solve = pole_.apply(rest, y, tolerance, kernel.max_iterations);
    iterations_ += solve.iterations;
    if (solve.state != SolverState::converged)
      throw Error(
          ErrorKind::not_converged,
          fmt::format(
              "overlap force: a pole stopped at |r|/|b| = {:.3g} after {} iterations, the limit is {:.3g}",
              solve.residual, solve.iterations, tolerance),
          "raise <force_tolerance>, take shorter steps, or check the links");
    std::vector<Complex> along(c);
    for (std::size_t n = 0; n < c.size(); ++n) along[n] /= modes.values[n] * modes.values[n] + r.shifts[i];
    axpy(std::span<const Complex>(along), std::span<const Vector>(modes.vectors), y, factors_);
    add_kernel_derivative(kernel, sign_.links(), weight * r.numerators[i] * r.shifts[i], y, y, turned_, p);
    apply_kernel(sign_.wilson(), y, image_);
    add_kernel_derivative(kernel, sign_.links(), -weight * r.numerators[i] * scale2, image_, image_, turned_,
                          p);
  }
}

void SignForce::resolve(std::size_t n, const Vector& b, Vector& w, double tolerance) {
  // (lambda - H)^-1 = -(H + lambda) (H^2 - lambda^2)^-1, in units of the scale of H. PoleSum cannot be used
  // here: it has M + i mu gamma5, which gives a positive shift only.
  const double q = sign_.modes().values[n] / sign_.kernel().scale();
  NormalMatrix<SpinorField> square(sign_.wilson(), Sites::all);
  Vector z = full_vector(sign_.lattice()), r = full_vector(sign_.lattice()), p = full_vector(sign_.lattice());
  set_to(0, b, z);
  set_to(1, b, r);
  set_to(1, b, p);
  double rr = dots_(r, r).real();
  const double target = tolerance * tolerance * rr;
  for (int iterations = 0; rr > target; ++iterations, ++iterations_) {
    square.apply(p, image_);
    axpy(-q * q, p, image_);
    const double pap = dots_(p, image_).real();
    if (!(pap > 0) || !std::isfinite(pap) || iterations == sign_.kernel().max_iterations)
      throw Error(ErrorKind::not_converged,
                  fmt::format("overlap force: the derivative of a low mode stopped at {:.3g} after {} "
                              "iterations",
                              std::sqrt(rr), iterations),
                  "give more <low_modes>");
    const double alpha = rr / pap, before = rr;
    axpy(alpha, p, z);
    axpy(-alpha, image_, r);
    rr = dots_(r, r).real();
    scale(rr / before, p);
    axpy(1, r, p);
  }
  take_off_modes(z);  // rounding errors along the modes have grown
  apply_kernel(sign_.wilson(), z, w);
  axpy(q, z, w);
  scale(-1 / sign_.kernel().scale(), w);
}

void SignForce::add(double weight, const Vector& x, double tolerance, MomentumField& p) {
  const KernelModes& modes = sign_.modes();
  const ZolotarevSign& poles = sign_.approximation();
  const auto vectors = std::span<const Vector>(modes.vectors);
  const std::vector<Complex> c = dots_(vectors, x);
  const auto inside = [&](std::size_t n) { return std::abs(modes.values[n]) >= poles.lo; };
  const auto delta = [&](std::size_t n) {
    return inside(n) ? 0 : (sign_.positive(n) ? 1 : -1) - poles(modes.values[n]);
  };
  Vector rest = full_vector(sign_.lattice()), w = full_vector(sign_.lattice()),
         left = full_vector(sign_.lattice());
  set_to(1, x, rest);
  take_off_modes(rest);
  add_poles(weight, c, rest, tolerance, p);
  for (std::size_t n = 0; n < c.size(); ++n) {
    if (inside(n)) continue;
    std::vector<Complex> a;
    for (std::size_t m = 0; m < c.size(); ++m) {
      const double apart = modes.values[n] - modes.values[m];
      const bool same = m == n || (std::abs(apart) < kSameValue * modes.next &&
                                   sign_.positive(n) == sign_.positive(m) && !inside(m));
      const double k = same ? -slope_of(poles.inverse_root, (modes.values[n] + modes.values[m]) / 2)
                            : (inside(m) ? 2 : 1) * (delta(n) - delta(m)) / apart;
      a.push_back(k * std::conj(c[n]) * c[m]);
    }
    set_to(0, x, left);
    axpy(std::span<const Complex>(a), vectors, left, factors_);
    resolve(n, rest, w, tolerance);
    const Complex b = 2 * delta(n) * std::conj(c[n]);
    axpy(std::span(&b, 1), std::span<const Vector>(&w, 1), left, factors_);
    add_kernel_derivative(sign_.kernel(), sign_.links(), weight, left, modes.vectors[n], turned_, p);
  }
}

}  // namespace glueball
