// These tests compare plaquette, link trace and Polyakov loop of other codes' configurations with an
// independent numpy code.
#include <doctest/doctest.h>

#include <string>

#include "cpu/plaquette.hpp"
#include "io/configuration_file.hpp"
#include "support/skip.hpp"

namespace glueball::test::physics_reference_observables {

TEST_SUITE("physics") {
  TEST_CASE("reference: observables of configurations written by MILC and the AnalysisToolbox") {
    using namespace glueball;
    if (!test::configs_available()) {
      test::skip("reference configurations are absent");
      return;
    }
    struct Row {
      const char* file;
      double plaquette, link_trace;
      Complex polyakov;
    };
    const Row rows[] = {{"analysistoolbox/nersc.l8t4b3360", 0.5038664469495941, 0.005406083857887091,
                         Complex(0.11635623607639296, -0.01097925129165526)},
                        {"milc/lat.sample.l8888", 0.5935602404328412, -0.0006456386203638892,
                         Complex(0.05284510291537524, -0.005910569266063254)},
                        {"milc/lat.sample.l4444", 0.594850158947151, 0.6467587374189634,
                         Complex(0.4312303596128346, -0.0008177551973281707)}};
    for (const Row& row : rows) {
      CAPTURE(row.file);
      const Configuration u =
          io::read_configuration(test::configs_directory() / std::string(row.file)).configuration;
      CHECK(cpu::plaquette(u).average() == doctest::Approx(row.plaquette).epsilon(1e-13));
      CHECK(cpu::link_trace(u) == doctest::Approx(row.link_trace).epsilon(1e-11));
      const Complex loop = cpu::polyakov_loop(u);
      CHECK(loop.real() == doctest::Approx(row.polyakov.real()).epsilon(1e-11));
      CHECK(loop.imag() == doctest::Approx(row.polyakov.imag()).epsilon(1e-10));
    }
  }
}

}  // namespace glueball::test::physics_reference_observables
