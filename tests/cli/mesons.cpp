// glueball mesons, run as a user runs it: against the CPU's own contractions and the values of other
// programs.
#include "quark/mesons.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cpu/mesons.hpp"
#include "io/ildg.hpp"
#include "support/fields.hpp"
#include "support/program.hpp"
#include "support/quark_operators.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_mesons {

using nlohmann::json;

namespace {

/// This is a configuration in a file.
struct Links {
  explicit Links(const Configuration& links) : u(links) { io::write_ildg(file, u); }
  Configuration u;
  TemporaryDirectory scratch;
  std::string file = (scratch / "links.ildg").string();
};

Links rough() { return Links(weak_configuration(Geometry({4, 2, 6, 4}), 0.3, 11)); }

std::vector<json> mesons(const std::string& file, std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"mesons", file, "--json", "--quiet"});
  const auto r = run_program(flags);
  CAPTURE(r.err);
  REQUIRE(r.status == 0);
  std::vector<json> objects;
  for (const auto& line : lines(r.out)) objects.push_back(json::parse(line));
  return objects;
}

void check_close(const std::vector<double>& found, const std::vector<double>& expected, double relative) {
  for (std::size_t d = 0; d < expected.size(); ++d)
    CHECK(found.at(d) == doctest::Approx(expected[d]).scale(0).epsilon(relative));
}

/// Checks the first values of a pion against another program's, divided by that program's `norm`.
void check_pion(const std::string& file, const std::vector<std::string>& flags,
                const std::vector<double>& expected, double norm = 1.0) {
  auto all = flags;
  all.insert(all.end(), {"--tolerance", "1e-11"});
  auto found = mesons(file, all).at(0).at("pion").get<std::vector<double>>();
  for (double& value : found) value /= norm;
  check_close(found, expected, 1e-6);
}

bool configs_missing() {
  if (configs_available()) return false;
  skip("reference configurations are absent");
  return true;
}

std::string config(const char* name) { return (configs_directory() / name).string(); }

