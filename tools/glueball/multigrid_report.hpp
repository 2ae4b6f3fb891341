// These functions put multigrid's set-up into words, and into JSON.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <string>

#include "solvers/multigrid_parameters.hpp"

namespace glueball::app {

inline nlohmann::ordered_json multigrid_json(const MultigridSetUp& s) {
  return {{"levels", 2},
          {"block", s.block},
          {"vectors", s.vectors},
          {"coarse_steps", s.coarse_steps},
          {"set_up_seconds", s.seconds}};
}

inline std::string multigrid_text(const MultigridSetUp& s) {
  return fmt::format(
      "multigrid: 2 levels, blocks of {}, {} near-null vectors, {} coarse steps, set-up {:.2f} s",
      fmt::join(s.block, "x"), s.vectors, s.coarse_steps, s.seconds);
}

}  // namespace glueball::app
