// glueball hmc: hybrid Monte Carlo.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "chain_command.hpp"
#include "command.hpp"
#include "hmc_report.hpp"
#include "options/hmc_options.hpp"
#include "options/quark_options.hpp"

namespace glueball::app {
namespace {

std::string described(const HmcParameters& p) {
  std::string text;
  for (const Monomial& m : p.monomials) {
    text += fmt::format("{} on level {} (", m.kind, m.level);
    for (const auto& [name, value] : m.values) text += fmt::format("{} {:g}, ", name, value);
    text.replace(text.size() - 2, 2, "), ");
  }
  text += fmt::format("tau {:g} in ", p.tau);
  for (const Level& level : p.levels)
    text += fmt::format("{}{} {} steps", &level == &p.levels.front() ? "" : " of ", level.steps,
                        to_string(level.integrator));
  return text + fmt::format(", seed {}", p.seed);
}

HmcChain& hmc_of(MarkovChain& chain) { return dynamic_cast<HmcChain&>(chain); }

int run(const HmcOptions& o, const ConfigValues& config, Setup& setup) {
  const HmcParameters p = checked(o);
  for (const Monomial& m : p.monomials)
    if (const auto kappa = m.values.find("kappa"); kappa != m.values.end()) warn_of_kappa(kappa->second);
  ChainKind kind{hmc_recipe(p, {.first_counted = o.first_step + o.thermalization,
                                .target_acceptance = o.target_acceptance,
                                .hot = o.start == "hot"}),
                 "trajectories", "trajectories"};
  kind.described = described(p);
  kind.note = hmc_note;
  kind.summarize = [](Json& summary, MarkovChain& chain) { put_hmc_summary(summary, hmc_of(chain)); };
  kind.rows_before = [](MarkovChain& chain) { return hmc_rows_before(hmc_of(chain)); };
  kind.rows_after = [](MarkovChain& chain) { return hmc_rows_after(hmc_of(chain)); };
  return ChainCommand(o, std::move(kind), config, setup).run();
}

}  // namespace

Command hmc_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("hmc", "hybrid Monte Carlo with any actions, on any number of time scales");
  auto options = std::make_shared<HmcOptions>();
  declare(*table, *options);
  table->callback([table, options] { settle_levels(*table, *options); });
  return {table, options->common,
          [table, options](Setup& setup) {
            const ConfigValues config = settle(*table, *options);
            return run(*options, config, setup);
          },
          true, [options] { return options->sites(); }};
}

}  // namespace glueball::app
