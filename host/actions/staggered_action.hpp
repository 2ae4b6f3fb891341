// Four degenerate flavours of staggered quarks, even-odd preconditioned.
#pragma once

#include "actions/action.hpp"
#include "actions/action_solver.hpp"
#include "actions/context.hpp"
#include "actions/pseudofermion.hpp"
#include "lattice/colour_vector.hpp"

namespace glueball {

/// S = phi^+ A^-1 phi, A = m^2 - D_eo D_oe, phi on the even sites. The weight is det A = det M, four
/// flavours.
class StaggeredAction : public Action {
 public:
  /// The quark's fields are colour vectors.
  StaggeredAction(const ActionContext& context, const QuarkParameters& quark);

  std::string name() const override { return name_; }
  /// Draws phi = (M^+ eta)_e = m eta_e - D_eo eta_o with gaussian eta on all sites from the CPU. Solves for
  /// the energy.
  double refresh(DoubleLinks& u, std::uint32_t step) override;
  double energy(DoubleLinks& u) override;
  /// Throws Error(not_converged).
  void kick(double eps) override;
  int take_iterations() override { return solver_.take_iterations(); }
  std::optional<std::size_t> take_filtered() override { return solver_.op().take_filtered(); }

  /// Returns phi in double.
  ParityColourField pseudofermion() const { return phi_.on_host(); }

 private:
  /// Draws gaussian noise on the sites of a parity.
  ParityColourField draw(Parity parity, std::uint32_t step);

  ActionContext context_;
  std::string name_;
  ActionSolver<ColourField> solver_;
  Pseudofermion<ColourField> phi_;
  ColourField x_;
};

}  // namespace glueball
