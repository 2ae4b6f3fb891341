#include "actions/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "actions/determinant_ratio.hpp"
#include "actions/gauge_action.hpp"
#include "actions/overlap_action.hpp"
#include "actions/rational_wilson.hpp"
#include "actions/rooted_staggered.hpp"
#include "actions/staggered_action.hpp"
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

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::unique_ptr<Action> make_gauge(const ActionContext& c, const ActionValues& v) {
  return std::make_unique<GaugeAction>(c.lattice, c.u, c.p,
                                       GaugeCouplings{.beta = v.at("beta"), .c1 = v.at("c1")});
}

double or_else(const ActionValues& v, std::string_view name, double otherwise) {
  const auto found = v.find(name);
  return found == v.end() ? otherwise : found->second;
}

double or_zero(const ActionValues& v, std::string_view name) { return or_else(v, name, 0); }

QuarkParameters wilson_of(const ActionValues& v) {
  return wilson_quark(v.at("kappa"), or_zero(v, "mu"), or_zero(v, "csw"), or_zero(v, "exponential") != 0);
}

QuarkParameters heavier_of(const ActionValues& v) {
  const double kappa = or_zero(v, "heavy-kappa");
  return wilson_quark(kappa != 0 ? kappa : v.at("kappa"), v.at("heavy-mu"), or_zero(v, "csw"),
                      or_zero(v, "exponential") != 0);
}

std::unique_ptr<Action> make_two_flavours(const ActionContext& c, const ActionValues& v) {
  return std::make_unique<TwoFlavourWilson>(c, wilson_of(v));
}

std::unique_ptr<Action> make_ratio(const ActionContext& c, const ActionValues& v) {
  return std::make_unique<DeterminantRatio>(c, wilson_of(v), heavier_of(v));
}

RationalParameters rational_of(const ActionValues& v) {
  return {.flavours = int(v.at("flavours")),
          .pseudofermions = int(v.at("pseudofermions")),
          .lowest = v.at("lowest"),
          .largest = v.at("largest")};
}

std::unique_ptr<Action> make_rational(const ActionContext& c, const ActionValues& v) {
  return std::make_unique<RationalWilson>(c, wilson_of(v), rational_of(v));
}

template <QuarkAction kAction>
QuarkParameters massive_of(const ActionValues& v) {
  return {.action = kAction, .mass = v.at("mass")};
}

QuarkParameters hisq_of(const ActionValues& v) {
  return {.action = QuarkAction::hisq,
          .mass = v.at("mass"),
          .epsilon = or_zero(v, "naik-epsilon"),
          .force_filter = or_else(v, "force-filter", kHisqForceFilter)};
}

template <QuarkParameters (*kQuark)(const ActionValues&)>
std::unique_ptr<Action> make_staggered(const ActionContext& c, const ActionValues& v) {
  return std::make_unique<StaggeredAction>(c, kQuark(v));
}

RootedParameters rooted_of(const ActionValues& v) {
  return {.flavours = int(v.at("flavours")),
          .pseudofermions = int(v.at("pseudofermions")),
          .largest = v.at("largest"),
          .heavy_mass = v.at("heavy-mass")};
}

void check_whole(const ActionValues& v, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (v.at(name) != std::floor(v.at(name)))
      throw Error(ErrorKind::bad_value, fmt::format("{} = {:g} is no whole number", name, v.at(name)),
                  "give one, two, three ...");
}

void check_clover(const ActionValues& v) {
  const double exponential = v.at("exponential");
  if (exponential != 0 && exponential != 1)
    throw Error(ErrorKind::bad_value, fmt::format("exponential = {:g} is neither 0 nor 1", exponential),
                "give 1 for the exponential clover term, or leave it out");
}

void check_rational(const ActionValues& v) {
  check_whole(v, {"flavours", "pseudofermions"});
  if (v.contains("exponential")) check_clover(v);
  rational_of(v).check();
}

void check_rooted(const ActionValues& v) {
  check_whole(v, {"flavours", "pseudofermions"});
  rooted_of(v).check(v.at("mass"));
}

