// glueball heatbath: pure gauge theory by heatbath and overrelaxation.
#include "kernels/heatbath.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/validators.hpp"
#include "cards/card.hpp"
#include "chain_command.hpp"
#include "command.hpp"
#include "run/heatbath_chain.hpp"

namespace glueball::app {
namespace {

struct HeatbathOptions : ChainOptions {
  double beta = 6.0;
  std::string action = "wilson";
  int overrelax = 4;
};

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
  declare_output(table, o, "--sweeps");
  table.footer(
      "Example:  glueball heatbath --lattice 16,16,16,32 --beta 6.0 --sweeps 100 --overrelax 4 --output "
      "runs/quenched");
}

/// Other programs rely on the plaquette of each step.
std::string with_plaquette(const std::string& list) {
  if (("," + list).find(",plaquette@") != std::string::npos)
    throw Error(ErrorKind::bad_value, "the plaquette is measured whenever anything is, in " + list,
                "leave its @ out, or raise --measure-interval");
  return ("," + list + ",").find(",plaquette,") == std::string::npos ? "plaquette," + list : list;
}

int run(HeatbathOptions& o, const ConfigValues& config, Setup& setup) {
  o.observables = with_plaquette(o.observables);
  const HeatbathParameters parameters{.couplings = {.beta = o.beta, .c1 = rectangle_coefficient(o.action)},
                                      .overrelaxation = o.overrelax,
                                      .seed = o.seed,
                                      .precision = o.common.precision_of_fields(),
                                      .random = o.random_numbers()};
  ChainKind kind{.command = "heatbath", .count = "--sweeps", .unit = "steps", .records = "measurements"};
  kind.described = fmt::format("beta {:g}, c1 {:g}, {} overrelaxation sweeps a step, seed {}", o.beta,
                               parameters.couplings.c1, o.overrelax, o.seed);
  kind.ranlux = parameters.random.ranlux;
  if (parameters.couplings.c1 == 0) kind.plaquette_beta = o.beta;
  const HeatbathChain* chain = nullptr;  // once it is made
  kind.ghosts = GaugeHeatbath::kGhosts;
  kind.memory = [&](const gpu::DeviceInfo& device, gpu::Storage storage) {
    return memory_need(device, [&](gpu::Device& paper, const Configuration& start) {
      GaugeHeatbath(paper, storage, parameters, start);
    });
  };
  kind.workload = &cards::benchmark_of<kernels::Heatbath>();
  kind.make = [&](gpu::Device& device, const LatticeOptions& options, const Configuration& start) {
    HeatbathParameters on_device = parameters;
    on_device.workgroup = options.workgroup;
    on_device.domain = options.domain;
    auto made = std::make_unique<HeatbathChain>(device, options.storage, on_device, start);
    chain = made.get();
    return made;
  };
  kind.note = [](const StepRecord& last) { return fmt::format("plaquette {:.6f}", last.plaquette()); };
  kind.summarize = [&](Json& summary) { summary["unitarity_deviation"] = chain->unitarity_deviation(); };
  kind.rows_after = [&] {
    return fmt::format("{:<24} {:>12.1e} before a step's links are brought back to SU(3)\n", "unitarity",
                       chain->unitarity_deviation());
  };
  return ChainCommand(o, std::move(kind), config, setup).run();
}

}  // namespace

Command heatbath_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("heatbath", "pure gauge theory by heatbath and overrelaxation");
  auto options = std::make_shared<HeatbathOptions>();
  declare(*table, *options);
  return {table, options->common,
          [table, options](Setup& setup) {
            const ConfigValues config = settle(*table, *options);
            return run(*options, config, setup);
          },
          true};
}

}  // namespace glueball::app
