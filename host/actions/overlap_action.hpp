// Dynamical overlap quarks: two flavours, or one by a chiral sector.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "actions/action.hpp"
#include "actions/context.hpp"
#include "lattice/quark_field.hpp"
#include "overlap/overlap_operator.hpp"
#include "overlap/sign_changes.hpp"

namespace glueball {

struct OverlapParameters {
  double m0 = 1.4;
  double mass = 0.1;  ///< above 0, below 1
  int flavours = 2;   ///< or 1
  double sign_error = 1e-9;
  int low_modes = 8;  ///< at least 2: of these one may change its sign
};

/// S = phi^+ (D^+ D)^-1 phi, D = D(mass), phi = D^+ chi with gaussian chi. D^+ D commutes with gamma5, so
/// that the solve is one in each chirality:
/// - two flavours: phi has both, det(D^+ D) = det(D)^2, and the energy of the heatbath is |chi|^2;
/// - one flavour: phi is the part of one chirality c of D^+ chi, chi of both: its covariance is the part of
/// D^+
///   D there, which needs no root of a matrix. Eigenvalues of D that are not real come in pairs and D^+ D has
///   each |z|^2 once in either chirality; so det(D) = det(D^+ D)_c mass^(c index), whose second factor is in
///   the energy as well (A. Bode, U. M. Heller, R. G. Edwards, R. Narayanan, hep-lat/9912043; T. DeGrand,
///   S. Schaefer, hep-lat/0412005). It holds for either c, which trajectories take in turn: a sector that
///   depends on the links would not be that of the way back.
///
/// In double precision on the device, for forces and energies alike; where ExactLinks are on the host their
/// links are sent there. The sign of H has its low modes exactly, in the force with their derivatives
/// (SignForce); searches for them begin with those found last. A trajectory begins with none, so that it is a
/// function of its links. Those of a start have their index by the zero modes of D, from there on it is
/// followed.
///
/// Surfaces are where an eigenvalue of H passes through zero. It is found by the low modes at both ends of a
/// drift (sign_changes), which is halved while they do not tell, and then to kOnSurface by dlambda / dtau =
/// (dlambda / domega) p of that one (FollowedMode); there (Z. Fodor, S.
/// D. Katz, K. K. Szabo, hep-lat/0311010) with the unit normal n = dlambda / domega and the jump dS of this
/// energy (n p)^2 > 2 dS goes on with n p -> sign(n p) sqrt((n p)^2 - 2 dS), all else back with n p -> -n p.
class OverlapAction : public Action, public Surfaces {
 public:
  static constexpr double kOnSurface = 1e-11;  ///< |lambda| of what passes through zero

  /// Throws Error(bad_value) as OverlapKernel::check and check_overlap_masses do, for dynamics that are not
  /// in double precision, and for fields in images.
  OverlapAction(const ActionContext& context, const OverlapParameters& parameters);

  std::string name() const override { return "overlap"; }
  /// The index of the links is found first, where it is not known. Throws as energy does.
  double refresh(ExactLinks& u, std::uint32_t step) override;
  /// One flavour has the index in it, which is that of the dynamics. Throws Error(not_converged).
  double energy(ExactLinks& u) override;
  /// Throws Error(not_converged).
  void kick(double eps) override;
  /// Iterations in D^+ D, each a sign function.
  int take_iterations() override { return std::exchange(iterations_, 0); }
  Surfaces* surfaces() override { return this; }

  void drift(double eps, GaugeField& u, const std::function<void(double)>& move) override;
  Crossings take_crossings() override { return std::exchange(crossings_, {}); }
  int index() const override { return moving_index_; }
  void decided(bool accepted) override;
  void forget() override { index_.reset(); }

  /// phi, for tests; of one flavour in one chirality.
  FullQuarkField<ParitySpinorField> pseudofermion() const;
  /// Low modes of the links of the dynamics as they are now.
  SignedModes modes();
  /// The energy on these links with the signs of these modes, of the pseudofermion as it is, without the
  /// index.
  double energy_of(const GaugeField& u, const SignedModes& modes);

 private:
  using Vector = FieldVector<SpinorField>;
  using Move = std::function<void(double)>;
  struct Place;
  struct Surface;
  struct Way;

  std::span<const Chirality> sectors() const;
  /// Throws as low_modes, and for eigenvalues of free quarks.
  SignedModes modes_of(const GaugeField& u, bool unsure);
  SignedModes search(const GaugeField& u) const;
  std::unique_ptr<SignFunction> sign_of(const GaugeField& u, const SignedModes& modes) const;
  /// x = (D^+ D)^-1 of the part of phi in a sector, which is left in part_.
  void solve(SignFunction& sign, Chirality sector, double tolerance, Vector& x);
  int find_index(const GaugeField& u, const SignedModes& modes) const;
  double of_index(int index) const;
  void draw(std::uint32_t step, Vector& chi);
  void put_exact(const ExactLinks& u);

  Place place_at(double time, const Way& way);
  std::optional<Surface> first_surface(const Place& from, const Place& to, const Way& way, int halved);
  std::optional<Surface> on_surface(const Place& from, const Place& to, const SignChange& change,
                                    const Way& way);
  std::optional<Surface> surface_at(const Place& from, const Place& to, bool up, double time,
                                    const Vector& followed, const Way& way);
  /// dlambda / domega of an eigenvector of H on these links.
  Momenta gradient(const GaugeField& u, const Vector& mode);
  void pass(const Surface& surface, GaugeField& u);

  ActionContext context_;
  OverlapParameters parameters_;
  OverlapKernel kernel_;
  GaugeField exact_u_, start_;
  MomentumField normal_;
  VectorDots dots_;
  Vector phi_, part_;
  Chirality sector_ = Chirality::plus;  ///< of one flavour
  struct Known {
    Configuration links;
    SignedModes modes;
  };
  std::optional<Known> known_;  ///< the last that were found, where the next search begins
  std::optional<Known> began_;  ///< of the last refresh: a rejected trajectory leaves its links as they were
  std::optional<int> index_;    ///< of the chain's links
  int moving_index_ = 0;
  Crossings crossings_;
  int iterations_ = 0;
};

}  // namespace glueball
