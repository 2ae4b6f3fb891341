// These tests compare HISQ links and quarks on configurations of other codes with an independent numpy code,
// and with MILC's fat and long links, its inversion and its eigenvalues.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "cpu/gaussian_fields.hpp"
#include "cpu/hisq.hpp"
#include "cpu/linalg.hpp"
#include "cpu/plaquette.hpp"
#include "io/configuration_file.hpp"
#include "io/quark_file.hpp"
#include "reference/cg.hpp"
#include "reference/distance.hpp"
#include "support/skip.hpp"

namespace glueball::test::physics_reference_hisq {
namespace {

using namespace cpu;
using namespace reference;

constexpr double kMass = 0.05;

Configuration read(const std::string& file, bool smeared = false) {
  return io::read_configuration(test::configs_directory() / file, {.allow_non_su3 = smeared}).configuration;
}

FullColourField read_vector(const std::string& file) {
  FullColourField field;
  io::QuarkFieldSource(test::configs_directory() / file).read<ParityColourField>(0, field);
  return field;
}

struct Row {
  const char* file;
  double plaquette_v, plaquette_w, plaquette_x, rectangle_x, trace_x, trace_n;
  double hopped, source, solution, product, solution_hopped;
};

const Row kRows[] = {
    {"analysistoolbox/nersc.l8t4b3360", .06795617188410728, .8614161362553799, 1.581161031762922,
     1.6661448213940215, .007357807075974197, .0014242398874167426, 2.7271374207898926, 8.931654808501875,
     2.324975772724467, .5743653844448772, .568552945013065},
    {"milc/lat.sample.l8888", .1335559459554779, .9241346821359931, 1.5608752344352954, 1.8056145571516826,
     .0005502980002435646, .0004276296847837882, 2.6740732631838102, 8.650967161889016, 1.4509766037856016,
     .6095352139044575, .605907772394993}};
/// This is the pion correlator on the first configuration.
const std::array kPion{1.04160190919, .311012833894, .0864063484489, .308146894276};

/// Returns MILC's phases: (-1)^t along x, (-1)^(t+x) along y, (-1)^(t+x+y) along z, 1 along t.
int milc_phase(const Site& s, int mu) {
  const int sums[] = {s[3], s[3] + s[0], s[3] + s[0] + s[1], 0};
  return sums[mu] % 2 == 0 ? 1 : -1;
}

/// The links of hops over so many steps as MILC keeps them: its phases, the signs of an antiperiodic boundary
/// in time, and a weight in them.
Configuration as_milc_has_them(Configuration u, int steps, double weight) {
  const Geometry& g = u.geometry();
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu) {
      const Site s = g.site(n);
      const bool wraps = mu == 3 && s[3] + steps >= g.extent(3);
      u.link(n, mu) *= weight * milc_phase(s, mu) * (wraps ? -1 : 1);
    }
  return u;
}

/// Hops with our phases over these are hops without over links that have theirs.
Configuration with_our_phases(Configuration u) {
  for (std::size_t n = 0; n < u.geometry().volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu)
      u.link(n, mu) *= double(staggered_phase(u.geometry().site(n), mu));
  return u;
}

/// Returns the smallest eigenvalue of -D^2 on the even sites, by inverse iteration.
double smallest_eigenvalue(const StaggeredOperator& m) {
  ParityColourField x = gaussian_colour(m.geometry(), Parity::even, 5, 0), y(x.size());
  for (int n = 0; n < 4; ++n) {
    y = x;
    conjugate_gradient(m, y, x, 1e-12);
    const double size = std::sqrt(norm2(x));
    for (ColourVector& c : x)
      for (Complex& z : c.c) z /= size;
  }
  m.even_odd(x, y);
  return dot(x, y).real();
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: HISQ links, operator and pion on other codes' configurations") {
    if (!test::configs_available()) return test::skip("reference configurations are absent");
    for (const Row& row : kRows) {
      CAPTURE(row.file);
      const HisqLinks links = hisq_links(read(row.file), 0);
      CHECK(links.by_singular_values == 0);
      const auto near = [](double value, double digits = 1e-12) {
        return doctest::Approx(value).epsilon(digits);
      };
      CHECK(plaquette(links.v).average() == near(row.plaquette_v));
      CHECK(plaquette(links.w).average() == near(row.plaquette_w, 1e-11));
      CHECK(plaquette(links.x).average() == near(row.plaquette_x, 1e-11));
      CHECK(rectangle(links.x).average() == near(row.rectangle_x, 1e-11));
      CHECK(link_trace(links.x) == near(row.trace_x, 1e-9));
      CHECK(link_trace(links.n) == near(row.trace_n, 1e-9));

      const HisqOperator m({links.x, links.n}, kMass, 0, kAntiperiodicInTime);
      const std::size_t half = m.geometry().half_volume();
      ParityColourField b(half), hopped(half), image(half), x(half);
      b[0][0] = 1;
      m.hop(Parity::odd, b, hopped);
      CHECK(norm2(hopped) == near(row.hopped, 1e-11));
      m.even_odd(b, image);
      CHECK(norm2(image) == near(row.source, 1e-11));
      if (&row != kRows) continue;  // a device solves for the larger
      conjugate_gradient(m, b, x, 1e-11);
      CHECK(norm2(x) == near(row.solution, 1e-9));
      CHECK(dot(b, x).real() == near(row.product, 1e-9));
      m.hop(Parity::odd, x, hopped);
      CHECK(norm2(hopped) == near(row.solution_hopped, 1e-9));

      std::array<double, kPion.size()> pion{};
      for (std::size_t colour = 0; colour < 3; ++colour) {
        FullColourField source{ParityColourField(half), ParityColourField(half)}, g = source;
        source[0][0][int(colour)] = 1;
        solve(m, source, g, 1e-10);
        for (const Parity parity : kParities)
          for (std::size_t n = 0; n < half; ++n)
            for (int a = 0; a < 3; ++a)
              pion[std::size_t(m.geometry().half_site(parity, n)[3])] += std::norm(g[int(parity)][n][a]);
      }
      for (std::size_t t = 0; t < pion.size(); ++t) CHECK(pion[t] == near(kPion[t], 1e-10));
    }
  }