/// Returns Tr M^-1 / V from a solve for every site and component.
template <class OneParity>
Complex exact_trace(const cpu::EvenOddOperator<OneParity>& m) {
  const Geometry& g = m.geometry();
  Complex sum;
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int k = 0; k < kComponents<OneParity>; ++k) {
      auto b = zero_field<OneParity>(g), x = b;
      component(at(b, g, g.site(n)), k) = 1.0;
      reference::solve(m, b, x, 1e-11);
      sum += component(at(x, g, g.site(n)), k);
    }
  return sum / double(g.volume());
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("mesons: all sixteen channels, at every momentum, are the CPU's") {
    const Links links = rough();
    const Geometry& g = links.u.geometry();
    const auto found =
        mesons(links.file, {"--kappa", "0.13", "--action", "twisted-mass", "--mu", "0.1", "--source",
                            "point:3,1,4,2", "--momentum", "0,0,0", "--momentum", "1,0,2"});
    REQUIRE(found.size() == 2);
    const auto m = quark_operator<ParitySpinorField>(links.u, {.kappa = 0.13, .mu = 0.1});
    const auto columns = exact_columns(*m, "point:3,1,4,2");
    cpu::Propagator s;
    for (std::size_t k = 0; k < 12; ++k) s[k] = columns[k];
    for (std::size_t p = 0; p < 2; ++p) {
      const Site momentum = p == 0 ? Site{} : Site{1, 0, 2, 0};
      CHECK(found[p].at("momentum") == json(momentum));
      const auto reference = cpu::meson_correlators(g, s, {.source = {3, 1, 4, 2}, .momentum = momentum});
      for (std::size_t n = 0; n < 16; ++n) {
        const auto c = found[p].at(meson_names()[n]).get<std::vector<double>>();
        REQUIRE(c.size() == 4);
        for (std::size_t t = 0; t < 4; ++t)  // G = 2 kappa M^-1
          CHECK(std::abs(c[t] - 0.26 * 0.26 * reference[n][t].real()) <
                1e-8 * 0.26 * 0.26 * std::abs(reference[15][0]));
      }
      CHECK(found[p].at("rho").size() == 4);
      CHECK(found[p].at("pion_mass").size() == 2);
    }
    const auto hopping =
        mesons(links.file, {"--kappa", "0.13", "--action", "twisted-mass", "--mu", "0.1", "--source",
                            "point:3,1,4,2", "--normalization", "hopping", "--block", "6"});
    CHECK(hopping.at(0).at("pion")[1].get<double>() ==
          doctest::Approx(found[0].at("pion")[1].get<double>() / (0.26 * 0.26)).epsilon(1e-7));
  }

  TEST_CASE("mesons: a wall is twelve columns of ones") {
    const Links links = rough();
    const auto found = mesons(links.file, {"--kappa", "0.12", "--source", "wall:3"});
    const auto m = quark_operator<ParitySpinorField>(links.u, {.kappa = 0.12});
    std::vector<double> expected(4);
    for (const auto& x : exact_columns(*m, "wall:3"))
      for (std::size_t n = 0; n < links.u.geometry().volume(); ++n) {
        const Site s = links.u.geometry().site(n);
        for (int k = 0; k < 12; ++k)
          expected[std::size_t(s[3] + 1) % 4] +=
              0.24 * 0.24 * std::norm(component(at(x, links.u.geometry(), s), k));
      }
    check_close(found.at(0).at("pion").get<std::vector<double>>(), expected, 1e-7);
  }

  TEST_CASE("mesons: local mesons of staggered quarks with Naik's term") {
    const Links links = rough();
    const auto found = mesons(links.file, {"--action", "naik", "--mass", "0.3"});
    REQUIRE(found.size() == 1);
    const auto m = quark_operator<ParityColourField>(links.u, {.mass = 0.3, .naik = true});
    StaggeredMesonContraction contraction(links.u.geometry(), {});
    for (const auto& x : exact_columns(*m, "point:0,0,0,0")) contraction.add(x);
    for (int n = 0; n < 4; ++n) {
      const auto c =
          found[0].at(StaggeredMesonContraction::names()[std::size_t(n)]).get<std::vector<double>>();
      for (std::size_t t = 0; t < 4; ++t)
        CHECK(std::abs(c[t] - contraction.correlator(0, n)[t]) < 1e-8 * contraction.correlator(0, 0)[0]);
    }
  }

  TEST_CASE("mesons: all pairs of staggered quarks of several masses, along several directions") {
    const Links links = rough();
    const Geometry& g = links.u.geometry();
    const std::vector<double> masses{0.3, 0.1, 0.3}, epsilons{0, 0, -0.2};
    const auto found = mesons(links.file, {"--action", "hisq", "--mass", "0.3,0.1,0.3", "--naik-epsilon",
                                           "0,0,-0.2", "--direction", "z,t", "--source", "point:3,1,4,2",
                                           "--condensate", "3", "--seed", "5", "--twist", "0.25,0,0,0"});
    REQUIRE(found.size() == 6 * 2 + 3);
    std::vector<std::vector<FullQuarkField<ParityColourField>>> quarks;
    for (std::size_t n = 0; n < masses.size(); ++n) {
      QuarkArguments words{.mass = masses[n], .hisq_epsilon = epsilons[n]};
      words.boundary.twist = {0.25, 0, 0, 0};
      const auto m = quark_operator<ParityColourField>(links.u, words);
      quarks.push_back(exact_columns(*m, "point:3,1,4,2"));
      const json& line = found[12 + n];
      CHECK(line.at("mass") == masses[n]);
      const auto alone =
          mesons(links.file, {"--action", "hisq", "--mass", fmt::format("{}", masses[n]), "--naik-epsilon",
                              fmt::format("{}", epsilons[n]), "--source", "none", "--condensate", "3",
                              "--seed", "5", "--twist", "0.25,0,0,0", "--block", n == 1 ? "4" : "1"});
      for (const char* key : {"mean", "error"})
        check_close({line.at("condensate").at(key).get<double>()},
                    {alone.at(0).at("condensate").at(key).get<double>()}, 1e-6);
    }
    std::size_t at = 0;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = a; b < 3; ++b)
        for (const int direction : {2, 3}) {
          const json& line = found[at++];
          CAPTURE(at);
          CHECK(line.at("masses") == json{masses[a], masses[b]});
          CHECK(line.at("naik_epsilons") == json{epsilons[a], epsilons[b]});
          CHECK(line.at("direction") == (direction == 2 ? "z" : "t"));
          StaggeredMesonContraction contraction(g, {.origin = {3, 1, 4, 2}, .direction = direction});
          for (std::size_t colour = 0; colour < 3; ++colour)
            contraction.add(quarks[a][colour], quarks[b][colour]);
          const auto names = StaggeredMesonContraction::names(direction);
          for (std::size_t n = 0; n < names.size(); ++n) {
            const auto c = line.at(names[n]).get<std::vector<double>>();
            REQUIRE(c.size() == std::size_t(g.extent(direction)));
            for (std::size_t d = 0; d < c.size(); ++d)
              CHECK(std::abs(c[d] - contraction.correlator(0, int(n))[d]) <
                    1e-8 * contraction.correlator(0, 0)[0]);
          }
        }
    // Each pair as the quarks alone have it, and words for people.
    const auto alone =
        mesons(links.file, {"--action", "hisq", "--mass", "0.1", "--direction", "z", "--source",
                            "point:3,1,4,2", "--twist", "0.25,0,0,0", "--block", "4"});
    check_close(alone.at(0).at("pion").get<std::vector<double>>(),
                found[6].at("pion").get<std::vector<double>>(), 1e-8);
    const auto text = run_program({"mesons", links.file, "--action", "staggered", "--mass", "0.3,0.5",
                                   "--condensate", "2", "--quiet", "--direction", "x"});
    CHECK(text.status == 0);
    for (const char* words : {"masses 0.3 and 0.5", "vt_t", "pv_yt", "mass 0.5"}) CHECK(text.out_has(words));
  }

  TEST_CASE("mesons: staggered pion and condensate by noise") {
    const Links links = rough();
    const auto found =
        mesons(links.file, {"--action", "staggered", "--mass", "0.3", "--condensate", "40", "--seed", "5"});
    REQUIRE(found.size() == 2);
    const auto m = quark_operator<ParityColourField>(links.u, {.mass = 0.3});
    StaggeredMesonContraction contraction(links.u.geometry(), {});
    for (const auto& x : exact_columns(*m, "point:0,0,0,0")) contraction.add(x);
    for (int n = 0; n < 4; ++n) {
      const std::string name = StaggeredMesonContraction::names()[std::size_t(n)];
      const auto c = found[0].at(name).get<std::vector<double>>();
      for (std::size_t t = 0; t < 4; ++t)
        CHECK(std::abs(c[t] - contraction.correlator(0, n)[t]) < 1e-8 * contraction.correlator(0, 0)[0]);
    }
    const double exact = exact_trace(*m).real();
    const json& condensate = found[1].at("condensate");
    const double error = condensate.at("error").get<double>();
    CHECK(error > 0);
    CHECK(error < 0.1 * exact);
    CHECK(std::abs(condensate.at("mean").get<double>() - exact) < 4 * error);
    CHECK(condensate.at("vectors") == 40);
  }

  TEST_CASE("mesons: Wilson condensate alone, with the error that is not known from one vector") {
    const Links links(weak_configuration(Geometry({2, 2, 2, 4}), 0.3, 3));
    const auto found =
        mesons(links.file, {"--source", "none", "--condensate", "30", "--kappa", "0.11", "--block", "8"});
    REQUIRE(found.size() == 1);
    const double exact =
        0.22 * exact_trace(*quark_operator<ParitySpinorField>(links.u, {.kappa = 0.11})).real();
    const json& condensate = found[0].at("condensate");
    CHECK(std::abs(condensate.at("mean").get<double>() - exact) < 4 * condensate.at("error").get<double>());
    CHECK(condensate.at("error").get<double>() < 0.02 * exact);
    CHECK(found[0].at("pseudoscalar_condensate").at("mean").size() == 2);
    const auto one = mesons(links.file, {"--source", "none", "--condensate", "1", "--kappa", "0.11"});
    CHECK(one.at(0).at("condensate").at("error").is_null());
  }

  TEST_CASE("mesons: text has the channels, the mass of the pion and its plot") {
    const Links links = rough();
    const auto r = run_program({"mesons", links.file, "--action", "twisted-mass", "--mu", "0.2", "--quiet"});
    REQUIRE(r.status == 0);
    CHECK(r.out_has("charged doublet"));
    CHECK(r.out_has("pion mass"));
    CHECK(r.out_has("effective mass of the pion"));
    CHECK(r.out_has("*"));
    CHECK(r.out_has("rho"));
  }

  TEST_CASE("mesons: wrong words are usage errors in one line, and lost solves end with status 5") {
    const Links links = rough();
    const auto refused = [&](std::vector<std::string> flags, const std::string& why) {
      flags.insert(flags.begin(), {"mesons", links.file, "--quiet"});
      const auto r = run_program(flags);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.out.empty());
      CHECK(r.err_has(why));
      CHECK(r.error_lines() == 1);
    };
    refused({"--momentum", "1,0"}, "'1,0' is not px,py,pz");
    refused({"--momentum", "1,0,0;"}, "is not px,py,pz");
    refused({"--momentum", "0,0,0,1"}, "momentum along t");
    refused({"--source", "z2:1"}, "no correlators from the source 'z2:1'");
    refused({"--source", "none"}, "nothing to do");
    refused({"--source", "wall:1", "--direction", "z"}, "a wall is all of a time slice");
    refused({"--source", "gaussian:0,0,0,0:1.5", "--direction", "z"}, "a Gaussian is on a time slice");
    refused({"--source", "gaussian:0,0,0,0:1.5", "--action", "staggered"}, "point source");
    refused({"--source", "wall:1", "--action", "staggered"}, "point source");
    refused({"--normalization", "hopping", "--action", "staggered"}, "--action staggered takes none");
    refused({"--mass", "0.3"}, "--mass 0.3: --action wilson takes none");
    refused({"--action", "wilson", "--mass", "0.3,0.4"}, "--mass has 2 values");
    refused({"--action", "staggered", "--mass", "0.3,0.3"}, "is given twice");
    refused({"--action", "staggered", "--mass", "0.3,0.4", "--block", "2"}, "--block 2: several masses");
    refused({"--action", "hisq", "--mass", "0.3,0.4", "--naik-epsilon", "0,0,0"}, "and --mass 2");
    refused({"--action", "naik", "--mass", "0.3,0.4", "--naik-epsilon", "0,0"}, "--action naik takes none");
    refused({"--direction", "x,u"}, "--direction 'u' is none");
    refused({"--direction", "x,x"}, "--direction x is given twice");
    refused({"--direction", "x,t", "--momentum", "0,1,0,1"}, "momentum along t");
    refused({"--source", "point:0,0,0,4"}, "t = 4 is outside");
    // Options are not a file's fault: it is not even looked for.
    for (const auto& [flags, why] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"--action", "staggered", "--mass", "0.3,0.4", "--block", "4"}, "error: --block 4: several"},
             {{"--block", "17"}, "error: --block: '17' is not a number from 0 to 16"},
             {{"--source", "none"}, "error: mesons: --source none"}}) {
      std::vector<std::string> words{"mesons", "nowhere", "neither", "--quiet"};
      words.insert(words.end(), flags.begin(), flags.end());
      const auto r = run_program(words);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.err_has(why));
      CHECK_FALSE(r.err_has("nowhere"));
    }
    const auto lost = run_program({"mesons", links.file, "--quiet", "--max-iterations", "2"});
    CHECK(lost.status == 5);
    CHECK(lost.out.empty());
    const auto keys =
        run_program({"mesons", links.file, "--momentum", "1,0,0", "--momentum", "0,1,0", "--print-config"});
    CHECK(keys.out_has("momentum = \"1,0,0;0,1,0\""));
    CHECK(keys.out_has("half-format = \"fixed\""));
    CHECK(run_program({"mesons", links.file, "--inner", "half", "--half-format", "float", "--print-config"})
              .out_has("half-format = \"float\""));
  }

  TEST_CASE("mesons: CL2QCD's Wilson and twisted-mass pions") {
    if (configs_missing()) return;
    const std::string file = config("cl2qcd/conf.00200");
    const std::vector<std::string> wilson = {"--kappa", "0.15", "--boundary", "1,1,1,1"};
    auto flags = wilson;
    flags.insert(flags.end(), {"--direction", "z"});
    check_pion(file, flags,
               {2.23946028664745e-2, 2.05485346957700e-3, 6.96566865496375e-4, 2.17148162775779e-3}, 64);
    check_pion(file, wilson, {2.19936257438041e-2, 2.33340956903327e-3, 7.73226365087130e-4}, 64);
    // CL2QCD's gamma5 is minus ours, so its mu is our -mu; it solved to fewer digits.
    flags.insert(flags.end(), {"--action", "twisted-mass", "--mu", "-4"});
    check_pion(file, flags,
               {6.40008946516344e-3, 1.17492646085198e-4, 2.50278817534017e-6, 1.18464343697740e-4}, 64);
    // The quarks are free.
    const Links cold{Configuration(Geometry({4, 4, 4, 4}))};
    check_pion(cold.file, {"--kappa", "0.15", "--boundary", "1,1,1,1", "--direction", "z"},
               {1.83008474327911e-2, 3.14850262023767e-3, 7.81590667980677e-4}, 64);
    check_pion(cold.file,
               {"--kappa", "0.15", "--boundary", "1,1,1,1", "--direction", "z", "--action", "twisted-mass",
                "--mu", "4"},
               {6.35347927764573e-3, 1.21141739833823e-4, 2.40482229187376e-6}, 64);
  }

  TEST_CASE("mesons: nissa's and tmLQCD's twisted-mass pions") {
    if (configs_missing()) return;
    check_pion(config("nissa/L4T8conf"),
               {"--action", "twisted-mass", "--kappa", "0.177", "--mu", "0.5", "--source", "point:0,0,0,4"},
               {1.623870099347471, .201430198980991, .021716524405923, .002625028283977835,
                .0005548853965352146, .002446415241344439, .02239206687070342, .1999134341735028});
    check_pion(config("ahmidas/conf48.0000"), {"--action", "twisted-mass", "--kappa", "0.1", "--mu", "-0.01"},
               {.543725989, .0147186201, 8.17862503e-4, 4.85471783e-5, 6.75206582e-6, 5.33049287e-5,
                8.59148973e-4, .0147970879});
  }

  TEST_CASE("mesons: MILC's clover pion from a Gaussian in the Coulomb gauge") {
    if (configs_missing()) return;
    const TemporaryDirectory scratch;
    const std::string fixed = (scratch / "coulomb.ildg").string();
    const auto fix = run_program({"fix", config("milc/lat.sample.l4444"), "--gauge", "coulomb", "--theta",
                                  "1e-12", "--save", fixed, "--quiet"});
    REQUIRE_MESSAGE(fix.status == 0, fix.err);
    auto found = mesons(fixed, {"--action", "clover", "--kappa", "0.1", "--csw", "1.2", "--boundary",
                                "1,1,1,1", "--source", "gaussian:0,0,0,0:1.5", "--normalization", "hopping"})
                     .at(0)
                     .at("pion")
                     .get<std::vector<double>>();
    for (double& value : found) value /= 64;
    // MILC had fixed the gauge until a step gained 1e-7: tests/physics/reference_milc_pion.cpp does the same
    // and agrees to seven digits.
    check_close(found, {4.408250, 0.2786408, 0.06210007, 0.2631309}, 5e-5);
  }
}

}  // namespace glueball::test::cli_mesons
