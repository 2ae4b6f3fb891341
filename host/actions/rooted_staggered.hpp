// Any number of flavours of staggered quarks, by fractional powers of the determinant of four.
#pragma once

#include <vector>

#include "actions/action.hpp"
#include "actions/context.hpp"
#include "actions/pseudofermion.hpp"
#include "actions/rational_solver.hpp"
#include "rational/minimax.hpp"

namespace glueball {

/// Rooted quarks: the weight is det A^(flavours / 4), A = m^2 - D_eo D_oe, or det [A (A + M^2 -
/// m^2)^-1]^(flavours / 4).
struct RootedParameters {
  int flavours = 2;        ///< flavours of the same mass
  int pseudofermions = 1;  ///< fields that share them; flavours <= 4 pseudofermions
  double largest = 16;     ///< bound of the eigenvalues of -D^2
  /// M of as many heavier flavours whose determinant is divided by (M. Hasenbusch, hep-lat/0107019); 0: none.
  double heavy_mass = 0;

  /// Checks the parameters for quarks of this mass. Throws Error(bad_value).
  void check(double mass) const;
};

/// S = sum_j phi_j^+ r(A) phi_j with phi_j on the even sites. r(x) is the best rational approximation of x^-p
/// on [m^2, m^2 + largest], p = flavours / (4 pseudofermions). With heavy quarks it approximates x^-p (x +
/// M^2 - m^2)^p. See A. D. Kennedy, I. Horvath, S. Sint, hep-lat/9809092; M. A. Clark, A. D. Kennedy,
/// hep-lat/0608015. Its error is 1e-12 in energies and in the heatbath, 1e-7 in the force; for p = 1 it is
/// exact.
class RootedStaggered : public Action {
 public:
  /// The quark's fields are colour vectors. Throws Error(bad_value) for parameters that make no sense, and
  /// for a mass that has no approximation.
  RootedStaggered(const ActionContext& context, const QuarkParameters& quark, const RootedParameters& rooted);

  std::string name() const override { return name_; }
  /// Draws phi_j = r^(-1/2)(A) eta_j; gaussian eta_j come from the CPU. Throws as energy does.
  double refresh(DoubleLinks& u, std::uint32_t step) override;
  /// Throws Error(not_converged) from the solver, and if -D^2 has an eigenvalue above `largest`.
  double energy(DoubleLinks& u) override;
  /// Throws Error(not_converged).
  void kick(double eps) override;
  int take_iterations() override { return solver_.take_iterations(); }
  std::optional<std::size_t> take_filtered() override { return solver_.op().take_filtered(); }

  /// Returns phi_j in double.
  ParityColourField pseudofermion(int j) const { return phi_.at(std::size_t(j)).on_host(); }
  /// Sets phi_j, in the space of the links.
  void set_pseudofermion(const DoubleLinks& u, int j, ParityColourField phi);

 private:
  void require_inside(ExactMatrix<ColourField>& exact, const PreciseField<ColourField>& start);
  ParityColourField draw(int number, std::uint32_t step);

  ActionContext context_;
  std::string name_;
  QuarkParameters quark_;
  RootedParameters rooted_;
  RationalFunction heatbath_, action_, force_;
  RationalSolver<ColourField> solver_;
  std::vector<Pseudofermion<ColourField>> phi_;
  ColourField drawn_;
};

}  // namespace glueball