template <QuarkParameters (*kQuark)(const ActionValues&)>
std::unique_ptr<Action> make_rooted(const ActionContext& c, const ActionValues& v) {
  return std::make_unique<RootedStaggered>(c, kQuark(v), rooted_of(v));
}

OverlapParameters overlap_of(const ActionValues& v) {
  return {.m0 = v.at("m0"),
          .mass = v.at("mass"),
          .flavours = int(v.at("flavours")),
          .sign_error = v.at("sign-error"),
          .low_modes = int(v.at("low-modes"))};
}

std::unique_ptr<Action> make_overlap(const ActionContext& c, const ActionValues& v) {
  return std::make_unique<OverlapAction>(c, overlap_of(v));
}

QuarkParameters overlap_kernel_of(const ActionValues& v) {
  return wilson_quark(OverlapKernel{.m0 = v.at("m0")}.kappa(), 0, 0);
}

void check_overlap(const ActionValues& v) { check_whole(v, {"flavours", "low-modes"}); }

constexpr ActionParameter kKappa{"kappa", "hopping parameter 1/(2m+8)", kNeeded, 0, 1};
constexpr ActionParameter kMu{"mu", "twisted mass", kNeeded, -10, 10},
    kMuOrNone{"mu", "twisted mass", 0, -10, 10};
constexpr ActionParameter kCsw{"csw", "coefficient of the clover term", kNeeded, -10, 10};
constexpr ActionParameter kExponential{"exponential", "1 for the exponential clover term", 0, 0, 1};
constexpr ActionParameter kMass{"mass", "in lattice units", kNeeded, 0, 10};
constexpr ActionParameter kRootedMass{"mass", "in lattice units", kNeeded, 1e-4, 10};
constexpr ActionParameter kFlavours{"flavours", "of the same mass, by the root of four", 2, 1, 32};
constexpr ActionParameter kPseudofermions{"pseudofermions", "fields that share the flavours", 1, 1, 8};
/// |D| is at most the sum over 4 directions of 1, with Naik's term of 9/8 + 1/24, on any unitary links. For
/// HISQ quarks -D^2 reaches 4 (7/6)^2 = 5.4 on unit links and 7 on random ones.
constexpr ActionParameter kLargest{"largest", "bound of the eigenvalues of -D^2", 16, 0.01, 1000},
    kLargestNaik{"largest", "bound of the eigenvalues of -D^2", 196.0 / 9, 0.01, 1000},
    kLargestHisq{"largest", "bound of the eigenvalues of -D^2", 10, 0.01, 1000};
/// det A of A = Mhat^+ Mhat is that of two flavours. |Mhat| is at most 1 + 64 kappa^2 without a clover term.
constexpr ActionParameter kWilsonFlavours{"flavours", "of the same mass, by the root of two", 1, 1, 16},
    kLowestWilson{"lowest", "bound of the eigenvalues of Mhat^+ Mhat", 1e-3, 1e-12, 1},
    kLargestWilson{"largest", "bound of the eigenvalues of Mhat^+ Mhat", 10, 0.01, 1000};
constexpr ActionParameter kNaikEpsilon{"naik-epsilon", "correction of Naik's term", 0, -2, 2};
constexpr ActionParameter kForceFilter{"force-filter", "near which small singular values are smoothed",
                                       kHisqForceFilter, 0, 1};
constexpr ActionParameter kHeavyMass{"heavy-mass", "of as many flavours to divide by; 0: none", 0, 0, 10};
constexpr ActionParameter kHeavyKappa{"heavy-kappa", "hopping parameter of the heavier quarks; 0: the same",
                                      0, 0, 1};
constexpr ActionParameter kHeavyMu{"heavy-mu", "twisted mass of the heavier quarks", 0, -10, 10};

}  // namespace

