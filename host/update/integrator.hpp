// Symplectic integrators of molecular dynamics, and levels of them one inside the other.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace glueball {

enum class Integrator {
  leapfrog,  ///< velocity form, 2nd order
  omelyan,   ///< 2nd-order minimal norm (2MN), velocity form: twice the forces a step, about a tenth of the
             ///< error
  omelyan_position,  ///< the same, position form
  omelyan4,          ///< 4th-order minimal norm with five forces a step (4MN5FV)
  force_gradient,    ///< 4th order with a force at shifted links
};

/// lambda of the minimal-norm scheme (Takaishi and de Forcrand, hep-lat/0505020, eq. 24).
inline constexpr double kOmelyanLambda = 0.1931833275037836;

/// A move of a scheme, in units of its step h.
struct Stage {
  enum class Kind { kick, drift } kind = Kind::kick;
  double length = 0;
  double shift = 0;  ///< of a kick: the force is that at the links moved along exp(i shift h^2 F)
};

/// One line of the registry.
struct IntegratorKind {
  Integrator id;
  std::string_view name, about;
  int order;      ///< dH ~ h^order
  double lambda;  ///< what its free parameter is by default; NaN: it has none
  /// A step, the same read from either end.
  std::vector<Stage> (*stages)(double lambda);
};

const std::vector<IntegratorKind>& integrator_kinds();
const IntegratorKind& integrator_kind(Integrator id);
/// Throws Error(bad_value) that names the nearest one.
const IntegratorKind& integrator_kind(std::string_view name);
inline std::string_view to_string(Integrator id) { return integrator_kind(id).name; }

/// A time scale: how the links move between two kicks of the level outside of it.
struct Level {
  Integrator integrator = Integrator::omelyan;
  int steps =
      10;  ///< over the trajectory for the outermost level, over each drift of the level outside for others
  double lambda = std::numeric_limits<double>::quiet_NaN();  ///< NaN: the scheme's default
};

/// What is to be done with links and momenta, one after the other.
struct Move {
  static constexpr int kDrift = -1;
  int level = kDrift;  ///< whose forces kick; kDrift: the links move
  double length = 0;   ///< in units of molecular dynamics time
  double shift = 0;    ///< of a force-gradient kick, in those units squared
};

/// A trajectory of length `tau` on nested levels (Sexton and Weingarten, Nucl. Phys. B380 (1992) 665), the
/// outermost first. Kicks depend on the links alone: those of a level that no drift separates are done as
/// one.
std::vector<Move> trajectory_moves(const std::vector<Level>& levels, double tau);

}  // namespace glueball
