// Observables of two levels of updates, of pure gauge theory.
#pragma once

#include <optional>
#include <string>

#include "measure/observable.hpp"

namespace glueball {

ObservableKind polyakov_multilevel_observable();
ObservableKind colour_electric_multilevel_observable();
ObservableKind tensor_multilevel_observable();

/// Links of a chain that samples the plaquette action at `beta`, or, where that is empty, something else.
/// Throws Error(bad_value) where an observable of the list has updates of another distribution.
void require_coupling(const std::string& list, std::optional<double> beta);

}  // namespace glueball
