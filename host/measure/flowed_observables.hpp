// Observables of the field strength, of links as they are or after gradient flow.
#pragma once

#include "measure/observable.hpp"

namespace glueball {

ObservableKind charge_observable();
ObservableKind slices_observable();
ObservableKind energy_momentum_observable();
ObservableKind tensor_correlator_observable();
ObservableKind weinberg_observable();
ObservableKind line_correlator_observable();

}  // namespace glueball
