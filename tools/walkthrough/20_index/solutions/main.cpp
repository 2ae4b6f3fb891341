// Solutions of the exercises of chapter 20, on the device that is named, or the best one.
#include <fmt/format.h>

#include "../../chapter.hpp"
#include "../index.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"

namespace {

using namespace glueball;
using chapter::report;
using walkthrough::with_fluxes;

int index(gpu::Device& device, const Configuration& u, const IndexOptions& options = {},
          const Boundary& boundary = kAntiperiodicInTime) {
  return zero_modes(device, u, options, boundary).index();
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Configuration u = with_fluxes({1, 1}, 0.2);
  const int usual = index(*device, u);
  bool good = report(1, "the index is the same with quarks periodic in time",
                     usual != 0 && index(*device, u, {}, {1, 1, 1, 1}) == usual);
  good &= report(2, "with M0 = 0.05 nothing is left of it", index(*device, u, {.m0 = 0.05}) == 0);
  good &= report(3, "noise of 0.4 does not change it", index(*device, with_fluxes({1, 1}, 0.4)) == usual);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("20_index solutions", error);
}
