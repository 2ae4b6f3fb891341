// glueball heatbath: pure gauge theory by heatbath and overrelaxation.
#include "kernels/heatbath.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cards/card.hpp"
#include "chain_command.hpp"
#include "command.hpp"
#include "heatbath_options.hpp"
#include "run/heatbath_chain.hpp"

namespace glueball::app {
namespace {

int run(HeatbathOptions& o, const ConfigValues& config, Setup& setup) {
  const HeatbathParameters parameters = checked(o);
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
          true, [options] { return options->sites(); }};
}

}  // namespace glueball::app
