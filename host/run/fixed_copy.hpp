// What became of a copy that was brought to a gauge.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace glueball {

/// All numbers recomputed in double precision on the CPU.
struct FixedCopy {
  int copy = 0;
  double functional = 0, theta = 0;  ///< normalised as reference::gauge_functional, and as FixParameters says
  long iterations = 0;
  double seconds = 0, gflops = 0;
  bool converged = false;
  double theta_residual = 0;  ///< of the residual gauge, where there is one

  bool better_than(const FixedCopy& other) const;
};

/// As history.jsonl and reports have it.
nlohmann::ordered_json json_of(const FixedCopy& copy);
/// Throws nlohmann::json::exception for what is none.
FixedCopy fixed_copy_of(const nlohmann::ordered_json& line);

}  // namespace glueball
