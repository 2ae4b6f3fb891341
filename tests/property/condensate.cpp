// These tests compare chiral condensates by noise with the CPU: every vector with its solution in double,
// their mean with the trace.
#include "measure/condensate.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "base/error.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "measure/observable.hpp"
#include "quark/condensate.hpp"
#include "quark/source.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/quark_operators.hpp"
#include "support/refusal.hpp"

namespace glueball::test::property_condensate {
namespace {

const Geometry kGeometry({4, 2, 2, 4});

Boundary phases() {
  Boundary b = {1, -1, 1, -1};
  b.twist = {0.4, 0.0, -0.7, 0.2};
  b.imaginary_mu = 0.1;
  return b;
}

QuarkParameters quark_of(const CondensateOptions& o, double mass, const Boundary& boundary) {
  return {.action = o.action, .mass = mass, .epsilon = o.epsilon, .boundary = boundary};
}

/// Returns Re b^+ M^-1 b on the CPU.
double form(const cpu::StaggeredOperator& m, const FullQuarkField<ParityColourField>& b) {
  FullQuarkField<ParityColourField> x;
  REQUIRE(reference::solve(m, b, x, 1e-14).residual < 1e-10);
  return inner_product(b, x).real();
}

TEST_SUITE("property") {
  TEST_CASE("condensate: the mean over noise vectors, of all quarks and masses at once") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 901);
    for (const char* words : {"staggered:0.7/0.2:2", "naik:0.3:1", "hisq:0.2/0.5:2:-0.2",
                              "hisq:0.2/0.5:3:-0.2:2", "staggered:0.7/0.2:2:0:1:8"}) {
      CAPTURE(words);
      const CondensateOptions o = parse_condensate(words);
      std::vector<double> wanted;
      for (const double mass : o.masses) {
        const auto m = operator_kind<ColourField>(o.action).pair(u, quark_of(o, mass, phases())).host;
        double sum = 0;
        for (int n = 0; n < o.vectors; ++n)
          sum += form(*m, make_source<ParityColourField>({.kind = SourceKind::z2, .seed = 7}, kGeometry, 0, 1,
                                                         std::uint32_t(n)));
        wanted.push_back(sum / (o.vectors * double(kGeometry.volume())));
      }
      for_each_device([&](gpu::Device& device) {
        const auto found = chiral_condensates(device, u, o, phases(), 7);
        REQUIRE(found.size() == wanted.size());
        for (std::size_t n = 0; n < found.size(); ++n)
          CHECK(found[n] == doctest::Approx(wanted[n]).epsilon(1e-7));
        CHECK(std::abs(chiral_condensates(device, u, o, phases(), 8)[0] / found[0] - 1) > 1e-4);
      });
    }
  }

