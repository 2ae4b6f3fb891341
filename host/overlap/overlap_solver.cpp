#include "overlap/overlap_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "cpu/linalg.hpp"
#include "field/transfer.hpp"

namespace glueball {
namespace {

using SpinorVector = FieldVector<SpinorField>;

/// Error of the sign function in conjugate gradients, relative to the remaining residual. Errors of all
/// iterations add up.
constexpr double kRelaxed = 0.1;
constexpr double kLeastAccuracy = 1e-2;
/// Conjugate gradients stop at this fraction of the requested residual.
constexpr double kStop = 0.5;
constexpr int kMostSolves = 6;
/// A chirality counts as absent in b if its norm is less than this, relative to b.
constexpr double kRoundingOfChirality = 1e-14;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The state of one mass in multi-shift conjugate gradients, as in reference::multishift_cg.
struct ShiftedMass {
  double sigma;  ///< shift beyond the smallest
  double zeta = 1, zeta_before = 1;
  SpinorVector p;
};

double shift_of(double mass) { return mass * mass / (1 - mass * mass); }

}  // namespace

void check_overlap_masses(std::span<const double> masses) {
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw Error(ErrorKind::bad_value, "overlap quarks: " + what, hint);
  };
  if (masses.empty()) refuse("there is no mass to solve for", "give one");
  for (const double m : masses) {
    if (!(m > 0) || !(m < 1))
      refuse(fmt::format("a mass of {} is not between 0 and 1", m), "for example 0.05");
    if (std::count(masses.begin(), masses.end(), m) > 1)
      refuse(fmt::format("the mass {} is given twice", m), "give each once");
  }
}

OverlapSolver::OverlapSolver(SignFunction& sign, std::vector<double> masses, OverlapSolverOptions options)
    : sign_(sign),
      op_(sign),
      masses_(std::move(masses)),
      options_(std::move(options)),
      rotation_(sign.lattice().geometry(), sign.kernel().boundary),
      dots_(sign.lattice()) {
  check_overlap_masses(masses_);
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw Error(ErrorKind::bad_value, "overlap quarks: " + what, hint);
  };
  if (!(options_.tolerance > 0) || !(options_.tolerance < 1))
    refuse(fmt::format("tolerance {} is not between 0 and 1", options_.tolerance), "for example 1e-8");
  if (options_.max_iterations < 1) refuse("no iterations are allowed", "raise <max_iterations>");
}

double OverlapSolver::norm(const Vector& v) { return std::sqrt(std::max(0.0, dots_(v, v).real())); }

OverlapSolver::Progress OverlapSolver::conjugate_gradient(Chirality chirality, const Vector& b,
                                                          std::span<const double> masses, std::span<Vector> z,
                                                          double target) {
  const DeviceLattice& lattice = sign_.lattice();
  std::vector<ShiftedMass> shifted;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    shifted.push_back({.sigma = shift_of(masses[k]) - shift_of(masses[0]), .p = full_vector(lattice)});
    set_to(1, b, shifted[k].p);
    set_to(0, b, z[k]);
  }
  Vector r = full_vector(lattice), ap = full_vector(lattice);
  set_to(1, b, r);
  Progress progress{.residual2 = dots_(r, r).real()};
  double& rr = progress.residual2;
  double alpha = 1, beta = 0;
  Vector& p = shifted[0].p;
  while (rr > target * target) {
    if (progress.iterations == options_.max_iterations)
      throw Error(
          ErrorKind::not_converged,
          fmt::format("overlap quarks: the residual is {:.3g} after {} iterations, the limit is {:.3g}",
                      std::sqrt(rr), progress.iterations, target),
          "raise <max_iterations>, or take a larger <mass>");
    op_.normal(chirality, p, ap, std::min(kLeastAccuracy, kRelaxed * target / std::sqrt(rr)));
    axpy(shift_of(masses[0]), p, ap);
    const double pap = dots_(p, ap).real();
    if (!(pap > 0) || !std::isfinite(pap))
      throw Error(ErrorKind::not_converged,
                  fmt::format("overlap quarks: the search broke down at a residual of {:.3g}", std::sqrt(rr)),
                  "give a smaller <sign_error>");
    const double alpha_before = alpha, beta_before = beta, before = rr;
    alpha = rr / pap;
    axpy(-alpha, ap, r);
    rr = dots_(r, r).real();
    beta = rr / before;
    for (std::size_t k = 0; k < masses.size(); ++k) {
      ShiftedMass& s = shifted[k];
      // A converged shift takes no further part.
      if (k > 0 && s.zeta * std::sqrt(before) <= target) continue;
      const double next = k == 0 ? 1
                                 : s.zeta * s.zeta_before * alpha_before /
                                       (alpha * beta_before * (s.zeta_before - s.zeta) +
                                        s.zeta_before * alpha_before * (1 + s.sigma * alpha)),
                   ratio = next / s.zeta;
      axpy(alpha * ratio, s.p, z[k]);
      scale(beta * ratio * ratio, s.p);
      axpy(next, r, s.p);
      s.zeta_before = s.zeta;
      s.zeta = next;
    }
    ++progress.iterations;
    if (options_.progress) options_.progress(progress.iterations, std::sqrt(rr));
  }
  return progress;
}

