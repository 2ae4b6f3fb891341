// What a chain measures, and each how often.
#pragma once

#include <string>

#include "measure/observable_list.hpp"

namespace glueball {

/// Of a list as ObservableList takes it, whose words may end in @STEPS: "plaquette,charge:2@20" measures the
/// charge every 20 steps, and what has no such end every `measure_interval`, of which the others must be
/// multiples. Those that are measured more often come first, so that names of quantities do not depend on
/// which was measured when. Throws Error(bad_value).
ObservableList chain_observables(const std::string& list, int measure_interval);

}  // namespace glueball
