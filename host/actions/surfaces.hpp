// Surfaces in the space of links at which the energy of an action jumps.
#pragma once

#include <functional>

#include "field/field.hpp"

namespace glueball {

/// What happened at surfaces.
struct Crossings {
  int refracted = 0;  ///< the surface was crossed, and the momentum changed by what the energy jumps by
  int reflected = 0;  ///< it was not, for want of momentum
  int all() const { return refracted + reflected; }
};

/// What the molecular dynamics knows of an action with such surfaces, beside the action.
class Surfaces {
 public:
  virtual ~Surfaces() = default;

  /// Moves the links by U <- exp(i eps P) U, with momenta that are refracted or reflected at each surface on
  /// the way. `move(t)` does this with the links and momenta as they are, and knows of no surface.
  virtual void drift(double eps, GaugeField& u, const std::function<void(double t)>& move) = 0;
  /// Since the last call.
  virtual Crossings take_crossings() = 0;
  /// Of the links where the dynamics are, or that were decided for: n_minus - n_plus by zero modes
  /// (ChiralModes::index).
  virtual int index() const = 0;
  /// The links of the trajectory that the last heatbath began have been taken, or those before it are back.
  virtual void decided(bool accepted) = 0;
  /// The links are others, whose index is not known.
  virtual void forget() = 0;
};

}  // namespace glueball
