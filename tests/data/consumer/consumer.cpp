// A program outside of the tree: hybrid Monte Carlo with two flavours of Wilson quarks, and what it measures.
#include <cstdio>
#include <glueball/base/error.hpp>
#include <glueball/gpu/device.hpp>
#include <glueball/measure/observable_list.hpp>
#include <glueball/update/hmc.hpp>

using namespace glueball;

int main() try {
  const auto device = gpu::open_device("auto");
  const Configuration cold(Geometry({4, 4, 4, 8}));
  const HmcParameters parameters{.beta = 5.6, .kappa = 0.15, .tau = 0.5, .steps = 6, .seed = 7};
  Hmc hmc(*device, preferred_options(*device), settled(parameters), cold);
  GlobalSums sums(hmc.lattice());
  const ObservableList observables("plaquette,polyakov");
  for (int step = 1; step <= 3; ++step) {
    const Trajectory t = hmc.run(step);
    std::printf("%d: dH %+.4f %s", step, t.delta_h, t.accepted ? "accepted" : "rejected");
    Measurement measurement(hmc.lattice(), hmc.links(), sums);
    for (const auto& quantities : observables.measure(measurement))
      for (const auto& [name, quantity, repeated] : quantities)
        std::printf("  %s %.6f", name.c_str(), quantity.values.front());
    std::printf("\n");
  }
} catch (const Error& error) {
  std::fprintf(stderr, "consumer: %s\n", error.what());
  return 1;
}
