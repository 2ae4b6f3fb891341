#include "run/fixed_copy.hpp"

#include <nlohmann/json.hpp>

#include "run/json_line.hpp"

namespace glueball {

bool FixedCopy::better_than(const FixedCopy& other) const {
  return converged != other.converged ? converged : functional > other.functional;
}

nlohmann::ordered_json json_of(const FixedCopy& c) {
  return {{"copy", c.copy},           {"functional", c.functional},
          {"theta", c.theta},         {"iterations", c.iterations},
          {"seconds", c.seconds},     {"gflops", c.gflops},
          {"converged", c.converged}, {"theta_residual", c.theta_residual}};
}

FixedCopy fixed_copy_of(const nlohmann::ordered_json& line) {
  return {whole_of<int>(line.at("copy")),
          line.at("functional"),
          line.at("theta"),
          whole_of<long>(line.at("iterations")),
          line.at("seconds"),
          line.at("gflops"),
          line.at("converged"),
          line.at("theta_residual")};
}

}  // namespace glueball