const std::vector<ActionKind>& action_kinds() {
  static const std::vector<ActionKind> kinds{
      {.name = "gauge",
       .about = "plaquettes and, with c1, rectangles",
       .parameters = {{"beta", "6/g^2", kNeeded, 0, 1e6},
                      {"c1", "coefficient of the rectangles", 0, -10, 10}},
       .example = {{"beta", 5.5}, {"c1", -1.0 / 12}},
       .make = make_gauge},
      {.name = "two-flavour",
       .about = "two degenerate flavours of Wilson quarks, even-odd",
       .parameters = {kKappa},
       .example = {{"kappa", 0.12}},
       .make = make_two_flavours,
       .quark = wilson_of},
      {.name = "twisted-mass",
       .about = "a doublet of Wilson quarks with twisted masses mu and -mu, even-odd",
       .parameters = {kKappa, kMu},
       .example = {{"kappa", 0.13}, {"mu", 0.2}},
       .make = make_two_flavours,
       .quark = wilson_of},
      {.name = "clover",
       .about = "a doublet of clover quarks with twisted masses mu and -mu, even-odd",
       .parameters = {kKappa, kCsw, kMuOrNone, kExponential},
       .example = {{"kappa", 0.12}, {"csw", 1.1}},
       .make = make_two_flavours,
       .quark = wilson_of,
       .check = check_clover},
      {.name = "twisted-clover",
       .about = "the same, where the twisted mass must be given",
       .parameters = {kKappa, kCsw, kMu, kExponential},
       .example = {{"kappa", 0.12}, {"csw", 1.1}, {"mu", 0.3}},
       .make = make_two_flavours,
       .quark = wilson_of,
       .check = check_clover},
      {.name = "ratio",
       .about = "the determinant of a doublet divided by that of a heavier one",
       .parameters =
           {kKappa, kMuOrNone, kHeavyKappa, kHeavyMu, {"csw", "coefficient of the clover term", 0, -10, 10}},
       .example = {{"kappa", 0.13}, {"mu", 0.1}, {"heavy-kappa", 0.12}, {"heavy-mu", 0.4}},
       .make = make_ratio,
       .quark = wilson_of,
       .divides_by = heavier_of},
      {.name = "clover-ratio",
       .about = "the same of clover quarks",
       .parameters = {kKappa, kCsw, kMuOrNone, kHeavyKappa, kHeavyMu, kExponential},
       .example = {{"kappa", 0.12}, {"csw", 1.1}, {"heavy-mu", 0.4}},
       .make = make_ratio,
       .quark = wilson_of,
       .divides_by = heavier_of,
       .check = check_clover},
      {.name = "rational-wilson",
       .about = "any number of flavours of Wilson quarks, by rational approximations",
       .parameters = {kKappa, kWilsonFlavours, kPseudofermions, kLowestWilson, kLargestWilson},
       .example = {{"kappa", 0.12}, {"lowest", 0.02}},
       .make = make_rational,
       .quark = wilson_of,
       .rational = true,
       .check = check_rational},
      {.name = "rational-clover",
       .about = "the same of clover quarks",
       .parameters = {kKappa, kCsw, kMuOrNone, kExponential, kWilsonFlavours, kPseudofermions, kLowestWilson,
                      kLargestWilson},
       .example = {{"kappa", 0.12}, {"csw", 1.1}, {"lowest", 0.02}, {"flavours", 3}, {"pseudofermions", 2}},
       .make = make_rational,
       .quark = wilson_of,
       .rational = true,
       .check = check_rational},
      {.name = "staggered",
       .about = "four flavours of naive staggered quarks, even-odd",
       .parameters = {kMass},
       .example = {{"mass", 0.2}},
       .make = make_staggered<massive_of<QuarkAction::staggered>>,
       .quark = massive_of<QuarkAction::staggered>},
      {.name = "naik",
       .about = "the same with Naik's three-link term",
       .parameters = {kMass},
       .example = {{"mass", 0.2}},
       .make = make_staggered<massive_of<QuarkAction::naik>>,
       .quark = massive_of<QuarkAction::naik>},
      {.name = "hisq",
       .about = "four flavours of highly improved staggered quarks, even-odd",
       .parameters = {kMass, kNaikEpsilon, kForceFilter},
       .example = {{"mass", 0.2}, {"naik-epsilon", -0.1}},
       .make = make_staggered<hisq_of>,
       .quark = hisq_of},
      {.name = "rooted-staggered",
       .about = "any number of flavours of naive staggered quarks, by rational approximations",
       .parameters = {kRootedMass, kFlavours, kPseudofermions, kHeavyMass, kLargest},
       .example = {{"mass", 0.2}, {"flavours", 3}, {"pseudofermions", 2}},
       .make = make_rooted<massive_of<QuarkAction::staggered>>,
       .quark = massive_of<QuarkAction::staggered>,
       .rational = true,
       .check = check_rooted},
      {.name = "rooted-naik",
       .about = "the same with Naik's three-link term",
       .parameters = {kRootedMass, kFlavours, kPseudofermions, kHeavyMass, kLargestNaik},
       .example = {{"mass", 0.2}, {"flavours", 1}},
       .make = make_rooted<massive_of<QuarkAction::naik>>,
       .quark = massive_of<QuarkAction::naik>,
       .rational = true,
       .check = check_rooted},
      {.name = "rooted-hisq",
       .about = "the same of highly improved staggered quarks",
       .parameters = {kRootedMass, kFlavours, kPseudofermions, kHeavyMass, kNaikEpsilon, kForceFilter,
                      kLargestHisq},
       .example = {{"mass", 0.2}, {"flavours", 2}, {"heavy-mass", 0.5}, {"naik-epsilon", -0.1}},
       .make = make_rooted<hisq_of>,
       .quark = hisq_of,
       .rational = true,
       .check = check_rooted},
      {.name = "overlap",
       .about = "two flavours of overlap quarks, or one by a chiral sector",
       .parameters = {{"mass", "between 0 and 1", kNeeded, 1e-3, 0.999},
                      {"flavours", "of the same mass", 2, 1, 2},
                      {"m0", "of the kernel gamma5 (D_W - m0)", 1.4, 0.01, 1.99},
                      {"sign-error", "of the kernel's sign", 1e-9, 1e-13, 1e-3},
                      {"low-modes", "lowest eigenvectors of the kernel, treated exactly", 8, 2, 200}},
       .example = {{"mass", 0.3}},
       .make = make_overlap,
       .quark = overlap_kernel_of,
       .overlap = true,
       .check = check_overlap},
  };
  return kinds;
}

