// The result of a copy in gauge fixing.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace glueball {

/// All numbers are computed in double precision on the CPU.
struct FixedCopy {
  int copy = 0;
  double functional = 0,
         theta = 0;  ///< normalized as cpu::gauge_functional, and as FixParameters defines
  long iterations = 0;
  double seconds = 0, gflops = 0;
  bool converged = false;
  double theta_residual = 0;  ///< theta of the residual gauge, if there is one

  bool better_than(const FixedCopy& other) const;
};

/// Writes the format of history.jsonl and of reports.
nlohmann::ordered_json json_of(const FixedCopy& copy);
/// Throws nlohmann::json::exception for invalid text.
FixedCopy fixed_copy_of(const nlohmann::ordered_json& line);

}  // namespace glueball
