#include "app/chain_recipe.hpp"

#include <algorithm>

#include "actions/registry.hpp"
#include "comm/communicator.hpp"
#include "kernels/fermion.hpp"
#include "kernels/heatbath.hpp"
#include "update/hmc.hpp"

namespace glueball::app {

ChainRecipe heatbath_recipe(const HeatbathParameters& p) {
  return {.command = "heatbath",
          .count = "--sweeps",
          .ranlux = p.random.ranlux,
          .ghosts = GaugeHeatbath::kGhosts,
          .workload = &kernel_specs::benchmark_of<kernels::Heatbath>(),
          .memory =
              [p](const gpu::DeviceInfo& device, const LatticeOptions& options) {
                return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
                  GaugeHeatbath(null_device, options, p, start);
                });
              },
          .make =
              [p](gpu::Device& device, const LatticeOptions& options, const Configuration& start) {
                return std::make_unique<HeatbathChain>(device, options, p, start);
              }};
}

ChainRecipe hmc_recipe(const HmcParameters& p, const HmcControl& control) {
  return {.command = "hmc",
          .count = "--trajectories",
          .tables = {"level", "monomial"},
          .keys = {"plaquette"},  // of every trajectory, in double
          .ranlux = p.random.ranlux,
          .solves = std::ranges::any_of(
              p.monomials, [](const Monomial& m) { return action_kind(m.kind).quark != nullptr; }),
          .ghosts = Hmc::ghosts(p.monomials),
          .workload = &kernel_specs::benchmark_of<kernels::WilsonDslash>(),
          .images = p.energies == Energies::host && !p.inner,
          .memory =
              [p](const gpu::DeviceInfo& device, const LatticeOptions& options) {
                const bool exact = (p.energies == Energies::device || !world().alone()) && !p.inject_fault;
                return hmc_memory(device, options, p, exact ? Energies::device : Energies::host);
              },
          .make =
              [p, control](gpu::Device& device, const LatticeOptions& options, const Configuration& start) {
                return std::make_unique<HmcChain>(device, options, p, start, control);
              }};
}

}  // namespace glueball::app
