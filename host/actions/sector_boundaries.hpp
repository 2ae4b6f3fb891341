// Topological-sector boundaries: places in the space of links at which the energy of an action jumps.
#pragma once

#include <functional>

#include "field/field.hpp"

namespace glueball {

/// Counts of refractions and reflections at boundaries.
struct Crossings {
  int refracted = 0;  ///< crossings, where the momentum changed by the jump of the energy
  int reflected = 0;  ///< reflections, where the momentum was too small to cross
  int all() const { return refracted + reflected; }
};

/// The interface between molecular dynamics and an action with such boundaries.
class SectorBoundaries {
 public:
  virtual ~SectorBoundaries() = default;

  /// Moves the links by U <- exp(i eps P) U and refracts or reflects momenta at each boundary on the way.
  /// `move(t)` moves the links without regard to boundaries.
  virtual void drift(double eps, GaugeField& u, const std::function<void(double t)>& move) = 0;
  /// Returns the counts since the last call.
  virtual Crossings take_crossings() = 0;
  /// Returns n_minus - n_plus by zero modes (ChiralModes::index), for the present links of the dynamics or
  /// the last decided ones.
  virtual int index() const = 0;
  /// Tells the action if the trajectory since the last heatbath was accepted. After a rejection the links
  /// before it are back.
  virtual void decided(bool accepted) = 0;
  /// The links have been replaced, and their index is unknown.
  virtual void forget() = 0;
};

}  // namespace glueball
