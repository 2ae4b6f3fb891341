// Observables of two levels of updates, of pure gauge theory.
#pragma once

#include "measure/observable.hpp"

namespace glueball {

ObservableKind polyakov_multilevel_observable();
ObservableKind colour_electric_multilevel_observable();
ObservableKind tensor_multilevel_observable();

}  // namespace glueball
