// Symplectic integrators of molecular dynamics, and their nesting on several time scales.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace glueball {

enum class Integrator {
  leapfrog,  ///< velocity form, 2nd order
  /// 2nd-order minimal norm (2MN), velocity form, with twice the forces a step and about a tenth of the
  /// error.
  omelyan,
  omelyan_position,  ///< the same in position form
  omelyan4,          ///< 4th-order minimal norm with five forces a step (4MN5FV)
  force_gradient,    ///< 4th order with a force at shifted links
};

/// Default lambda of the minimal-norm scheme (Takaishi and de Forcrand, hep-lat/0505020, eq. 24).
inline constexpr double kOmelyanLambda = 0.1931833275037836;

/// A move of a scheme, in units of its step size h.
struct Stage {
  enum class Kind { kick, drift } kind = Kind::kick;
  double length = 0;
  double shift = 0;  ///< for a kick: its force is that at links moved along exp(i shift h^2 F)
};

/// An integrator in the registry.
struct IntegratorKind {
  Integrator id;
  std::string_view name, about;
  int order;      ///< dH is proportional to h^order
  double lambda;  ///< default of its free parameter; NaN: it has none
  /// Returns the moves of a step, a palindrome.
  std::vector<Stage> (*stages)(double lambda);
};

const std::vector<IntegratorKind>& integrator_kinds();
const IntegratorKind& integrator_kind(Integrator id);
/// Finds an integrator by name. Throws Error(bad_value) that names the most similar one.
const IntegratorKind& integrator_kind(std::string_view name);
inline std::string_view to_string(Integrator id) { return integrator_kind(id).name; }

/// A time scale: how the links move between two kicks of the next outer level.
struct Level {
  Integrator integrator = Integrator::omelyan;
  /// Steps a trajectory for the outermost level, steps in each drift of the next outer level for others.
  int steps = 10;
  double lambda = std::numeric_limits<double>::quiet_NaN();  ///< NaN: the scheme's default
};

/// A move of links or momenta.
struct Move {
  static constexpr int kDrift = -1;
  int level = kDrift;  ///< level whose forces kick; kDrift: the links move
  double length = 0;   ///< in units of molecular dynamics time
  double shift = 0;    ///< for a force-gradient kick, in these units squared
};

/// Returns the moves of a trajectory of length `tau` on nested levels (Sexton and Weingarten, Nucl. Phys.
/// B380 (1992) 665), the outermost first. Kicks depend on the links alone, so that kicks of a level without a
/// drift between them are joined.
std::vector<Move> trajectory_moves(const std::vector<Level>& levels, double tau);

}  // namespace glueball
