// What an action lives in.
#pragma once

#include <cstdint>

#include "actions/solves.hpp"
#include "fermion/quark.hpp"
#include "field/field.hpp"
#include "field/ranlux_field.hpp"
#include "lattice/momenta.hpp"

namespace glueball {

/// The fields must outlive the action.
struct ActionContext {
  const DeviceLattice& lattice;
  const GaugeField& u;
  MomentumField& p;
  std::uint64_t seed = 1;
  std::uint32_t number =
      0;  ///< place among the actions of a run: keeps the pseudofermions of two of them apart
  ActionSolves solves{};
  /// Of its quarks, whose fields live where its phases are on wrapping links alone (Boundary::wrapped): so
  /// host and device have the same ones.
  Boundary boundary = kAntiperiodicInTime;
  RanluxField* ranlux =
      nullptr;  ///< where pseudofermions are drawn from, where there is one; otherwise from Philox

  /// A quark in this context: with its boundary.
  QuarkParameters of(QuarkParameters quark) const {
    quark.boundary = boundary.wrapped(lattice.geometry());
    return quark;
  }
};

}  // namespace glueball
