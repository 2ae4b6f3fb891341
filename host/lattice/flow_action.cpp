#include "lattice/flow_action.hpp"

#include <string>

#include "base/error.hpp"

namespace glueball {

FlowAction flow_action_of(std::string_view word) {
  if (word == "wilson") return kWilsonFlow;
  if (word == "symanzik") return kSymanzikFlow;
  if (word == "zeuthen") return kZeuthenFlow;
  throw Error(ErrorKind::bad_value, "no flow '" + std::string(word) + "'", "wilson, symanzik or zeuthen");
}

}  // namespace glueball
