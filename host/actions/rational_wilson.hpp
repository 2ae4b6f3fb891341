// Any number of flavours of Wilson and clover quarks, by fractional powers of the determinant of two.
#pragma once

#include <vector>

#include "actions/action.hpp"
#include "actions/context.hpp"
#include "actions/pseudofermion.hpp"
#include "actions/rational_solver.hpp"
#include "rational/rational_function.hpp"

namespace glueball {

/// The weight is det A^(flavours / 2) |det T_oo|^flavours with A = Mhat^+ Mhat.
struct RationalParameters {
  int flavours = 1;                    ///< flavours of the same mass
  int pseudofermions = 1;              ///< fields that share them; flavours <= 2 pseudofermions
  double lowest = 1e-3, largest = 10;  ///< bounds of the eigenvalues of A

  /// Throws Error(bad_value).
  void check() const;
};

/// S = sum_j phi_j^+ r(A) phi_j - flavours log |det T_oo| with phi_j on the even sites. r(x) is the best
/// rational approximation of x^-p on [lowest, largest], p = flavours / (2 pseudofermions) (A. D. Kennedy, I.
/// Horvath, S. Sint, hep-lat/9809092; M. A. Clark, A. D. Kennedy, hep-lat/0608015). Its error is 1e-12 in
/// energies and in the heatbath, 1e-7 in the force; for p = 1 it is exact. For an odd number of flavours the
/// weight is |det M|^flavours: the sign of det M is not in it.
class RationalWilson : public Action {
 public:
  /// Throws Error(bad_value) for parameters that make no sense.
  RationalWilson(const ActionContext& context, const QuarkParameters& quark,
                 const RationalParameters& parameters);

  std::string name() const override { return name_; }
  /// Draws phi_j = r^(-1/2)(A) eta_j. Throws as energy does, and if A has an eigenvalue below `lowest`, as
  /// far as one step of inverse iteration from the noise finds it.
  double refresh(DoubleLinks& u, std::uint32_t step) override;
  /// Throws Error(not_converged) from the solver, and if A has an eigenvalue above `largest`.
  double energy(DoubleLinks& u) override;
  /// Throws Error(not_converged).
  void kick(double eps) override;
  int take_iterations() override { return solver_.take_iterations(); }

  /// Returns phi_j in double.
  ParitySpinorField pseudofermion(int j) const { return phi_.at(std::size_t(j)).on_host(); }

 private:
  using Exact = ExactMatrix<SpinorField>;
  void require_below_largest(Exact& exact, const PreciseField<SpinorField>& start);
  /// Needs an x = (A + shift)^-1 b in `exact`, which is overwritten.
  void require_above_lowest(Exact& exact);
  [[noreturn]] void outside(const std::string& what, double found, double limit, const char* key) const;

  ActionContext context_;
  std::string name_;
  RationalParameters parameters_;
  RationalFunction heatbath_, action_, force_;
  RationalSolver<SpinorField> solver_;
  std::vector<Pseudofermion<SpinorField>> phi_;
  SpinorField y_;
};

}  // namespace glueball
