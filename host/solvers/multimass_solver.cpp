#include "solvers/multimass_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "base/error.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "reference/norm2.hpp"
#include "solvers/device_control.hpp"
#include "solvers/multishift_cg.hpp"
#include "solvers/refinement.hpp"
#include "solvers/rotated_solver.hpp"
#include "solvers/solver_links.hpp"

namespace glueball {
namespace {

void check_masses(const QuarkParameters& quark, const std::vector<double>& masses,
                  const SolverOptions& options) {
  if (!is_staggered(quark.action))
    throw Error(ErrorKind::bad_value, "several masses of a quark that is not staggered",
                "solve for one at a time");
  if (options.method != Method::cg)
    throw Error(ErrorKind::bad_value, "several masses at once are solved for by conjugate gradients alone",
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

/// How far the shifted systems are solved together: about as far as a residual in this precision is true.
double shared_tolerance(gpu::Precision precision, double tolerance) {
  const double good_for = precision == gpu::Precision::half     ? 2e-2
                          : precision == gpu::Precision::single ? 1e-6
                                                                : 1e-12;
  return std::max(good_for, 0.25 * tolerance);
}

/// The smallest in size first: the other systems are shifted from it. Places in `masses`.
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

/// A = m^2 - D_eo D_oe of the even sites has shifts of m^2, but its source, m b_e - D_eo b_o, is another for
/// each mass. So A y = b_e and A z = -D_eo b_o are solved for all shifts, where b has such parts: x_e = m y +
/// z.
class DeviceMultimassSolver : public MultimassSolver {
 public:
  DeviceMultimassSolver(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                        const std::vector<double>& masses, const SolverOptions& options)
      : masses_(masses),
        order_(order_of(masses)),
        options_(options),
        rotation_(u.geometry(), quark.boundary),
        links_(device, u, options, residuals_on_device(device, options)),
        kind_(operator_kind<ColourField>(quark.action)),
        inner_(kind_.on_device(links_.inner.lattice, links_.inner.u, quark)),
        cg_(*inner_, shifts_of(masses, order_)),
        inner_cg_(cg_),
        there_(links_.inner.lattice),
        source_(links_.inner.lattice) {
    for (std::size_t n = 0; n < masses.size(); ++n) x_.emplace_back(links_.inner.lattice);
    inner_->links_changed();
    if (links_.outer) {
      auto outer = kind_.on_device(links_.outer->lattice, links_.outer->u, quark);
      outer->links_changed();
      space_with(space_on_device<ColourField>, std::move(outer));
    } else {
      space_with(space_on_host<ColourField>, kind_.pair(u, wrapped_quark(quark, u.geometry())).host);
    }
    outer_source_.emplace(space_->make());
    outer_x_.emplace(space_->make());
    refinement_.emplace(*space_, inner_cg_);
  }

  const std::vector<double>& masses() const override { return masses_; }

  std::vector<SolveResult> solve(const Full& given, std::span<Full> x) override {
    const auto begin = std::chrono::steady_clock::now();
    Full b = given;
    rotation_.rotate(b, true);
    double scale = 0;
    const int shared = solve_together(b, scale);
    const double seconds_shared = seconds_since(begin), parts = double(masses_.size());
    std::vector<SolveResult> results(masses_.size());
    space_->set(b);
    for (std::size_t k = 0; k < masses_.size(); ++k) {
      const std::size_t n = order_[k];
      const auto start = std::chrono::steady_clock::now();
      SolveResult& r = results[n] = solve_on(masses_[n], x_[k], scale, shared, x[n]);
      rotation_.rotate(x[n], false);
      r.seconds = seconds_since(start) + seconds_shared / parts;
      r.flops = (r.iterations + shared / parts) * inner_->normal_flops();
      r.iterations += shared;
      r.shared = shared;
    }
    return results;
  }

 private:
  static double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  /// scale * x_ = the solutions on the even sites, as far as the iterations' precision goes. Returns the
  /// iterations that it took.
  int solve_together(const Full& b, double& scale) {
    const DeviceLattice& lattice = links_.inner.lattice;
    const Launch all(lattice, kFieldFlags<ColourField>);
    const double even = std::sqrt(reference::norm2(b[0])), odd = std::sqrt(reference::norm2(b[1]));
    if (!std::isfinite(even + odd))
      throw Error(ErrorKind::not_converged, "solver: the right-hand side is not finite", "check the source");
    const double tolerance = shared_tolerance(options_.inner, options_.tolerance);
    int iterations = 0;
    const auto solve = [&](bool add) {
      const DeviceCgResult r =
          cg_.solve_all(source_, x_, tolerance, options_.max_iterations - iterations, add);
      iterations += r.iterations;
      // A search that has broken down is taken up by what comes after it, which may know more digits.
      if (r.state == SolverState::exhausted)
        throw Error(ErrorKind::not_converged,
                    fmt::format("solver: out of iterations for all masses at once (residual {:.3g} of the "
                                "smallest after {}, on the way to {:.3g})",
                                r.residual, iterations, tolerance),
                    "raise <max_iterations>, or take larger masses");
    };
    inner_->set_mass(masses_[order_[0]]);
    scale = odd > 0 ? odd : even;
    if (even > 0) {
      upload(scaled(1 / even, b[0]), source_);
      solve(false);
      for (std::size_t k = 0; k < x_.size(); ++k)
        kernels::Scale::run(all, {.a = masses_[order_[k]] * even / scale, .b = 0}, x_[k]);
    }
    if (odd > 0) {
      upload(scaled(-1 / odd, b[1]), there_);
      inner_->hop(Parity::even, there_, source_);
      solve(even > 0);
    }
    return iterations;
  }

  /// The matrix in double, `make` with `op`.
  template <class Make, class Operator>
  void space_with(Make make, std::unique_ptr<Operator> op) {
    set_outer_mass_ = [&op = *op](double mass) { op.set_mass(mass); };
    space_ = make(std::move(op));
  }

  /// M x = b, the b that space_ has been given, for one mass, from scale * guess on.
  SolveResult solve_on(double mass, const ColourField& guess, double scale, int shared, Full& x) {
    inner_->set_mass(mass);
    set_outer_mass_(mass);
    try {
      space_->prepare(inner_cg_.system(), *outer_source_);
      space_->take(guess, *outer_x_);
      space_->scale(scale, *outer_x_);
      // Without a source there has been no solve, and there is no guess.
      SolveResult result =
          refinement_->solve(*outer_source_, *outer_x_, options_.tolerance, options_.max_iterations - shared,
                             options_.progress, scale > 0 ? Start::given : Start::zero);
      result.residual_full = space_->finish(*outer_x_, x);
      require_solved(result);
      return result;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::not_converged) throw;
      throw Error(error.kind(), fmt::format("mass {}: {}", mass, error.message()), error.hint());
    }
  }

  std::vector<double> masses_;
  std::vector<std::size_t> order_;  ///< by size
  SolverOptions options_;
  BoundaryRotation rotation_;
  SolverLinks links_;
  const OperatorKind<ColourField>& kind_;
  std::unique_ptr<ColourOperator> inner_;
  MultishiftCg<ColourField> cg_;
  InnerCg<ColourField> inner_cg_;
  ColourField there_, source_;
  std::vector<ColourField> x_;                      ///< in that order
  std::unique_ptr<OuterSpace<ColourField>> space_;  ///< of the residuals
  std::function<void(double)> set_outer_mass_;      ///< of its matrix
  std::optional<OuterField<ColourField>> outer_source_, outer_x_;
  std::optional<Refinement<ColourField>> refinement_;
};

}  // namespace

std::unique_ptr<MultimassSolver> make_multimass_solver(gpu::Device& device, const Configuration& u,
                                                       const QuarkParameters& quark,
                                                       const std::vector<double>& masses,
                                                       const SolverOptions& options) {
  check_masses(quark, masses, options);
  return std::make_unique<DeviceMultimassSolver>(device, u, quark, masses, options);
}

}  // namespace glueball