void OverlapSolver::solve_normal(const Vector& b, std::span<const double> masses, std::span<Vector> y,
                                 double target, SolveResult& result) {
  const DeviceLattice& lattice = sign_.lattice();
  const double all = norm(b);
  Vector part = full_vector(lattice);
  std::vector<Vector> z;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    z.push_back(full_vector(lattice));
    set_to(0, b, y[k]);
  }
  for (const Chirality chirality : {Chirality::plus, Chirality::minus}) {
    project(chirality, b, part);
    if (!(norm(part) > kRoundingOfChirality * all)) continue;
    const Progress found = conjugate_gradient(chirality, part, masses, z, target);
    result.iterations += found.iterations;
    for (std::size_t k = 0; k < masses.size(); ++k) axpy(1 / (1 - masses[k] * masses[k]), z[k], y[k]);
  }
}

SolveResult OverlapSolver::solve_normal(Chirality chirality, const Vector& b, std::size_t k, Vector& y) {
  const double mass = masses_[k], weight = 1 - mass * mass, size = norm(b);
  if (!std::isfinite(size))
    throw Error(ErrorKind::not_converged, "overlap quarks: the right-hand side is not finite",
                "take shorter or more steps, or a start nearer to equilibrium");
  SolveResult result;
  set_to(0, b, y);
  if (size == 0) return result;
  Vector r = full_vector(sign_.lattice()), step = full_vector(sign_.lattice());
  set_to(1, b, r);
  for (double last = 1;; ++result.restarts) {
    const Progress found = conjugate_gradient(chirality, r, std::span(&mass, 1), std::span(&step, 1),
                                              kStop * options_.tolerance * size);
    result.iterations += found.iterations;
    result.residual = std::sqrt(found.residual2) / size;
    axpy(1 / weight, step, y);
    op_.normal(chirality, y, step, sign_.kernel().sign_error);
    set_to(1, b, r);
    axpy(-mass * mass, y, r);
    axpy(-weight, step, r);
    result.residual_full = norm(r) / size;
    if (result.residual_full <= options_.tolerance) return result;
    if (result.restarts + 1 >= kMostSolves || !(result.residual_full < 0.5 * last))
      give_up(mass, result.residual_full);
    last = result.residual_full;
  }
}

void OverlapSolver::give_up(double mass, double residual) const {
  throw Error(
      ErrorKind::not_converged,
      fmt::format("overlap quarks, mass {}: |b - D x| / |b| stays at {:.3g}, the limit is {:.3g}", mass,
                  residual, options_.tolerance),
      fmt::format("give a <sign_error> below {:g}, or a larger <tolerance>", sign_.kernel().sign_error));
}

