#include "options/hmc_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/decimal.hpp"
#include "app/option_needs.hpp"
#include "app/validators.hpp"
#include "base/nearest.hpp"
#include "base/option_error.hpp"
#include "lattice/gauge_couplings.hpp"

namespace glueball::app {
namespace {

template <class Kind>
std::string names_of(const std::vector<Kind>& kinds) {
  std::vector<std::string_view> names;
  for (const Kind& kind : kinds) names.push_back(kind.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// A trajectory's moves are listed before it begins. The limit is far beyond all use.
constexpr int kMostSteps = 1'000'000;
CLI::Validator step_count() {
  return number_that([](double x) { return x >= 1 && x <= kMostSteps; }, "from 1 to 1000000");
}

/// Beyond some ten solutions rounding dominates the guess.
constexpr int kMostChronology = 12;

/// A value of the table option `option`, key by key.
class Table {
 public:
  Table(const char* option, std::size_t index, const std::string& text)
      : option_(option), index_(index), pairs_(table_pairs(option, index, text)) {}

  const std::vector<std::pair<std::string, std::string>>& pairs() const { return pairs_; }

  /// Removes a key and returns its value; empty if it is not given.
  std::string take(const std::string& key) {
    for (auto at = pairs_.begin(); at != pairs_.end(); ++at) {
      if (at->first != key) continue;
      const std::string value = at->second;
      pairs_.erase(at);
      return value;
    }
    return {};
  }
  template <class Number>
  Number number(const std::string& key, const std::string& value) const {
    Number n{};
    try {
      if (CLI::detail::lexical_cast(decimal(value), n) && std::isfinite(double(n))) return n;
    } catch (const std::invalid_argument&) {
    }
    fail(key, fmt::format("'{}' is no {}", value, std::is_integral_v<Number> ? "whole number" : "number"));
  }
  /// Runs `read`, whose errors are reported for this key.
  template <class Read>
  auto about(const std::string& key, Read read) const {
    try {
      return read();
    } catch (const OptionError&) {
      throw;
    } catch (const Error& error) {
      fail(key, error.message(), error.hint());
    }
  }
  [[noreturn]] void fail(const std::string& key, const std::string& what,
                         const std::string& hint = {}) const {
    throw OptionError(option_, index_, key, what, hint);
  }

 private:
  std::string option_;
  std::size_t index_;
  std::vector<std::pair<std::string, std::string>> pairs_;
};

Level level_of(std::size_t index, const std::string& text) {
  Table table("level", index, text);
  Level level;
  if (const auto name = table.take("integrator"); !name.empty())
    level.integrator = table.about("integrator", [&] { return integrator_kind(name).id; });
  const auto steps = table.take("steps"), lambda = table.take("lambda");
  if (steps.empty()) table.fail("", "a level without steps", "give steps = 5");
  level.steps = table.number<int>("steps", steps);
  if (level.steps > kMostSteps)
    table.fail("steps", fmt::format("{} steps are more than {}", level.steps, kMostSteps), "give fewer");
  if (!lambda.empty()) level.lambda = table.number<double>("lambda", lambda);
  for (const auto& [key, value] : table.pairs())
    table.fail(key, "a level takes no such key",
               did_you_mean(key, {"integrator", "steps", "lambda"}, "it takes integrator, steps, lambda"));
  return level;
}

Monomial monomial_of(std::size_t index, const std::string& text) {
  Table table("monomial", index, text);
  Monomial m;
  m.kind = table.take("kind");
  if (m.kind.empty()) table.fail("", "a monomial without kind", "give one of " + names_of(action_kinds()));
  const ActionKind& kind = table.about("kind", [&]() -> const ActionKind& { return action_kind(m.kind); });
  table.take("name");  // for --set
  const auto level = table.take("level");
  if (level.empty()) table.fail("", "it is on no level", "give level = 0, the outermost");
  m.level = table.number<int>("level", level);
  if (const auto smear = table.take("smear"); !smear.empty()) {
    const auto smearing = link_smearing_of(smear);
    if (!smearing)
      table.fail("smear", fmt::format("'{}' is no smearing", smear),
                 "give none, stout:RHO, stout:RHO:STEPS or, in space alone, stout:RHO:STEPS:space");
    m.smear = *smearing;
  }
  for (const auto& [key, value] : table.pairs()) {
    table.about(key, [&, &key = key] { check_name(kind, key); });
    // Gauge actions also have names for their coefficient.
    const double number = key == "c1"
                              ? table.about(key, [&value = value] { return rectangle_coefficient(value); })
                              : table.number<double>(key, value);
    // Each value is checked by itself first, so that an error names its key.
    table.about(key, [&, &key = key] { check_value(kind, key, number); });
    m.values.emplace(key, number);
  }
  table.about("", [&] { complete(kind, m.values); });
  return m;
}

/// Only the Wilson operator has iterations that share a launch, for one system at a time.
bool has_persistent_cg(const ActionKind& kind) {
  const QuarkAction action = kind.quark(complete(kind, kind.example)).action;
  return !kind.overlap && !kind.rational &&
         (action == QuarkAction::wilson || action == QuarkAction::twisted_mass);
}

/// True if the options as they were given name quarks of such a kind.
bool has_quarks(const HmcOptions& o, bool (*kind)(const ActionKind&)) {
  if (o.monomials.empty()) return o.parameters.kappa > 0;
  return std::ranges::any_of(action_kinds(), [&](const ActionKind& k) {
    const std::string name = fmt::format(",kind={},", k.name);
    return k.quark && kind(k) && std::ranges::any_of(o.monomials, [&](const std::string& text) {
             return ("," + text + ",").find(name) != std::string::npos;
           });
  });
}

}  // namespace

void declare(CLI::App& table, HmcOptions& o) {
  auto& p = o.parameters;
  o.count = 10;
  // From cold links dH is positive until the chain has warmed up: 14 with the default steps on 8^4, so that
  // no trajectory would be accepted. From random links H falls, and every trajectory moves.
  o.start = "hot";
  o.output = "runs/hmc";
  const CLI::Validator positive = above_zero(), not_negative = zero_or_above();
  declare_start(table, o);
  const OptionGroup physics(table, "Physics"), chain(table, "Molecular dynamics and chain"),
      solver(table, "Solver");
  physics.add("--beta", p.beta, "6/g^2 of the gauge action", "NUMBER")->check(coupling());
  physics.add("--gauge-action", o.gauge_action,
              "wilson, symanzik (tree level), iwasaki, dbw2, or the rectangle's coefficient c1", "NAME|C1");
  physics.add("--kappa", p.kappa, "hopping parameter 1/(2m+8) of both flavours; 0: no quarks", "NUMBER")
      ->check(not_negative);
  physics.add("--boundary", o.boundary, "fermion sign on wrapping in x,y,z,t: 1 or -1", "X,Y,Z,T");
  physics.add("--twist", o.twist, "phases of quarks on wrapping in x,y,z,t, in units of pi", "X,Y,Z,T");
  physics.add("--imaginary-mu", o.imaginary_mu, "imaginary chemical potential of quarks, in lattice units",
              "NUMBER");
  physics
      .add_plain("--monomial", o.monomials,
                 "a term of the action, in place of --beta, --gauge-action and --kappa; may be given several "
                 "times: kind (" +
                     names_of(action_kinds()) +
                     "), level, a name for --set if you like, and the kind's numbers, as in "
                     "kind=gauge,level=1,beta=5.6",
                 kTable)
      ->allow_extra_args(false);
  physics
      .add_plain(
          "--set", o.settings,
          "change a number in a table of the file: monomial.NAME.KEY=VALUE, also level.1.steps=8; NAME is "
          "the table's name, its kind, or its number from 1; may be given several times",
          "TABLE.NAME.KEY=VALUE")
      ->allow_extra_args(false);

  chain.add("--tau", p.tau, "length of a trajectory, in units of molecular dynamics time", "NUMBER")
      ->check(positive);
  chain.add("--steps", p.steps, "integration steps a trajectory", "COUNT")->check(step_count());
  chain.add("--integrator", o.integrator, names_of(integrator_kinds()), "NAME");
  chain
      .add_plain("--lambda", o.lambda,
                 fmt::format("of the 2nd-order minimal-norm integrators; {:.6f} by default", kOmelyanLambda),
                 "NUMBER")
      ->check(positive);
  chain
      .add_plain("--level", o.levels,
                 "a time scale, in place of --steps, --integrator and --lambda; several times, the outermost "
                 "(level 0) first: "
                 "integrator=omelyan,steps=5,lambda=0.19",
                 kTable)
      ->allow_extra_args(false);
  add_precision(table, o.common, {"single", "double"});
  declare_chain(chain, o, "--trajectories", "trajectories");
  chain
      .add("--target-acceptance", o.target_acceptance,
           "steps of level 0 are tuned towards it during thermalization; 0: they stay", "NUMBER")
      ->check(not_negative);

  solver
      .add("--tolerance", p.action_tolerance, "|b - A x| / |b|, in double, of an energy's solves", "NUMBER")
      ->check(number_that([](double x) { return x > 0 && x <= 1e-4; }, "above 0 and up to 1e-4"));
  solver
      .add("--force-tolerance", p.force_tolerance, "|b - A x| / |b|, on the device, of a force's solves",
           "NUMBER")
      ->check(number_that([](double x) { return x > 0 && x <= 0.1; }, "above 0 and up to 0.1"));
  solver
      .add(
          "--chronology", p.chronology,
          "earlier solutions of a trajectory that a force's solve starts from, a guess by extrapolation; the "
          "force then depends on them by what --force-tolerance leaves; 0: from nothing, as those of rooted "
          "and overlap quarks do always",
          "COUNT")
      ->check(number_that([](double x) { return x >= 0 && x <= kMostChronology; }, "from 0 to 12"));
  solver.add("--max-iterations", p.max_iterations, "of one solve, before it counts as failed", "COUNT")
      ->check(positive);

  solver
      .add("--inner", o.inner,
           "precision of the solver's iterations: single, half, or auto, that of --precision", "NAME")
      ->check(one_of({"auto", "half", "single"}));
  add_half_format(table, o.common, "Solver");
  solver
      .add("--energies", o.energies,
           "where Metropolis energies are computed, in double: on the host, on the device, or auto, on the "
           "device where it has "
           "doubles and the memory",
           "NAME")
      ->check(one_of({"auto", "host", "device"}));

  const OptionGroup diagnostics(table, "Diagnostics");
  diagnostics
      .add("--reversibility-interval", p.reversibility_interval,
           "run every so many trajectories back and report how far it misses; 0: none", "COUNT")
      ->check(not_negative);
  diagnostics
      .add("--force-interval", p.force_interval, "measure forces after every so many trajectories; 0: never",
           "COUNT")
      ->check(not_negative);
  diagnostics
      .add("--runaway", o.runaway,
           "stop before a trajectory whose dH is above so much a site of the lattice; what H falls by is no "
           "danger",
           "NUMBER")
      ->check(positive);
  diagnostics.flag("--inject-fault", p.inject_fault,
                   "overwrite links on the device before an energy, which is then the host's, to see its "
                   "check in double find it");
  declare_output(table, o, "--trajectories", kAllFlags);
  const auto quarks = [&o] { return has_quarks(o, [](const ActionKind&) { return true; }); };
  acts_only(table, {"--tolerance", "--force-tolerance", "--chronology", "--max-iterations", "--inner"},
            "with quarks, by --kappa or --monomial", quarks);
  acts_only(table, {"--boundary", "--twist", "--imaginary-mu"},
            "with quarks, by --kappa, --monomial or --observables", [&table, quarks] {
              return quarks() || holds(table, "--observables condensate, taylor, eigenvalues or index");
            });
  acts_only(table, {"--persistent-cg"}, "with Wilson or twisted-mass quarks, by --kappa or --monomial",
            [&o] { return has_quarks(o, &has_persistent_cg); });
  acts_with(table, {"--half-format"}, "--inner half");
  acts_with(table, {"--target-acceptance"}, "--thermalization");
  table.footer(
      "Example:  glueball hmc --lattice 8,8,8,8 --start hot --kappa 0.15 --trajectories 50 --output first");
}

void settle_levels(CLI::App& table, HmcOptions& o) {
  if (!o.settings.empty() && o.common.config.empty() && o.common.preset.empty())
    throw Error(ErrorKind::bad_value, "hmc: --set acts only with --config or --preset",
                "give the file whose tables it changes");
  const auto replaces = [&](const char* flag, const std::vector<std::string>& tables,
                            const std::vector<std::string>& plain) {
    if (tables.empty()) return;
    for (const auto& name : plain) {
      if (table.count(name) > 0)
        throw Error(ErrorKind::bad_value, fmt::format("{} and {} are given", name, flag),
                    "the one is in place of the other");
      table.get_option(name)->default_str("");
    }
  };
  replaces("--monomial", o.monomials, {"--beta", "--gauge-action", "--kappa"});
  replaces("--level", o.levels, {"--steps", "--integrator", "--lambda"});
}

HmcParameters checked(const HmcOptions& o) {
  HmcParameters p = o.parameters;
  p.c1 = rectangle_coefficient(o.gauge_action);
  p.seed = o.seed;
  p.runaway = o.runaway;
  p.random = o.random_numbers();
  const gpu::Precision precision = o.common.precision_of_fields();
  if (o.inner != "auto") p.inner = o.inner == "half" ? gpu::Precision::half : gpu::Precision::single;
  if (p.inner == precision) p.inner.reset();
  p.half_format = o.common.format_of_half();
  p.energies = o.energies == "host"     ? Energies::host
               : o.energies == "device" ? Energies::device
                                        : Energies::automatic;
  p.boundary = o.boundary.values;
  p.boundary.twist = o.twist.values;
  p.boundary.imaginary_mu = o.imaginary_mu;
  for (int sign : p.boundary.sign) {
    if (sign != 1 && sign != -1) {
      throw Error(ErrorKind::bad_value, fmt::format("--boundary: {} is no sign", sign),
                  "give 1 or -1 for each of x,y,z,t");
    }
  }
  if (o.target_acceptance >= 1)
    throw Error(ErrorKind::bad_value,
                fmt::format("--target-acceptance: {:g} is not below 1", o.target_acceptance),
                "give 0.8, say");
  for (std::size_t n = 0; n < o.levels.size(); ++n) p.levels.push_back(level_of(n, o.levels[n]));
  if (p.levels.empty()) p.levels.push_back({integrator_kind(o.integrator).id, p.steps, o.lambda});
  for (std::size_t n = 0; n < o.monomials.size(); ++n) p.monomials.push_back(monomial_of(n, o.monomials[n]));
  return settled(std::move(p), precision);
}

}  // namespace glueball::app
