// The action of dynamical overlap quarks: two flavours, or one flavour by a pseudofermion of one chirality.
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
  double m0 = 1.4;           ///< minus the mass of the kernel H = gamma5 (D_W - m0)
  double mass = 0.1;         ///< above 0, below 1
  int flavours = 2;          ///< 1 or 2
  double sign_error = 1e-9;  ///< relative error of sgn(H)
  int low_modes = 8;         ///< at least 2: one of them may change its sign
};

/// S = phi^+ (D^+ D)^-1 phi with D = D(mass), phi = D^+ chi and gaussian chi. D^+ D commutes with gamma5, so
/// each chirality is solved by itself:
/// - Two flavours: phi has both chiralities, det(D^+ D) = det(D)^2, and the energy of the heatbath is
///   |chi|^2.
/// - One flavour: phi is the part of chirality c of D^+ chi, where chi has both. Its covariance is D^+ D in
///   that chirality, so no root of a matrix is needed. Complex eigenvalues of D come in pairs, and D^+ D has
///   each |z|^2 once in either chirality. So det(D) = det(D^+ D)_c mass^(c index), and the energy includes
///   the second factor (A. Bode, U. M. Heller, R. G. Edwards, R. Narayanan, hep-lat/9912043; T. DeGrand, S.
///   Schaefer, hep-lat/0412005). The formula holds for either c; trajectories take them in turn. A choice of
///   c by the links would not be reversible.
///
/// Forces and energies are in double precision on the device. If the DoubleLinks are on the host, they are
/// uploaded. The sign function treats the low modes of H exactly, and the force includes their derivatives
/// (SignForce). A search for low modes starts with the last ones found. A trajectory starts without any, so
/// that it is a function of its links. The index of the first links is found from the zero modes of D, then
/// followed through the sign changes.
///
/// A boundary between topological sectors is where an eigenvalue of H passes through zero. The low modes at
/// both ends of a drift show whether one lies between (sign_changes). While the modes do not decide this, the
/// drift is halved. The boundary is then located to kOnSectorBoundary with dlambda / dtau = (dlambda /
/// domega) p of the mode (FollowedMode), where omega parametrises the links as p does. The momentum changes
/// there as in Z. Fodor, S. D. Katz, K. K. Szabo, hep-lat/0311010. With the unit normal n of dlambda / domega
/// and the jump dS of this energy, (n p)^2 > 2 dS crosses with n p -> sign(n p) sqrt((n p)^2 - 2 dS).
/// Otherwise the momentum is reflected, n p -> -n p.
class OverlapAction : public Action, public SectorBoundaries {
 public:
  static constexpr double kOnSectorBoundary = 1e-11;  ///< largest |lambda| that counts as zero

  /// Throws Error(bad_value) as OverlapKernel::check and check_overlap_masses do, for dynamics that are not
  /// in double precision, and for fields in images.
  OverlapAction(const ActionContext& context, const OverlapParameters& parameters);

  std::string name() const override { return "overlap"; }
  /// Draws phi; finds the index of the links first if it is not known. Throws as energy does.
  double refresh(DoubleLinks& u, std::uint32_t step) override;
  /// For one flavour the energy includes the index, which is that of the dynamics. Throws
  /// Error(not_converged).
  double energy(DoubleLinks& u) override;
  /// Throws Error(not_converged).
  void kick(double eps) override;
  /// Counts applications of D^+ D, each of which is a sign function.
  int take_iterations() override { return std::exchange(iterations_, 0); }
  SectorBoundaries* sector_boundaries() override { return this; }

  void drift(double eps, GaugeField& u, const std::function<void(double)>& move) override;
  Crossings take_crossings() override { return std::exchange(crossings_, {}); }
  int index() const override { return moving_index_; }
  void decided(bool accepted) override;
  void forget() override { index_.reset(); }

  /// Returns phi, for tests; for one flavour in one chirality.
  FullQuarkField<ParitySpinorField> pseudofermion() const;
  /// Returns the low modes of the links of the dynamics as they are now.
  SignedModes modes();
  /// Returns the energy without the index on these links, with the signs of these modes and the present phi.
  double energy_of(const GaugeField& u, const SignedModes& modes);

 private:
  using Vector = FieldVector<SpinorField>;
  using Move = std::function<void(double)>;
  struct Place;           ///< a time of a drift and the low modes there
  struct SectorBoundary;  ///< a place where an eigenvalue is zero, and its mode
  struct Way;             ///< the links of a drift, and the function that moves them

  std::span<const Chirality> sectors() const;
  /// Throws as low_modes, and for eigenvalues of free quarks.
  SignedModes modes_of(const GaugeField& u, bool unsure);
  SignedModes search(const GaugeField& u) const;
  std::unique_ptr<SignFunction> sign_of(const GaugeField& u, const SignedModes& modes) const;
  /// Solves x = (D^+ D)^-1 of the part of phi in a sector; that part is left in part_.
  void solve(SignFunction& sign, Chirality sector, double tolerance, Vector& x);
  /// Returns the index of the overlap operator on these links.
  int find_index(const GaugeField& u, const SignedModes& modes) const;
  /// Returns the energy of one flavour's factor mass^(c index); 0 for two flavours.
  double of_index(int index) const;
  void draw(std::uint32_t step, Vector& chi);
  /// Uploads the links to exact_u_ in double precision.
  void put_exact(const DoubleLinks& u);

  Place place_at(double time, const Way& way);
  std::optional<SectorBoundary> first_sector_boundary(const Place& from, const Place& to, const Way& way,
                                                      int halved);
  std::optional<SectorBoundary> on_sector_boundary(const Place& from, const Place& to,
                                                   const SignChange& change, const Way& way);
  std::optional<SectorBoundary> sector_boundary_at(const Place& from, const Place& to, bool up, double time,
                                                   const Vector& followed, const Way& way);
  /// Returns dlambda / domega of an eigenvector of H on these links.
  Momenta gradient(const GaugeField& u, const Vector& mode);
  void pass(const SectorBoundary& sector_boundary, GaugeField& u);

  ActionContext context_;
  OverlapParameters parameters_;
  OverlapKernel kernel_;
  GaugeField exact_u_, start_;
  MomentumField normal_;
  VectorDots dots_;
  Vector phi_, part_;
  Chirality sector_ = Chirality::plus;  ///< for one flavour
  struct Known {
    Configuration links;
    SignedModes modes;
  };
  std::optional<Known> known_;  ///< the last low modes; the next search starts with them
  std::optional<Known> began_;  ///< those of the last refresh; a rejected trajectory restores them
  std::optional<int> index_;    ///< the index of the chain's links
  int moving_index_ = 0;
  Crossings crossings_;
  int iterations_ = 0;
};

}  // namespace glueball
