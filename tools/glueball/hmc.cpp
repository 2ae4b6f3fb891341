// glueball hmc: two-flavour Wilson hybrid Monte Carlo.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/capacity.hpp"
#include "app/validators.hpp"
#include "chain_run.hpp"
#include "command.hpp"
#include "hmc_chain.hpp"
#include "lattice/gauge_couplings.hpp"

namespace glueball::app {
namespace {

struct HmcOptions : ChainOptions {
  HmcParameters parameters;
  Four boundary{{1, 1, 1, -1}};
  std::string gauge_action = "wilson";
  std::string integrator = "omelyan";
};

void declare(CLI::App& table, HmcOptions& o) {
  auto& p = o.parameters;
  o.count = 10;
  o.output = "runs/hmc";
  const CLI::Validator positive = above_zero(), not_negative = zero_or_above();
  declare_start(table, o);
  const OptionGroup physics(table, "Physics"), chain(table, "Molecular dynamics and chain"), solver(table, "Solver");
  physics.add("--beta", p.beta, "6/g^2 of the gauge action", "NUMBER")->check(not_negative);
  physics.add("--gauge-action", o.gauge_action,
              "wilson, symanzik (tree level), iwasaki, dbw2, or the rectangle's coefficient c1", "NAME|C1");
  physics.add("--kappa", p.kappa, "hopping parameter 1/(2m+8) of both flavours; 0: no quarks", "NUMBER")
      ->check(not_negative);
  physics.add("--boundary", o.boundary, "fermion sign on wrapping in x,y,z,t: 1 or -1", "X,Y,Z,T");

  chain.add("--tau", p.tau, "length of a trajectory, in units of molecular dynamics time", "NUMBER")->check(positive);
  chain.add("--steps", p.steps, "integration steps a trajectory", "COUNT")->check(positive);
  chain.add("--integrator", o.integrator, "leapfrog or omelyan (2nd order, minimal norm)", "NAME")
      ->check(one_of({"leapfrog", "omelyan"}));
  declare_chain(chain, o, "--trajectories", "trajectories");

  solver.add("--tolerance", p.action_tolerance, "relative true residual, in double, for Metropolis energies", "NUMBER")
      ->check(positive);
  solver.add("--force-tolerance", p.force_tolerance, "relative residual for the force", "NUMBER")->check(positive);
  solver.add("--max-iterations", p.max_iterations, "of one solve, before it counts as failed", "COUNT")
      ->check(positive);

  OptionGroup(table, "Diagnostics")
      .flag("--inject-fault", p.inject_fault,
            "overwrite links on the device before an energy, to see the solver's check in double find it");
  declare_output(table, o, "--trajectories");
  table.footer(
      "Example:  glueball hmc --lattice 8,8,8,8 --start hot --beta 5.5 --kappa 0.15 --trajectories 50 "
      "--output runs/first");
}

HmcParameters checked(const HmcOptions& o) {
  HmcParameters p = o.parameters;
  p.c1 = rectangle_coefficient(o.gauge_action);
  p.seed = o.seed;
  p.integrator = o.integrator == "leapfrog" ? Integrator::leapfrog : Integrator::omelyan;
  p.boundary = o.boundary.values;
  for (int sign : p.boundary) {
    if (sign != 1 && sign != -1) {
      throw Error(Status::usage, fmt::format("--boundary: {} is no sign", sign), "give 1 or -1 for each of x,y,z,t");
    }
  }
  return p;
}

int run(const HmcOptions& o, const std::string& config) {
  const HmcParameters p = checked(o);
  ChainKind kind{.command = "hmc", .count = "--trajectories", .unit = "trajectories", .records = "trajectories"};
  kind.described = fmt::format("beta {:g}, kappa {:g}, tau {:g} in {} {} steps, seed {}", p.beta, p.kappa, p.tau,
                               p.steps, o.integrator, p.seed);
  kind.keys = {"plaquette"};  // of every trajectory, in double
  kind.require_fits = require_hmc_fits;
  kind.workload = p.kappa != 0 ? "dslash" : "gauge-force";
  kind.make = [&](gpu::Device& device, const LatticeOptions& options, const Configuration& start) {
    HmcParameters on_device = p;
    on_device.workgroup = options.workgroup;
    return std::make_unique<HmcChain>(device, options.storage, on_device, start, o.first_step + o.thermalization);
  };
  return ChainRun(o, std::move(kind), config).run();
}

}  // namespace

Command hmc_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("hmc", "hybrid Monte Carlo with two flavours of Wilson fermions");
  auto options = std::make_shared<HmcOptions>();
  declare(*table, *options);
  return {table, [table, options] {
            const std::string config = settle(*table, *options);
            return run(*options, config);
          }};
}

}  // namespace glueball::app
