#include "app/load_balance.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "base/fnv.hpp"
#include "bench/timing.hpp"
#include "comm/of_all.hpp"
#include "field/device_lattice.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "kernels/fermion.hpp"

namespace glueball::app {
namespace {}  // namespace

DevicesOfRanks devices_of_ranks(Communicator& ranks, const gpu::DeviceInfo& mine) {
  struct Device {
    std::uint64_t kind, float64;
  };
  const std::string kind = std::string(to_string(mine.api)) + "\n" + mine.name + "\n" + mine.driver;
  const auto all = of_all(ranks, Device{fnv(kFnvStart, kind), mine.limits.float64});
  return {.alike = std::ranges::all_of(all, [&](const Device& d) { return d.kind == all[0].kind; }),
          .float64 = std::ranges::all_of(all, [](const Device& d) { return d.float64 != 0; })};
}

std::vector<double> speeds_along_t(Communicator& ranks, const RankGrid& grid, gpu::Device& device) {
  const Geometry geometry({16, 16, 16, 8});
  const DeviceLattice lattice(device, geometry, preferred_options(device, gpu::Precision::single, geometry));
  const Workload hop = kernel_specs::benchmark_of<kernels::WilsonDslash>().make(lattice);
  ranks.barrier();
  const auto seconds = of_all(ranks, measure(lattice, hop, 0.2).seconds);
  std::vector<double> slowest(std::size_t(grid.ranks[3]));
  for (int rank = 0; rank < ranks.size(); ++rank) {
    double& there = slowest[std::size_t(grid.position(rank)[3])];
    there = std::max(there, seconds[std::size_t(rank)]);
  }
  for (double& speed : slowest) speed = 1 / speed;
  return slowest;
}

}  // namespace glueball::app
