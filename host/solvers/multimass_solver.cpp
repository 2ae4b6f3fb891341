#include "solvers/multimass_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "fermion/staggered_operator.hpp"
#include "linalg/copy.hpp"
#include "reference/staggered.hpp"
#include "solvers/mixed_solver.hpp"
#include "solvers/multishift_cg.hpp"
#include "solvers/quark_column.hpp"
#include "solvers/reliable_solver.hpp"
#include "solvers/rotated_solver.hpp"
#include "solvers/solver_links.hpp"

namespace glueball {
namespace {

void check_masses(const QuarkParameters& quark, const std::vector<double>& masses,
                  const SolverOptions& options) {
  if (quark.action != QuarkAction::staggered)
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

HalfColourField scaled(double a, const HalfColourField& x) {
  HalfColourField y = x;
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
        inner_(links_.inner.lattice, links_.inner.u, masses[order_[0]], quark.boundary),
        cg_(inner_, shifts_of(masses, order_)),
        there_(links_.inner.lattice),
        source_(links_.inner.lattice) {
    for (std::size_t n = 0; n < masses.size(); ++n) x_.emplace_back(links_.inner.lattice);
    if (links_.outer) {
      outer_.emplace(links_.outer->lattice, links_.outer->u, masses[0], quark.boundary);
      outer_source_.emplace(links_.outer->lattice);
      outer_x_.emplace(links_.outer->lattice);
      column_.emplace(*outer_);
      reliable_.emplace(*outer_, cg_);
    } else {
      host_.emplace(u, masses[0], wrapped_quark(quark, u.geometry()).boundary);
      mixed_.emplace(cg_, links_.inner.lattice);
    }
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
    for (std::size_t k = 0; k < masses_.size(); ++k) {
      const std::size_t n = order_[k];
      const auto start = std::chrono::steady_clock::now();
      SolveResult& r = results[n] = solve_on(b, masses_[n], x_[k], scale, shared, x[n]);
      rotation_.rotate(x[n], false);
      r.seconds = seconds_since(start) + seconds_shared / parts;
      r.flops = (r.iterations + shared / parts) * inner_.normal_flops();
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
    inner_.set_mass(masses_[order_[0]]);
    scale = odd > 0 ? odd : even;
    if (even > 0) {
      upload(scaled(1 / even, b[0]), source_);
      solve(false);
      for (std::size_t k = 0; k < x_.size(); ++k)
        kernels::Scale::run(all, {.a = masses_[order_[k]] * even / scale, .b = 0}, x_[k]);
    }
    if (odd > 0) {
      upload(scaled(-1 / odd, b[1]), there_);
      inner_.hop(Parity::even, there_, source_);
      solve(even > 0);
    }
    return iterations;
  }

  /// M x = b for one mass, from scale * guess on.
  SolveResult solve_on(const Full& b, double mass, const ColourField& guess, double scale, int shared,
                       Full& x) {
    // Without a source there has been no solve, and there is no guess.
    const Start start = scale > 0 ? Start::given : Start::zero;
    const int most = options_.max_iterations - shared;
    inner_.set_mass(mass);
    try {
      SolveResult result;
      if (outer_) {
        outer_->set_mass(mass);
        column_->set(b);
        column_->prepare(*outer_source_);
        copy(guess, *outer_x_);
        kernels::Scale::run({links_.outer->lattice, kFieldFlags<ColourField>}, {.a = scale, .b = 0},
                            *outer_x_);
        result =
            reliable_->solve(*outer_source_, *outer_x_, options_.tolerance, most, options_.progress, start);
        result.residual_full = column_->finish(*outer_x_, *outer_source_, x);
      } else {
        host_->set_mass(mass);
        HalfColourField source(b[0].size());
        host_->prepare_normal(b, source);
        download(guess, x[0]);
        x[0] = scaled(scale, x[0]);
        result = mixed_->solve(*host_, source, x[0], options_.tolerance, most, options_.progress, start);
        result.residual_full = finish_on_host(*host_, b, x);
      }
      require_solved(result);
      return result;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::not_converged) throw;
      throw Error(error.kind(), fmt::format("mass {}: {}", mass, error.what()));
    }
  }

  std::vector<double> masses_;
  std::vector<std::size_t> order_;  ///< by size
  SolverOptions options_;
  BoundaryRotation rotation_;
  SolverLinks links_;
  StaggeredOperator inner_;
  MultishiftCg<ColourField> cg_;
  ColourField there_, source_;
  std::vector<ColourField> x_;  ///< in that order
  // Where residuals are the host's:
  std::optional<reference::StaggeredOperator> host_;
  std::optional<MixedSolver<ColourField>> mixed_;
  // Where they are the device's:
  std::optional<StaggeredOperator> outer_;
  std::optional<ColourField> outer_source_, outer_x_;
  std::optional<QuarkColumn<ColourField>> column_;
  std::optional<ReliableSolver<ColourField>> reliable_;
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