  TEST_CASE("condensate: light quarks' numbers are right to 1e-6, together and in blocks") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 903);
    int turn = 0;
    for (const std::string words : {"staggered:0.0003:2", "naik:0.0003/0.02:2", "hisq:0.0003:2:-0.2:2"}) {
      CAPTURE(words);
      const CondensateOptions o = parse_condensate(words);
      std::vector<double> wanted(o.masses.size());
      for (std::size_t k = 0; k < o.masses.size(); ++k) {
        const auto m = operator_kind<ColourField>(o.action).pair(u, quark_of(o, o.masses[k], phases())).host;
        for (int n = 0; n < o.vectors; ++n)
          wanted[k] += form(*m, make_source<ParityColourField>({.kind = SourceKind::z2, .seed = 7}, kGeometry,
                                                               0, 1, std::uint32_t(n))) /
                       (o.vectors * double(kGeometry.volume()));
      }
      for_each_device(turn++, [&](gpu::Device& device) {
        const auto found = chiral_condensates(device, u, o, phases(), 7);
        for (std::size_t k = 0; k < found.size(); ++k) {
          MESSAGE(words, ", mass ", o.masses[k], ": wrong by ", found[k] / wanted[k] - 1);
          CHECK(std::abs(found[k] / wanted[k] - 1) < 1e-6);
        }
      });
    }
  }

  TEST_CASE("condensate: its expectation is the trace of the inverse") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 902);
    CondensateOptions o = parse_condensate("hisq:0.4:1");
    const auto m = operator_kind<ColourField>(o.action).pair(u, quark_of(o, 0.4, phases())).host;
    double trace = 0;
    for (std::size_t site = 0; site < kGeometry.volume(); ++site)
      for (int colour = 0; colour < 3; ++colour)
        trace +=
            form(*m, make_source<ParityColourField>({.site = kGeometry.site(site)}, kGeometry, colour, 3)) /
            double(kGeometry.volume());
    constexpr int kCount = 60;
    double sum = 0, squares = 0;
    for (int seed = 0; seed < kCount; ++seed) {
      const double one = chiral_condensates(*devices().front(), u, o, phases(), std::uint64_t(seed))[0];
      sum += one / kCount;
      squares += one * one / kCount;
    }
    const double error = std::sqrt((squares - sum * sum) / (kCount - 1));
    MESSAGE("trace ", trace, ", by noise ", sum, " +- ", error);
    CHECK(error < 0.02 * trace);
    CHECK(std::abs(sum - trace) < 4 * error);
  }

  TEST_CASE("condensate: where rounding ends a solve the mass is named, and no option of a solver") {
    gpu::Device& device = *devices().front();
    const DeviceLattice lattice(device, kGeometry, preferred_options(device));
    GaugeField links(lattice);
    upload(Configuration(kGeometry), links);
    GlobalSums sums(lattice);
    Measurement m(lattice, links, sums);
    m.boundary = {1, 1, 1, 1};  // zero modes
    for (const auto& observable : make_observables("condensate:staggered:1e-4:1,taylor:staggered:1e-4:1")) {
      const std::string said = refusal(ErrorKind::not_converged, [&] { observable->measure(m); });
      CAPTURE(said);
      CHECK(said.ends_with("; take a larger mass"));
      CHECK(said.find('<') == std::string::npos);
    }
  }

  TEST_CASE("condensate: what makes no sense is refused with what to give") {
    for (const auto& [words, said] : std::vector<std::pair<std::string, std::string>>{
             {"", "does not name the quarks"},
             {"hisq", "does not name the quarks"},
             {"hisqq:0.1", "did you mean 'hisq'"},
             {"wilson:0.1", "no staggered quarks"},
             {"hisq:", "'' is no mass"},
             {"hisq:0.1/", "'' is no mass"},
             {"hisq:0.1x", "'0.1x' is no mass"},
             {"hisq:0", "out of range"},
             {"hisq:9e-5", "give 0.0001 to 100"},
             {"hisq:nan", "out of range"},
             {"hisq:0.1/0.1", "given twice"},
             {"hisq:0.1:0", "out of range"},
             {"hisq:0.1:1.5", "number of noise vectors"},
             {"staggered:0.1:1:0.2", "without one"},
             {"hisq:0.1:1:0.2:17", "out of range"},
             {"hisq:0.1:1:0.2:2:x", "number of eigenvectors"},
             {"hisq:0.1:1:0.2:2:1:1", "does not name the quarks"}})
      CHECK_THROWS_WITH_AS(parse_condensate(words), doctest::Contains(said.c_str()), Error);
    const CondensateOptions o = parse_condensate("hisq:0.01/0.05:8:-0.2");
    CHECK(o.action == QuarkAction::hisq);
    CHECK(o.masses == std::vector<double>{0.01, 0.05});
    CHECK(o.vectors == 8);
    CHECK(o.epsilon == -0.2);
    CHECK(o.block == 1);
    CHECK(parse_condensate("hisq:0.01:8:0:4").block == 4);
    CHECK(parse_condensate("hisq:0.01:8:0:4").deflate == 0);
    CHECK(parse_condensate("hisq:0.01:8:0:4:20").deflate == 20);
  }
}

}  // namespace

}  // namespace glueball::test::property_condensate
