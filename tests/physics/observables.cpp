// These tests check observables of other codes' configurations. References agree to the digits that an
// independent numpy code and CL2QCD's tests give, the devices of both APIs to single precision.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "io/configuration_file.hpp"
#include "measure/loop_averages.hpp"
#include "measure/polyakov.hpp"
#include "reference/wilson_loops.hpp"
#include "support/devices.hpp"
#include "support/skip.hpp"

namespace glueball::test::physics_observables {
namespace {

// Every device as the program itself would use it.
constexpr test::Sweep kPreferred{.storage = false};

struct Row {
  const char* file;
  double plaquette, rectangle;
  Complex polyakov;
  double link_trace;  ///< NaN where it is not known
};

const Row kRows[] = {
    {"cl2qcd/conf.00200",
     0.57107711169452713,
     0.3591275521360824,
     {-0.11349672123636857, 0.22828243566855227},
     NAN},
    {"analysistoolbox/nersc.l8t4b3360",
     0.5038664469495941,
     0.2612095147177599,
     {0.11635623607639296, -0.01097925129165526},
     0.005406083857887091},
    {"milc/lat.sample.l8888",
     0.5935602404328412,
     0.3834706336872052,
     {0.05284510291537524, -0.005910569266063254},
     -0.0006456386203638892},
    {"milc/lat.sample.l4444",
     0.594850158947151,
     0.3991228470469588,
     {0.4312303596128346, -0.0008177551973281707},
     0.6467587374189634},
};

Configuration read(const char* file) {
  return io::read_configuration(test::configs_directory() / std::string(file)).configuration;
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE(
      "observables of other codes' configurations: references to 1e-12, every device to single precision") {
    if (!test::configs_available()) return test::skip("reference configurations are absent");
    for (const Row& row : kRows) {
      CAPTURE(row.file);
      const Configuration links = read(row.file);
      CHECK(std::abs(cpu::plaquette(links).average() - row.plaquette) < 1e-12);
      CHECK(std::abs(cpu::rectangle(links).average() - row.rectangle) < 1e-12);
      CHECK(std::abs(reference::polyakov(links) - row.polyakov) < 1e-12);
      if (!std::isnan(row.link_trace)) CHECK(std::abs(cpu::link_trace(links) - row.link_trace) < 1e-12);
      test::for_each_lattice(links.geometry(), kPreferred, [&](const DeviceLattice& lattice) {
        GaugeField u(lattice);
        upload(links, u);
        GlobalSums sums(lattice);
        CHECK(std::abs(plaquette(lattice, u, sums).average() - row.plaquette) < 1e-7);
        CHECK(std::abs(rectangle(lattice, u, sums).average() - row.rectangle) < 1e-7);
        CHECK(std::abs(polyakov_loops(lattice, u, sums).average - row.polyakov) < 1e-7);
        CHECK(std::abs(link_trace(lattice, u, sums) - cpu::link_trace(links)) < 1e-7);
      });
    }
  }

  TEST_CASE("CL2QCD's conf.00200: sum of rectangles, spatial and temporal plaquette") {
    if (!test::configs_available()) return test::skip("reference configurations are absent");
    const Configuration links = read("cl2qcd/conf.00200");
    const double sum = 1103.2398401620451;  // over 12 V rectangles of Re Tr / 3
    CHECK(cpu::rectangle(links).sum(links.geometry()) == doctest::Approx(sum).epsilon(1e-14));
    const auto p = cpu::plaquette(links);
    CHECK(p.temporal == doctest::Approx(0.571474338455884).epsilon(1e-14));
    CHECK(p.spatial == doctest::Approx(0.57067988493317).epsilon(1e-13));
    test::for_each_lattice(links.geometry(), kPreferred, [&](const DeviceLattice& lattice) {
      GaugeField u(lattice);
      upload(links, u);
      GlobalSums sums(lattice);
      CHECK(rectangle(lattice, u, sums).sum(links.geometry()) == doctest::Approx(sum).epsilon(3e-7));
      const auto found = plaquette(lattice, u, sums);
      CHECK(std::abs(found.temporal - p.temporal) < 1e-7);
      CHECK(std::abs(found.spatial - p.spatial) < 1e-7);
    });
  }
}

}  // namespace glueball::test::physics_observables
