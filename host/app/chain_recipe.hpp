// How the program and Python make a Markov chain, before there is a device.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "field/memory_need.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "run/heatbath_chain.hpp"
#include "run/hmc_chain.hpp"

namespace glueball::app {

struct ChainRecipe {
  std::string command;                ///< the program's command, for example "hmc"
  std::string count;                  ///< the flag of the chain's length, "--trajectories"
  std::vector<std::string> tables{};  ///< the options that are tables in config.toml
  std::set<std::string> keys{};       ///< quantities that the chain records itself, without observables
  bool ranlux = false;                ///< true if the random numbers have a state
  bool solves = false;                ///< true if it solves for quarks
  int ghosts = 2;                     ///< layers of neighbours' sites that the chain reads on ranks
  const kernel_specs::Benchmark* workload = nullptr;  ///< the work that storage and workgroups are tuned for
  bool images = true;                                 ///< true if images are a storage to tune for
  /// Returns the memory that the chain takes of a device. The options, here and below, are those of its
  /// lattice.
  std::function<MemoryNeed(const gpu::DeviceInfo&, const LatticeOptions&)> memory{};
  std::function<std::unique_ptr<MarkovChain>(gpu::Device&, const LatticeOptions&, const Configuration& start)>
      make{};
};

ChainRecipe heatbath_recipe(const HeatbathParameters& parameters);
/// `parameters` as settled() returns them.
ChainRecipe hmc_recipe(const HmcParameters& parameters, const HmcControl& control);

}  // namespace glueball::app