const ActionKind& action_kind(std::string_view name) {
  const auto& kinds = action_kinds();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const ActionKind& k) { return k.name == name; });
  if (found != kinds.end()) return *found;
  const auto names = names_of(kinds);
  throw Error(ErrorKind::bad_value, fmt::format("no action is called '{}'", name),
              did_you_mean(name, names, "known are " + joined(names)));
}

namespace {

const ActionParameter& parameter(const ActionKind& kind, std::string_view name) {
  const auto p = std::find_if(kind.parameters.begin(), kind.parameters.end(),
                              [&](const ActionParameter& q) { return q.name == name; });
  if (p != kind.parameters.end()) return *p;
  const auto names = names_of(kind.parameters);
  throw Error(ErrorKind::bad_value, fmt::format("action {}: it takes no '{}'", kind.name, name),
              did_you_mean(name, names, "it takes " + joined(names)));
}

}  // namespace

void check_name(const ActionKind& kind, std::string_view name) { parameter(kind, name); }

void check_value(const ActionKind& kind, std::string_view name, double value) {
  const ActionParameter& p = parameter(kind, name);
  if (!(value >= p.lowest && value <= p.highest))
    throw Error(ErrorKind::bad_value,
                fmt::format("action {}: {} = {:g} is out of range", kind.name, name, value),
                fmt::format("give {:g} to {:g}: {}", p.lowest, p.highest, p.about));
}

ActionValues complete(const ActionKind& kind, ActionValues given) {
  for (const auto& [name, value] : given) check_value(kind, name, value);
  for (const auto& p : kind.parameters) {
    if (given.contains(p.name)) continue;
    if (std::isnan(p.standard))
      throw Error(ErrorKind::bad_value, fmt::format("action {}: {} is missing", kind.name, p.name),
                  fmt::format("give {}: {}", p.name, p.about));
    given.emplace(p.name, p.standard);
  }
  if (kind.check) kind.check(given);
  return given;
}

int layers_of(const ActionKind& kind, const ActionValues& values) {
  return kind.quark ? layers_of(kind.quark(values).action) : 1;
}

}  // namespace glueball
