// glueball heatbath: pure gauge theory by heatbath and overrelaxation.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "chain_command.hpp"
#include "command.hpp"
#include "options/heatbath_options.hpp"

namespace glueball::app {
namespace {

const HeatbathChain& heatbath_of(MarkovChain& chain) { return dynamic_cast<const HeatbathChain&>(chain); }

int run(HeatbathOptions& o, const ConfigValues& config, Setup& setup) {
  const HeatbathParameters parameters = checked(o);
  ChainKind kind{heatbath_recipe(parameters), "steps", "measurements"};
  kind.described = fmt::format("beta {:g}, c1 {:g}, {} overrelaxation sweeps a step, seed {}", o.beta,
                               parameters.couplings.c1, o.overrelax, o.seed);
  if (parameters.couplings.c1 == 0) kind.plaquette_beta = o.beta;
  kind.note = [](const StepRecord& last) { return fmt::format("plaquette {:.6f}", last.plaquette()); };
  kind.summarize = [](Json& summary, MarkovChain& chain) {
    summary["unitarity_deviation"] = heatbath_of(chain).unitarity_deviation();
  };
  kind.rows_after = [](MarkovChain& chain) {
    return fmt::format("{:<24} {:>12.1e} before a step's links are brought back to SU(3)\n", "unitarity",
                       heatbath_of(chain).unitarity_deviation());
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
