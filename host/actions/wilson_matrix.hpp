// The even-odd matrix of Wilson quarks as the actions need it: on the device, in double, and its derivative.
#pragma once

#include <memory>
#include <optional>

#include "actions/action_solver.hpp"
#include "actions/context.hpp"
#include "kernels/clover_force.hpp"

namespace glueball {

/// Of a doublet of quarks, the second of them with -mu.
struct WilsonQuark {
  double kappa = 0.12;  ///< hopping parameter, 1 / (2 m + 8)
  double mu = 0;        ///< twisted mass
  double csw = 0;       ///< coefficient of the clover term
};

/// Mhat of M = T + 2 i kappa mu gamma5 - kappa H on the even sites, T = 1 or, with csw, as reference::clover_term has it. The
/// determinant of M is that of Mhat times that of T on the odd sites, which links are in where there is a clover term.
class WilsonMatrix {
 public:
  using Exact = reference::EvenOddOperator<HalfSpinorField>;
  /// The context's fields must outlive it.
  WilsonMatrix(const ActionContext& context, const WilsonQuark& quark);

  /// A = Mhat^+ Mhat.
  ActionSolver<SpinorField>& solver() { return solver_; }
  FermionOperator<SpinorField>& op() { return solver_.op(); }
  /// Mhat in double for these links.
  std::unique_ptr<Exact> exact(const Configuration& u) const;
  ExactSolver<SpinorField>& exact(const ExactLinks& u) { return solver_.exact(u); }

  /// -2 log |det T_oo|, the twist in T: of the doublet. 0 without a clover term.
  static double odd_energy(const Exact& exact);
  static double odd_energy(ExactSolver<SpinorField>& exact);

  /// p += eps * force of a dS = -2 Re left^+ dMhat right, both fields on the even sites, and of odd_energy. The operators
  /// must have followed the links.
  void kick(double eps, const SpinorField& left, const SpinorField& right);

 private:
  ActionContext context_;
  WilsonQuark quark_;
  ActionSolver<SpinorField> solver_;
  SpinorField left_odd_, right_odd_;
  std::optional<TensorField> z_;  ///< with a clover term only
};

/// eta of weight exp(-eta^+ eta) on the even sites, in the precision of the lattice: a function of seed, number and step, or of
/// the generators.
void draw_spinors(const ActionContext& context, std::uint32_t step, SpinorField& eta);
/// The same on the host; on the device it is then in `scratch`.
HalfSpinorField draw_spinors_on_host(const ActionContext& context, std::uint32_t step, SpinorField& scratch);

}  // namespace glueball
