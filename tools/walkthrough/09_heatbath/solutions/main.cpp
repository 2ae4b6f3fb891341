// Solutions of the exercises of chapter 9, with the production kernels, on the device that is named, or the
// best one.
#include <fmt/format.h>

#include <cmath>

#include "app/wording.hpp"
#include "base/error.hpp"
#include "update/heatbath.hpp"

namespace {

using namespace glueball;

const Geometry kGeometry({8, 8, 8, 4});

/// Average plaquette of the last ten of thirty sweeps from a cold start.
double plaquette_at(gpu::Device& device, double beta, int overrelaxation = 0) {
  GaugeHeatbath chain(device, preferred_options(device),
                      {.couplings = {.beta = beta}, .overrelaxation = overrelaxation},
                      Configuration(kGeometry));
  double sum = 0;
  for (int sweep = 1; sweep <= 30; ++sweep) {
    chain.sweep(sweep);
    if (sweep > 20) sum += chain.plaquette().average();
  }
  return sum / 10;
}

bool report(int number, const char* what, bool good, double value) {
  fmt::print("exercise {}: {:<66}{}\n", number, what, good ? "yes" : fmt::format("NO, {:g}", value));
  return good;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");

  const double strong = plaquette_at(*device, 0.36);
  bool good = report(1, "at beta = 0.36 the plaquette is beta / 18 = 0.02 within 0.003",
                     std::abs(strong - 0.02) < 0.003, strong);

  const double weak = plaquette_at(*device, 24);
  good &= report(2, "at beta = 24 it is 1 - 2 / beta = 0.917 within 0.005",
                 std::abs(weak - (1 - 2 / 24.0)) < 0.005, weak);

  const double relaxed = plaquette_at(*device, 6.0, 4);
  good &= report(3, "with overrelaxation beta = 6 still gives 0.5937 within 0.005",
                 std::abs(relaxed - 0.5937) < 0.005, relaxed);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("09_heatbath solutions", error);
}
