// Observables of static quarks: Wilson loops, correlators of lines in time, potentials.
#pragma once

#include "measure/observable.hpp"

namespace glueball {

ObservableKind polyakov_correlator_observable();
ObservableKind polyakov_singlet_observable();
ObservableKind wilson_lines_observable();
ObservableKind wilson_loops_observable();
ObservableKind creutz_observable();
ObservableKind potential_observable();
ObservableKind line_potential_observable();

}  // namespace glueball