std::vector<SolveResult> OverlapSolver::solve_all(std::span<const Full> b, std::span<Full> x) {
  return one_by_one(b, x, [this](const Full& one, std::span<Full> own) { return solve_masses(one, own); });
}

std::vector<SolveResult> OverlapPropagator::solve_all(std::span<const Full> b, std::span<Full> x) {
  std::vector<SolveResult> results = solver_.solve_all(b, x);
  const std::vector<double>& masses = solver_.masses();
  for (std::size_t n = 0; n < x.size(); ++n) {
    const std::size_t k = n % masses.size();
    for (std::size_t parity = 0; parity < 2; ++parity)
      cpu::axpby(-1 / (1 - masses[k]), b[n / masses.size()][parity], 1 / (1 - masses[k]), x[n][parity]);
    if (k > 0) results[n].iterations -= results[n].shared;
  }
  return results;
}

std::vector<SolveResult> OverlapSolver::solve_masses(const Full& given, std::span<Full> x) {
  const auto begin = std::chrono::steady_clock::now();
  const DeviceLattice& lattice = sign_.lattice();
  Full turned = given;
  rotation_.rotate(turned, true);
  Vector b = full_vector(lattice), solution = full_vector(lattice), r = full_vector(lattice),
         image = full_vector(lattice);
  for (std::size_t part = 0; part < 2; ++part) upload(turned[part], b[part]);
  const double size = norm(b);
  if (!std::isfinite(size))
    throw Error(ErrorKind::not_converged, "solver: the right-hand side is not finite", "check the source");
  std::vector<SolveResult> results(masses_.size());
  if (size == 0) {
    for (Full& one : x) one = {ParitySpinorField(given[0].size()), ParitySpinorField(given[1].size())};
    return results;
  }
  scale(1 / size, b);

  std::vector<std::size_t> order(masses_.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](auto a, auto c) { return masses_[a] < masses_[c]; });
  std::vector<double> ascending;
  std::vector<Vector> y;
  for (const std::size_t n : order) {
    ascending.push_back(masses_[n]);
    y.push_back(full_vector(lattice));
  }
  SolveResult shared;
  auto hops_flops = [&, before = sign_.hops()]() mutable {
    const std::uint64_t hops = sign_.hops();
    return double(hops - std::exchange(before, hops)) * kernels::WilsonDslash::kFlops *
           double(lattice.geometry().volume());
  };
  solve_normal(b, ascending, y, kStop * options_.tolerance, shared);
  const double shared_seconds = seconds_since(begin) / double(order.size()),
               shared_flops = hops_flops() / double(order.size());

  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto start = std::chrono::steady_clock::now();
    const double mass = ascending[k];
    SolveResult& result = results[order[k]] = shared;
    result.shared = masses_.size() > 1 ? shared.iterations : 0;
    op_.apply(mass, y[k], solution, true);
    for (double last = HUGE_VAL;; ++result.restarts) {
      op_.apply(mass, solution, image);
      axpby(1, b, -1, image, r);
      result.residual = norm(r);
      result.residual_full = result.residual + (1 - mass) / 2 * sign_.largest_error() * norm(solution);
      result.history.push_back(result.residual_full);
      if (result.residual_full <= options_.tolerance) break;
      if (result.restarts + 1 >= kMostSolves || !(result.residual_full < 0.5 * last))
        give_up(mass, result.residual_full);
      last = result.residual_full;
      solve_normal(r, std::span(&mass, 1), std::span(&y[k], 1), kStop * options_.tolerance, result);
      op_.apply(mass, y[k], image, true);
      axpy(1, image, solution);
    }
    scale(size, solution);
    for (std::size_t part = 0; part < 2; ++part) {
      x[order[k]][part].resize(given[part].size());
      download(solution[part], x[order[k]][part]);
    }
    rotation_.rotate(x[order[k]], false);
    result.seconds = seconds_since(start) + shared_seconds;
    result.flops = hops_flops() + shared_flops;
  }
  return results;
}

}  // namespace glueball
