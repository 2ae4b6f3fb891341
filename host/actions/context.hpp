// The lattice, fields and parameters that an action is made with.
#pragma once

#include <cstdint>

#include "actions/solves.hpp"
#include "fermion/quark.hpp"
#include "field/field.hpp"
#include "field/ranlux_field.hpp"
#include "lattice/momenta.hpp"

namespace glueball {

/// Context of an action. The fields must outlive the action.
struct ActionContext {
  const DeviceLattice& lattice;
  const GaugeField& u;
  MomentumField& p;
  std::uint64_t seed = 1;
  /// Place among the actions of a run. It keeps the pseudofermions of two actions independent.
  std::uint32_t number = 0;
  ActionSolves solves{};
  /// Boundary conditions of the quarks. Host and device hold identical quark fields, so phases are on
  /// wrapping links alone (Boundary::wrapped).
  Boundary boundary = kAntiperiodicInTime;
  /// Generators that pseudofermions are drawn from; null: Philox.
  RanluxField* ranlux = nullptr;

  /// Returns the context of one of several pseudofermions of the action. Their numbers are apart by far more
  /// than there are actions.
  ActionContext for_field(int field) const {
    ActionContext context = *this;
    context.number += std::uint32_t(field) << 16;
    return context;
  }

  /// Returns the quark with the boundary conditions of this context.
  QuarkParameters of(QuarkParameters quark) const {
    quark.boundary = boundary.wrapped(lattice.geometry());
    return quark;
  }
};

}  // namespace glueball
