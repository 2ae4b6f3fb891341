// The actions that molecular dynamics can be made of, by name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "actions/action.hpp"
#include "lattice/field.hpp"
#include "lattice/momenta.hpp"
#include "lattice/ranlux_field.hpp"

namespace glueball {

/// How well an action's solves are done.
struct ActionSolves {
  double force_tolerance = 1e-6;    ///< |r| / |b| of the force's solve, on the device
  double action_tolerance = 1e-10;  ///< true residual, in double, of the energy's solve
  int max_iterations = 5000;        ///< of one solve
};

/// What an action lives in. The fields must outlive it.
struct ActionContext {
  const DeviceLattice& lattice;
  const GaugeField& u;
  MomentumField& p;
  std::uint64_t seed = 1;
  std::uint32_t number = 0;  ///< place among the actions of a run: keeps the pseudofermions of two of them apart
  ActionSolves solves{};
  RanluxField* ranlux = nullptr;  ///< where pseudofermions are drawn from, where there is one; otherwise from Philox
};

/// A number that an action takes.
struct ActionParameter {
  std::string_view name, about;
  double standard = 0;  ///< where none is given; NaN: one must be given
  double lowest = 0, highest = 0;
};

using ActionValues = std::map<std::string, double, std::less<>>;

/// One line of the registry. A new action is a class and such a line; the tests of force, dynamics and reversibility run
/// over all lines, with `example` as the values.
struct ActionKind {
  std::string_view name, about;
  std::vector<ActionParameter> parameters;
  ActionValues example;  ///< values of a well-behaved run on a small lattice
  std::function<std::unique_ptr<Action>(const ActionContext&, const ActionValues&)> make;
};

const std::vector<ActionKind>& action_kinds();

/// Throws Error(usage) that names the nearest one.
const ActionKind& action_kind(std::string_view name);

/// `given` with what it leaves out. Throws Error(usage) for a name that the kind does not have, a value out of range, or
/// one that is missing.
ActionValues complete(const ActionKind& kind, ActionValues given);

}  // namespace glueball