  TEST_CASE("reference: MILC's asqtad fat and long links, and its inversion with them") {
    if (!test::configs_available()) return test::skip("reference configurations are absent");
    const Configuration u = read("milc/lat.sample.l8"), fat = read("milc/fat.l8", true),
                        along = read("milc/long.l8", true);
    const FatLinkWeights weights = asqtad_weights(0.502);
    const double three = asqtad_hops(0.502).three;
    CHECK(relative_error(fat, as_milc_has_them(fat_links(u, weights), 1, 1)) < 3e-7);
    CHECK(relative_error(along, as_milc_has_them(long_links(u), 3, three)) < 3e-7);

    // 2 m + D with D = 2 times ours. Its files are in single precision.
    const NaikOperator m(with_our_phases(fat), with_our_phases(along), 0.1, {1, 1, 1, 1},
                         {.one = 1, .three = 1});
    const FullColourField source = read_vector("milc/ksvector.src.sample.l8"),
                          solution = read_vector("milc/ksvector.ans.Minv.sample.l8");
    FullColourField image = source;
    m.full(solution, image);
    double off = 0, all = 0;
    for (const Parity parity : kParities) {
      axpby(-1, source[std::size_t(parity)], 2, image[std::size_t(parity)]);
      off += norm2(image[std::size_t(parity)]);
      all += norm2(source[std::size_t(parity)]);
    }
    CHECK(std::sqrt(off / all) < 1e-7);
  }

  TEST_CASE("reference: MILC's smallest eigenvalues of HISQ and asqtad quarks on an instanton") {
    if (!test::configs_available()) return test::skip("reference configurations are absent");
    const Configuration u = read("milc/lat.sample.inst");
    // MILC's eigenvalues are those of (2 D)^2.
    CHECK(4 * smallest_eigenvalue(HisqOperator(u, 0, 0)) == doctest::Approx(.04613507862594).epsilon(1e-6));
    const NaikOperator asqtad(fat_links(u, asqtad_weights(1)), long_links(u), 0, kAntiperiodicInTime,
                              asqtad_hops(1));
    CHECK(4 * smallest_eigenvalue(asqtad) == doctest::Approx(.03344212592034).epsilon(1e-6));
  }
}

}  // namespace glueball::test::physics_reference_hisq
