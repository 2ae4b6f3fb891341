#include "actions/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "actions/gauge_action.hpp"
#include "actions/two_flavour_wilson.hpp"
#include "base/error.hpp"
#include "base/nearest.hpp"

namespace glueball {
namespace {

constexpr double kNeeded = std::numeric_limits<double>::quiet_NaN();

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const auto& one : all) names.emplace_back(one.name);
  return names;
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::unique_ptr<Action> make_gauge(const ActionContext& c, const ActionValues& v) {
  return std::make_unique<GaugeAction>(c.lattice, c.u, c.p, GaugeCouplings{.beta = v.at("beta"), .c1 = v.at("c1")});
}

std::unique_ptr<Action> make_two_flavours(const ActionContext& c, const ActionValues& v) {
  return std::make_unique<TwoFlavourWilson>(
      c.lattice, c.u, c.p,
      TwoFlavourParameters{.kappa = v.at("kappa"), .force_tolerance = c.solves.force_tolerance,
                           .action_tolerance = c.solves.action_tolerance, .max_iterations = c.solves.max_iterations,
                           .seed = c.seed, .ranlux = c.ranlux});
}

}  // namespace

const std::vector<ActionKind>& action_kinds() {
  static const std::vector<ActionKind> kinds{
      {.name = "gauge",
       .about = "plaquettes and, with c1, rectangles",
       .parameters = {{"beta", "6/g^2", kNeeded, 0, 1e6}, {"c1", "coefficient of the rectangles", 0, -10, 10}},
       .example = {{"beta", 5.5}, {"c1", -1.0 / 12}},
       .make = make_gauge},
      {.name = "two-flavour",
       .about = "two degenerate flavours of Wilson quarks, even-odd",
       .parameters = {{"kappa", "hopping parameter 1/(2m+8)", kNeeded, 0, 1}},
       .example = {{"kappa", 0.12}},
       .make = make_two_flavours},
  };
  return kinds;
}

const ActionKind& action_kind(std::string_view name) {
  const auto& kinds = action_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const ActionKind& k) { return k.name == name; });
  if (found != kinds.end()) return *found;
  const auto names = names_of(kinds);
  throw Error(Status::usage, fmt::format("no action is called '{}'", name), did_you_mean(name, names, "known are " + joined(names)));
}

ActionValues complete(const ActionKind& kind, ActionValues given) {
  for (const auto& [name, value] : given) {
    const auto p = std::find_if(kind.parameters.begin(), kind.parameters.end(),
                                [&name = name](const auto& q) { return q.name == name; });
    if (p == kind.parameters.end()) {
      const auto names = names_of(kind.parameters);
      throw Error(Status::usage, fmt::format("action {}: it takes no '{}'", kind.name, name), did_you_mean(name, names, "it takes " + joined(names)));
    }
    if (!(value >= p->lowest && value <= p->highest))
      throw Error(Status::usage, fmt::format("action {}: {} = {:g} is out of range", kind.name, name, value),
                  fmt::format("give {:g} to {:g}: {}", p->lowest, p->highest, p->about));
  }
  for (const auto& p : kind.parameters) {
    if (given.contains(p.name)) continue;
    if (std::isnan(p.standard))
      throw Error(Status::usage, fmt::format("action {}: {} is missing", kind.name, p.name),
                  fmt::format("give {}: {}", p.name, p.about));
    given.emplace(p.name, p.standard);
  }
  return given;
}

}  // namespace glueball
