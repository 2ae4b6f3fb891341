// These tests compare action density, charge, gradient flow and smearing in double precision with what other
// codes print for their own configurations, and with values from an independent numpy code.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "cpu/field_strength.hpp"
#include "cpu/plaquette.hpp"
#include "io/configuration_file.hpp"
#include "reference/flow.hpp"
#include "reference/smear.hpp"
#include "support/skip.hpp"

namespace glueball::test::physics_reference_flow {

using namespace cpu;
using namespace reference;
using doctest::Approx;

namespace {

Configuration read(const std::string& file) {
  return io::read_configuration(test::configs_directory() / file).configuration;
}

bool absent() {
  if (!test::configs_available()) test::skip("reference configurations are absent");
  return !test::configs_available();
}

void flow(Configuration& u, double eps, int steps) {
  for (int n = 0; n < steps; ++n) flow_step(u, kWilsonFlow, eps);
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: action density and charge of three configurations") {
    if (absent()) return;
    struct Row {
      const char* file;
      double energy, charge;
    };
    for (const Row& row : {Row{"analysistoolbox/nersc.l8t4b3360", 2.379239932059396, 0.5011743658793666},
                           Row{"milc/lat.sample.l8888", 2.002268873031918, -0.018206518704111108},
                           Row{"milc/lat.sample.l4444", 1.862879292233738, 0.03117392952730262}}) {
      CAPTURE(row.file);
      const Configuration u = read(row.file);
      const ActionDensity found = action_density(u);
      CHECK(found.energy() == Approx(row.energy).epsilon(1e-12));
      // The reference code removed the trace for E but not for the charge.
      CHECK(action_density(u, FieldStrength::clover, true).charge == Approx(row.charge).epsilon(1e-11));
      CHECK(found.plaquette == Approx(36.0 * (1.0 - plaquette(u).average())).epsilon(1e-12));
    }
  }

  TEST_CASE("reference: charge of CL2QCD's test configuration, without and with the trace") {
    if (absent()) return;
    const Configuration u = read("cl2qcd/conf.00200");
    CHECK(action_density(u).charge == Approx(-0.0135750595091692).epsilon(1e-12));
    CHECK(action_density(u, FieldStrength::clover, true).charge ==
          Approx(-0.0152347488575799).epsilon(1e-12));
  }

  TEST_CASE("reference: Wilson flow of MILC's sample, its printed table") {
    if (absent()) return;
    // wilson_flow/test/wilson_flow.1.sample-out; MILC's charge has the sign of eps_xyzt = 1, opposite to
    // ours.
    struct Row {
      int steps;
      double et, es, q;
    };
    Configuration u = read("milc/lat.sample.l4448");
    int done = 0;
    for (const Row& row : {Row{0, 1.05787, 1.03094, .0955429}, Row{1, .790042, .76505, .0389772},
                           Row{2, .506125, .481396, .0166373}, Row{5, .152452, .125636, .00570391},
                           Row{9, .0585831, .0404036, .000886915}}) {
      flow(u, 0.1, row.steps - done);
      done = row.steps;
      CAPTURE(done);
      const ActionDensity e = action_density(u);
      CHECK(e.temporal == Approx(row.et).epsilon(5e-6));  // six digits are printed
      CHECK(e.spatial == Approx(row.es).epsilon(5e-6));
      CHECK(-e.charge == Approx(row.q).epsilon(5e-6));
    }
  }

  TEST_CASE("reference: Wilson flow of openQCD's boundary-free sample, its log") {
    if (absent()) return;
    // openQCD-2.0 ms3; Wact = 2 sum Re tr(1 - P), Yact = V E; its charge has our sign.
    Configuration u = read("hirep/openQCD_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1");
    const double volume = double(u.geometry().volume());
    ActionDensity e = action_density(u);
    CHECK(volume * e.plaquette == Approx(1.472098e5).epsilon(4e-7));
    CHECK(volume * e.energy() == Approx(8.273978e3).epsilon(1e-7));
    CHECK(e.charge == Approx(-.137).epsilon(0.004));
    flow(u, 0.008, 25);
    e = action_density(u);
    CHECK(volume * e.plaquette == Approx(9.293370e4).epsilon(1e-7));
    CHECK(volume * e.energy() == Approx(1.122513e4).epsilon(4e-7));
    CHECK(e.charge == Approx(.421).epsilon(0.002));
  }

