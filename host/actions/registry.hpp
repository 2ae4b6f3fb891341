// The kinds of actions, by name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "actions/action.hpp"
#include "actions/context.hpp"
#include "fermion/quark.hpp"

namespace glueball {

/// A parameter of an action.
struct ActionParameter {
  std::string_view name, about;
  double standard = 0;  ///< default; NaN: the parameter is required
  double lowest = 0, highest = 0;
};

using ActionValues = std::map<std::string, double, std::less<>>;

/// One line of the registry. A new action is a class and such a line. The tests of force, dynamics and
/// reversibility cover all lines with the values of `example`.
struct ActionKind {
  std::string_view name, about;
  std::vector<ActionParameter> parameters;
  ActionValues example;  ///< values of a well-behaved run on a small lattice
  std::function<std::unique_ptr<Action>(const ActionContext&, const ActionValues&)> make;
  /// Return the quarks whose determinant the action multiplies by, and those whose determinant it divides by;
  /// null if there are none. Their boundary is not set.
  QuarkParameters (*quark)(const ActionValues&) = nullptr;
  QuarkParameters (*divides_by)(const ActionValues&) = nullptr;
  /// True for fractional powers of determinants by rational approximations, which solve for all poles at
  /// once.
  bool rational = false;
  /// True for overlap quarks. Their energy jumps (SectorBoundaries), a run has at most one such monomial, and
  /// no chain of ratios includes them. `quark` is then that of their kernel. They take so long that tests of
  /// all kinds leave them to tests/property/overlap_dynamics.cpp.
  bool overlap = false;
  /// Throws Error(bad_value) for complete values that do not go together.
  void (*check)(const ActionValues&) = nullptr;
};

const std::vector<ActionKind>& action_kinds();

/// Returns the kind of this name. Throws Error(bad_value) that names the nearest one.
const ActionKind& action_kind(std::string_view name);

/// Throws Error(bad_value) for a name that the kind does not have.
void check_name(const ActionKind& kind, std::string_view name);

/// Checks one value. Throws Error(bad_value) for a name that the kind does not have and for a value out of
/// range.
void check_value(const ActionKind& kind, std::string_view name, double value);

/// Returns `given` completed by the defaults. Throws Error(bad_value) for an unknown name, a value out of
/// range, a missing value, or values that do not go together.
ActionValues complete(const ActionKind& kind, ActionValues given);

/// Returns how many layers of neighbours' sites the quarks of the action need on a split lattice; 1 if it has
/// no quarks.
int layers_of(const ActionKind& kind, const ActionValues& values);

}  // namespace glueball
