#include "options/heatbath_options.hpp"

#include <CLI/CLI.hpp>

#include "app/validators.hpp"
#include "base/error.hpp"

namespace glueball::app {
namespace {

/// The plaquette of each step is always measured, because other programs rely on it.
std::string with_plaquette(const std::string& list) {
  if (("," + list).find(",plaquette@") != std::string::npos)
    throw Error(ErrorKind::bad_value, "the plaquette is measured whenever anything is, in " + list,
                "leave its @ out, or raise --measure-interval");
  return ("," + list + ",").find(",plaquette,") == std::string::npos ? "plaquette," + list : list;
}

}  // namespace

void declare(CLI::App& table, HeatbathOptions& o) {
  o.count = 100;
  o.output = "runs/heatbath";
  declare_start(table, o);
  const OptionGroup physics(table, "Physics"), chain(table, "Chain");
  physics.add("--beta", o.beta, "6/g^2 of the gauge action", "NUMBER")->check(coupling());
  physics.add("--action", o.action,
              "wilson, symanzik (tree level), iwasaki, dbw2, or the rectangle's coefficient c1", "NAME|C1");
  declare_chain(chain, o, "--sweeps", "heatbath sweeps, each with its overrelaxation");
  chain.add("--overrelax", o.overrelax, "overrelaxation sweeps after each heatbath sweep", "COUNT")
      ->check(zero_or_above());
  add_precision(table, o.common, {"single", "double"});
  declare_output(
      table, o, "--sweeps",
      {FlagGroup::device, FlagGroup::fields, FlagGroup::tuning, FlagGroup::ranks, FlagGroup::output});
  table.footer(
      "Example:  glueball heatbath --lattice 16,16,16,32 --beta 6.0 --sweeps 100 --output runs/quenched");
}

HeatbathParameters checked(HeatbathOptions& o) {
  o.observables = with_plaquette(o.observables);
  return {.couplings = {.beta = o.beta, .c1 = rectangle_coefficient(o.action)},
          .overrelaxation = o.overrelax,
          .seed = o.seed,
          .random = o.random_numbers()};
}

}  // namespace glueball::app