  TEST_CASE("reference: Wilson flow of Chroma's random start, its measurement with the trace kept") {
    if (absent()) return;
    // The values are from tests/t_meas_wilson_flow: gact4i, gactij at t = 0, .01, .05, .1.
    struct Row {
      int steps;
      double et, es;
    };
    Configuration u = read("regen/hot_4444_s11.ildg");
    int done = 0;
    for (const Row& row :
         {Row{0, 1.12543636501968, 1.12254233311078}, Row{1, 1.14601716864881, 1.14304291792315},
          Row{5, 1.22451238727801, 1.22045723817336}, Row{10, 1.30845556806451, 1.30093647082356}}) {
      flow(u, 0.01, row.steps - done);
      done = row.steps;
      CAPTURE(done);
      const ActionDensity e = action_density(u, FieldStrength::clover, true);
      CHECK(e.temporal == Approx(row.et).epsilon(1e-13));
      CHECK(e.spatial == Approx(row.es).epsilon(1e-13));
    }
  }

  TEST_CASE("reference: Wilson flow of the AnalysisToolbox's configuration") {
    if (absent()) return;
    Configuration u = read("analysistoolbox/nersc.l8t4b3360");
    struct Row {
      double plaquette, energy, charge;
    };
    for (const Row& row : {Row{0.9583513852786, 0.7837420311571, -0.370858622960},
                           Row{0.9864906975656, 0.3423304966267, -0.763174693656}}) {
      flow(u, 0.02, 25);
      const ActionDensity e = action_density(u);
      CHECK(plaquette(u).average() == Approx(row.plaquette).epsilon(1e-12));
      CHECK(e.energy() == Approx(row.energy).epsilon(1e-11));
      CHECK(action_density(u, FieldStrength::clover, true).charge == Approx(row.charge).epsilon(1e-10));
    }
  }

  TEST_CASE("reference: Chroma's smeared weak field") {
    if (absent()) return;
    // The values of smear/link_smear are printed from single precision.
    const Configuration u = read("regen/weak_4448_s11.ildg");
    const auto check = [](const Configuration& v, double p, double link, double epsilon) {
      CHECK(plaquette(v).average() == Approx(p).epsilon(epsilon));
      CHECK(link_trace(v) == Approx(link).epsilon(2 * epsilon));
    };
    check(hyp_smeared(u, {}), .99975084937695, .379593360800451, 3e-7);
    Configuration stout = u;
    for (int n = 0; n < 16; ++n) stout = stout_smeared(stout, 0.15625, 3);
    check(stout, .998190904268995, .37949739714774, 3e-7);
    check(ape_smeared(u, {.keep = 2.5, .staple = 1.0, .dimensions = 3}), .997762414678517, .379493533012768,
          3e-6);
    HypParameters space;
    space.dimensions = 3;
    const Plaquettes p = plaquette(hyp_smeared(u, space));
    CHECK(p.average() == Approx(.997954025605901).epsilon(3e-7));
    CHECK(p.spatial == Approx(.999667554731584).epsilon(3e-7));
  }

  TEST_CASE("reference: twenty HYP smearings leave Chroma's weak field without charge") {
    if (absent()) return;
    Configuration u = read("regen/weak_4448_s11.ildg");
    for (int n = 0; n < 20; ++n) u = hyp_smeared(u, {});
    // glue/qtop_naive prints 1 - P = 6.5e-7 and Q = 1.2e-9 in single precision, which is that precision's
    // rounding.
    CHECK(1.0 - plaquette(u).average() < 6.6e-7);
    CHECK(1.0 - plaquette(u).average() > 0.0);
    CHECK(std::abs(action_density(u).charge) < 1.3e-9);
  }

  TEST_CASE("reference: MILC's instanton has a charge near one, the nearer the better the field strength") {
    if (absent()) return;
    Configuration u = read("milc/lat.sample.inst");
    const auto charge = [&](FieldStrength kind) { return -action_density(u, kind).charge; };
    CHECK(charge(FieldStrength::clover) == Approx(.4587).epsilon(1e-4));
    const double plain = charge(FieldStrength::clover), second = charge(FieldStrength::improved2),
                 fourth = charge(FieldStrength::improved4);
    CHECK(plain < second);
    CHECK(second < fourth);
    CHECK(fourth < 1.0);
  }
}

}  // namespace glueball::test::physics_reference_flow
