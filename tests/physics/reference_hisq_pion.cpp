// These tests compare HISQ quarks on every device with an independent numpy code: hops, solutions and the
// Goldstone pion.
#include <doctest/doctest.h>

#include <array>

#include "fermion/hisq_operator.hpp"
#include "field/transfer.hpp"
#include "io/configuration_file.hpp"
#include "linalg/global_sums.hpp"
#include "solvers/quark_solver.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/skip.hpp"

namespace glueball::test::physics_reference_hisq_pion {
namespace {

constexpr double kMass = 0.05;

struct Row {
  const char* file;
  double hopped, image;
  double digits;  ///< of the file
  std::vector<double> pion;
};
const Row kRows[] = {{"analysistoolbox/nersc.l8t4b3360",
                      2.7271374207898926,
                      8.931654808501875,
                      1e-11,
                      {1.04160190919, .311012833894, .0864063484489, .308146894276}},
                     {"milc/lat.sample.l8888",
                      2.6740732631838102,
                      8.650967161889016,
                      1e-7,
                      {1.11611580654, .249715593987, .0722343353807, .0415379366664, .0145577078613,
                       .0390072782519, .0643337260462, .244101875933}}};

TEST_SUITE("physics") {
  TEST_CASE("HISQ quarks: hops and pion on other codes' configurations, on every device") {
    if (!configs_available()) return skip("reference configurations are absent");
    for (const Row& row : kRows) {
      CAPTURE(row.file);
      const Configuration u = io::read_configuration(configs_directory() / row.file).configuration;
      const Geometry& g = u.geometry();
      for_each_device([&](gpu::Device& device) {
        const bool doubles = device.info().limits.float64;
        const auto precision = doubles ? gpu::Precision::double_ : gpu::Precision::single;
        {
          const DeviceLattice lattice(device, g, preferred_options(device, precision, g));
          const GaugeField links = on_device(lattice, u);
          HisqOperator op(lattice, links, kMass, 0);
          op.links_changed();
          GlobalSums sums(lattice);
          ParityColourField point(g.half_volume());
          point[0][0] = 1;
          ColourField b(lattice), out(lattice);
          upload(point, b);
          const double digits = doubles ? row.digits : 1e-5;
          op.hop(Parity::odd, b, out);
          CHECK(sums.norm2(out) == doctest::Approx(row.hopped).epsilon(digits));
          op.even_odd(b, out);
          CHECK(sums.norm2(out) == doctest::Approx(row.image).epsilon(digits));
        }
        const SolverOptions options{.restart = doubles ? Restart::gpu : Restart::cpu, .tolerance = 1e-11};
        const auto solver = make_staggered_solver(
            device, u, {.action = QuarkAction::hisq, .mass = kMass, .boundary = kAntiperiodicInTime},
            options);
        std::vector<double> pion(row.pion.size());
        for (int colour = 0; colour < 3; ++colour) {
          std::array<ParityColourField, 2> b{ParityColourField(g.half_volume()),
                                             ParityColourField(g.half_volume())},
              x;
          b[0][0][colour] = 1;
          solver->solve(b, x);
          for (const Parity parity : kParities)
            for (std::size_t n = 0; n < g.half_volume(); ++n)
              for (const Complex& z : x[std::size_t(parity)][n].c)
                pion[std::size_t(g.half_site(parity, n)[3])] += std::norm(z);
        }
        for (std::size_t t = 0; t < pion.size(); ++t)
          CHECK(pion[t] == doctest::Approx(row.pion[t]).epsilon(1e-9));
      });
    }
  }
}

}  // namespace

}  // namespace glueball::test::physics_reference_hisq_pion
