// The observables of a chain and their intervals.
#pragma once

#include <string>

#include "measure/observable_list.hpp"

namespace glueball {

/// Makes the observables of a list as ObservableList takes it, whose entries may end in @STEPS:
/// "plaquette,charge:2@20" measures the charge every 20 steps. Entries without such an end are measured every
/// `measure_interval`, of which the others must be multiples. Observables with short intervals come first, so
/// that names of quantities do not depend on which was measured first. Throws Error(bad_value).
ObservableList chain_observables(const std::string& list, int measure_interval);

}  // namespace glueball
