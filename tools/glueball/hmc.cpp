// glueball hmc: hybrid Monte Carlo.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cards/card.hpp"
#include "chain_command.hpp"
#include "command.hpp"
#include "hmc_options.hpp"
#include "hmc_report.hpp"
#include "kernels/fermion.hpp"
#include "kernels/gauge.hpp"
#include "update/hmc_memory.hpp"

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

int run(const HmcOptions& o, const ConfigValues& config, Setup& setup) {
  const HmcParameters p = checked(o);
  ChainKind kind{
      .command = "hmc", .count = "--trajectories", .unit = "trajectories", .records = "trajectories"};
  kind.described = described(p);
  kind.ranlux = p.random.ranlux;
  kind.tables = {"level", "monomial"};
  HmcChain* chain = nullptr;  // once it is made
  kind.keys = {"plaquette"};  // of every trajectory, in double
  const bool quarks = p.kappa != 0 || !p.monomials.empty();
  kind.workload =
      &(quarks ? cards::benchmark_of<kernels::WilsonDslash>() : cards::benchmark_of<kernels::GaugeForce>());
  kind.images = p.energies == Energies::host && !p.inner;
  kind.ghosts = Hmc::ghosts(p.monomials);
  if (!quarks && p.c1 == 0) kind.plaquette_beta = p.beta;
  kind.memory = [&](const gpu::DeviceInfo& device, gpu::Storage storage) {
    const bool exact = (p.energies == Energies::device || !world().alone()) && !p.inject_fault;
    return hmc_memory(device, storage, p, exact ? Energies::device : Energies::host);
  };
  kind.make = [&](gpu::Device& device, const LatticeOptions& options, const Configuration& start) {
    HmcParameters on_device = p;
    on_device.workgroup = options.workgroup;
    on_device.together = options.together;
    on_device.domain = options.domain;
    auto made = std::make_unique<HmcChain>(device, options.storage, on_device, start,
                                           HmcControl{.first_counted = o.first_step + o.thermalization,
                                                      .target_acceptance = o.target_acceptance});
    chain = made.get();
    return made;
  };
  kind.note = hmc_note;
  kind.summarize = [&](Json& summary) { put_hmc_summary(summary, *chain); };
  kind.rows_before = [&] { return hmc_rows_before(*chain); };
  kind.rows_after = [&] { return hmc_rows_after(*chain); };
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
