// Observables of the field strength, for original links or after gradient flow.
#pragma once

#include "measure/observable.hpp"

namespace glueball {

/// Parses a flow time in a list's parameters. Throws Error(bad_value) for invalid text or a time beyond 1000.
double flow_time(const std::string& observable, const std::string& word);

ObservableKind charge_observable();
ObservableKind slices_observable();
ObservableKind energy_momentum_observable();
ObservableKind tensor_correlator_observable();
ObservableKind blocked_charge_observable();
ObservableKind blocked_tensor_observable();
ObservableKind weinberg_observable();
ObservableKind line_correlator_observable();

}  // namespace glueball
