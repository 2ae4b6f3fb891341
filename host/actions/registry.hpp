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
#include "actions/context.hpp"
#include "fermion/quark.hpp"

namespace glueball {

/// A number that an action takes.
struct ActionParameter {
  std::string_view name, about;
  double standard = 0;  ///< where none is given; NaN: one must be given
  double lowest = 0, highest = 0;
};

using ActionValues = std::map<std::string, double, std::less<>>;

/// One line of the registry. A new action is a class and such a line; the tests of force, dynamics and
/// reversibility run over all lines, with `example` as the values.
struct ActionKind {
  std::string_view name, about;
  std::vector<ActionParameter> parameters;
  ActionValues example;  ///< values of a well-behaved run on a small lattice
  std::function<std::unique_ptr<Action>(const ActionContext&, const ActionValues&)> make;
  /// The quarks whose determinant the action multiplies by, those whose determinant it divides by; null where
  /// there are none. Their boundary is left open.
  QuarkParameters (*quark)(const ActionValues&) = nullptr;
  QuarkParameters (*divides_by)(const ActionValues&) = nullptr;
  /// Overlap quarks: their energy jumps (Surfaces), one monomial of a run at most is of them, and they are in
  /// no chain of ratios. `quark` is then that of their kernel. They take so long that tests of all kinds
  /// leave them to tests/property/overlap_dynamics.cpp.
  bool overlap = false;
  /// Throws Error(bad_value) for complete values that do not go together.
  void (*check)(const ActionValues&) = nullptr;
};

const std::vector<ActionKind>& action_kinds();

/// Throws Error(bad_value) that names the nearest one.
const ActionKind& action_kind(std::string_view name);

/// Throws Error(bad_value) for a name that the kind does not have.
void check_name(const ActionKind& kind, std::string_view name);

/// Throws Error(bad_value) for a number by itself: a name that the kind does not have, a value out of range.
void check_value(const ActionKind& kind, std::string_view name, double value);

/// `given` with what it leaves out. Throws Error(bad_value) for a name that the kind does not have, a value
/// out of range, one that is missing, or values that do not go together.
ActionValues complete(const ActionKind& kind, ActionValues given);

/// Layers of the neighbours' sites that the quarks of the action need where a lattice is split, 1 where it
/// has none.
int layers_of(const ActionKind& kind, const ActionValues& values);

}  // namespace glueball
