#include "run/step_record.hpp"

#include <algorithm>
#include <limits>

namespace glueball {

const RecordedValues* StepRecord::observable(const std::string& name) const {
  const auto at = std::find_if(observables.begin(), observables.end(),
                               [&](const RecordedValues& v) { return v.name == name; });
  return at == observables.end() ? nullptr : &*at;
}

double StepRecord::plaquette() const {
  if (trajectory) return trajectory->plaquette;
  const RecordedValues* measured = observable("plaquette");
  return measured != nullptr && !measured->values.empty() ? measured->values.front()
                                                          : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace glueball
