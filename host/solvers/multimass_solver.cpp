#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "comm/gather.hpp"
#include "cpu/linalg.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "solvers/deflation.hpp"
#include "solvers/device_control.hpp"
#include "solvers/quark_solver.hpp"
#include "solvers/rotated_solver.hpp"
#include "solvers/shifted_systems.hpp"
#include "solvers/solver_links.hpp"

namespace glueball {
namespace {

void check_masses(const QuarkParameters& quark, const std::vector<double>& masses,
                  const SolverOptions& options) {
  if (!is_staggered(quark.action))
    throw Error(ErrorKind::bad_value, "quarks that are not staggered cannot have several masses",
                "solve for one at a time");
  if (options.method == Method::bicgstab)
    throw Error(ErrorKind::bad_value, "only conjugate gradients solve for several masses at once",
                "choose that solver, or one mass");
  if (masses.empty()) throw Error(ErrorKind::bad_value, "there is no mass to solve for", "give one");
  for (std::size_t n = 0; n < masses.size(); ++n) {
    QuarkParameters one = quark;
    one.mass = masses[n];
    check_solve(one, options);
    if (std::count(masses.begin(), masses.end(), masses[n]) > 1)
      throw Error(ErrorKind::bad_value, fmt::format("the mass {} is given twice", masses[n]),
                  "give each once");
  }
}

/// Returns the order of `masses` by magnitude. All other systems are shifted from the first.
std::vector<std::size_t> order_of(const std::vector<double>& masses) {
  std::vector<std::size_t> order(masses.size());
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = n;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return std::abs(masses[a]) < std::abs(masses[b]); });
  return order;
}

std::vector<double> shifts_of(const std::vector<double>& masses, const std::vector<std::size_t>& order) {
  const double least = masses[order[0]];
  std::vector<double> shifts;
  for (const std::size_t n : order)
    shifts.push_back((std::abs(masses[n]) - std::abs(least)) * (std::abs(masses[n]) + std::abs(least)));
  return shifts;
}

ParityColourField scaled(double a, const ParityColourField& x) {
  ParityColourField y = x;
  for (ColourVector& v : y)
    for (Complex& z : v.c) z *= a;
  return y;
}

/// A = m^2 - D_eo D_oe on the even sites is shifted by m^2, but its source m b_e - D_eo b_o depends on the
/// mass. Therefore A y = b_e and A z = -D_eo b_o are solved for all shifts, if b has such parts, and x_e = m
/// y + z.
class MultimassSolver : public QuarkSolver<ParityColourField> {
 public:
  MultimassSolver(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                  const std::vector<double>& masses, const SolverOptions& options)
      : masses_(masses),
        order_(order_of(masses)),
        options_(options),
        rotation_(u.geometry(), quark.boundary),
        links_(device, u, options, residuals_on_device(device, options), layers_of(quark.action)),
        kind_(operator_kind<ColourField>(quark.action)),
        inner_(kind_.on_device(links_.inner.lattice, links_.inner.u, quark), masses.size()),
        there_(links_.inner.lattice) {
    inner_.op().links_changed();
    if (links_.outer) {
      auto op = kind_.on_device(links_.outer->lattice, links_.outer->u, quark);
      op->links_changed();
      outer_.emplace(precise_on_device<ColourField>, std::move(op), inner_.inner());
    } else {
      outer_.emplace(precise_on_host<ColourField>, kind_.pair(u, wrapped_quark(quark, u.geometry())).host,
                     inner_.inner());
    }
    outer_source_.emplace(outer_->precise->make());
    if (!options.low_modes) return;
    const double least = masses_[order_[0]];
    deflation_.emplace(links_.inner.lattice, *options.low_modes, least, quark.boundary);
    outer_->set_mass(least);
    deflation_->check(*outer_->precise);
    options_.low_modes.reset();  // they have been uploaded
  }

  void deflate(bool on) override { deflating_ = on; }

  std::size_t solutions() const override { return masses_.size(); }

