// Observables by the two-level algorithm for pure gauge theory.
#pragma once

#include <optional>
#include <string>

#include "measure/observable.hpp"

namespace glueball {

ObservableKind polyakov_multilevel_observable();
ObservableKind colour_electric_multilevel_observable();
ObservableKind tensor_multilevel_observable();

/// Throws Error(bad_value) if an observable of the list updates links with another distribution than that of
/// the chain. `beta` is that of a chain with the plaquette action, and empty for other actions.
void require_coupling(const std::string& list, std::optional<double> beta);

}  // namespace glueball