  std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) override {
    return one_by_one(b, x, [this](const Full& one, std::span<Full> own) { return solve_masses(one, own); });
  }

 private:
  std::vector<SolveResult> solve_masses(const Full& given, std::span<Full> x) {
    const auto begin = std::chrono::steady_clock::now();
    Full b = given;
    rotation_.rotate(b, true);
    double scale = 0;
    const int shared = solve_together(b, scale);
    const double seconds_shared = seconds_since(begin), parts = double(masses_.size());
    std::vector<SolveResult> results(masses_.size());
    const double norm = outer_->precise->set(0, b);
    for (std::size_t k = 0; k < masses_.size(); ++k) {
      const std::size_t n = order_[k];
      const auto start = std::chrono::steady_clock::now();
      SolveResult& r = results[n] = solve_on(masses_[n], inner_.x[k], scale, norm, shared, x[n]);
      rotation_.rotate(x[n], false);
      r.seconds = seconds_since(start) + seconds_shared / parts;
      r.flops = (r.iterations + shared / parts) * inner_.op().normal_flops();
      r.iterations += shared;
      r.shared = shared;
    }
    return results;
  }

  static double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  Deflation<ColourField>* deflation() { return deflating_ && deflation_ ? &*deflation_ : nullptr; }

  /// Returns the norms of b at the even and the odd sites of the whole lattice.
  std::array<double, 2> norms(const Full& b) const {
    const auto here = [](const Full& f) {
      return std::array{std::sqrt(cpu::norm2(f[0])), std::sqrt(cpu::norm2(f[1]))};
    };
    if (options_.domain == nullptr) return here(b);
    const Full all = gathered(*options_.domain, b);
    std::array<double, 2> found{};
    if (options_.domain->ranks().first()) found = here(all);
    options_.domain->ranks().broadcast(std::as_writable_bytes(std::span(found)), 0);
    return found;
  }

  /// Sets scale * inner_.x to the solutions on the even sites, in the precision of the iterations. Returns
  /// the number of iterations.
  int solve_together(const Full& b, double& scale) {
    const DeviceLattice& lattice = links_.inner.lattice;
    const Launch all(lattice, kFieldFlags<ColourField>);
    const auto [even, odd] = norms(b);
    if (!std::isfinite(even + odd))
      throw Error(ErrorKind::not_converged, "solver: the right-hand side is not finite", "check the source");
    int iterations = 0;
    const std::vector<double> shifts = shifts_of(masses_, order_);
    if (deflation()) deflation_->set_mass(masses_[order_[0]]);
    const auto solve = [&](double wanted, bool add) {
      const double tolerance = shared_tolerance(options_.inner, wanted);
      std::vector<Complex> known;
      if (deflation()) known = deflation_->take_off(inner_.source);
      inner_.op().set_mass(masses_[order_[0]]);
      const DeviceCgResult r =
          inner_.solve(inner_.source, shifts, tolerance, options_.max_iterations - iterations, add);
      iterations += r.iterations;
      // A search that has broken down is continued by the solves for each mass, which may have more digits.
      if (r.state == SolverState::exhausted)
        throw Error(ErrorKind::not_converged,
                    fmt::format("solver: out of iterations for all masses at once (the smallest has a "
                                "residual of {:.3g} after {}, the limit is {:.3g})",
                                r.residual, iterations, tolerance),
                    "raise <max_iterations>, or take larger masses");
      if (deflation())
        for (std::size_t k = 0; k < shifts.size(); ++k) deflation_->put_on(known, shifts[k], inner_.x[k]);
    };
    scale = odd > 0 ? odd : even;
    if (even > 0) {
      upload(scaled(1 / even, b[0]), inner_.source);
      solve(options_.tolerance, false);
      for (std::size_t k = 0; k < masses_.size(); ++k)
        kernels::Scale::run(all, {.a = masses_[order_[k]] * even / scale, .b = 0}, inner_.x[k]);
    }
    if (odd > 0) {
      upload(scaled(-1 / odd, b[1]), there_);
      inner_.op().hop(Parity::even, there_, inner_.source);
      // Residuals of odd sources are divided by the mass (PreciseOperator).
      solve(options_.tolerance * std::min(1.0, std::abs(masses_[order_[0]])), even > 0);
    }
    return iterations;
  }

  /// Solves M x = b for one mass from scale * guess on. `norm` is that of the b that was set in the space.
  SolveResult solve_on(double mass, const ColourField& guess, double scale, double norm, int shared,
                       Full& x) {
    inner_.op().set_mass(mass);
    outer_->set_mass(mass);
    if (deflation()) deflation_->set_mass(mass);
    outer_->refinement.deflate_with(deflation());
    PreciseOperator<ColourField>& precise = *outer_->precise;
    try {
      precise.prepare(0, *outer_source_);
      precise.take(guess, outer_->x);
      precise.scale(scale, outer_->x);
      // Without a source there was no solve, and there is no guess.
      SolveResult result = outer_->refinement
                               .solve_all({&*outer_source_, 1}, {&outer_->x, 1}, options_.tolerance,
                                          options_.max_iterations - shared, options_.progress,
                                          scale > 0 ? Start::given : Start::zero, {&norm, 1})
                               .front();
      result.residual_full = precise.finish(0, outer_->x, x);
      require_solved(result, options_.tolerance);
      return result;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::not_converged) throw;
      throw Error(error.kind(), fmt::format("mass {}: {}", mass, error.message()), error.hint());
    }
  }

  std::vector<double> masses_;
  std::vector<std::size_t> order_;  ///< by magnitude
  SolverOptions options_;
  BoundaryRotation rotation_;
  SolverLinks links_;
  const OperatorKind<ColourField>& kind_;
  ShiftedSystems<ColourField> inner_;  ///< in that order
  ColourField there_;
  std::optional<PreciseSystem<ColourField>> outer_;  ///< space of the outer residuals
  std::optional<PreciseField<ColourField>> outer_source_;
  std::optional<Deflation<ColourField>> deflation_;
  bool deflating_ = true;
};

}  // namespace

std::unique_ptr<QuarkSolver<ParityColourField>> make_multimass_solver(gpu::Device& device,
                                                                      const Configuration& u,
                                                                      const QuarkParameters& quark,
                                                                      const std::vector<double>& masses,
                                                                      const SolverOptions& options) {
  check_masses(quark, masses, options);
  if (quark.action == QuarkAction::hisq && options.inner == gpu::Precision::half)
    throw Error(ErrorKind::bad_value,
                "HISQ quarks with several masses do not work with an inner precision of half",
                "give <inner single>, or one mass");
  return std::make_unique<MultimassSolver>(device, u, quark, masses, options);
}

}  // namespace glueball
