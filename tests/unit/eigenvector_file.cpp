// These tests read files of eigenvectors for a solver: those of anything else are refused with what differs.
#include "run/eigenvector_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <limits>

#include "base/error.hpp"
#include "io/quark_file.hpp"
#include "quark/source.hpp"
#include "support/fields.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_eigenvector_file {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

const Geometry kBox({4, 2, 2, 4});

/// A file is written from these values; the vectors are noise, which no test here examines.
struct Written {
  QuarkParameters quark{
      .action = QuarkAction::clover, .kappa = 0.12, .mu = 0.1, .csw = 1.3, .boundary = kAntiperiodicInTime};
  Sites sites = Sites::even;
  Configuration u = weak_configuration(kBox, 0.4, 91);
  std::string content = "eigenvectors";
  std::vector<io::QuarkColumn> columns{{.eigenvalue = 0.1, .residual = 1e-9},
                                       {.eigenvalue = 0.3, .residual = 1e-8}};
  std::function<void(Facts&)> change = [](Facts&) {};
  bool colours = false;
};

template <class OneParity>
FullQuarkField<OneParity> noise(const Geometry& g, std::uint64_t seed) {
  return make_source<OneParity>({.kind = SourceKind::z2xz2, .seed = seed}, g, 0, 1);
}

void write(const std::filesystem::path& path, const Written& w) {
  Facts facts = facts_of({w.quark, w.sites, averages_of_all(w.u, nullptr), w.columns.size()});
  w.change(facts);
  const Geometry& g = w.u.geometry();
  io::QuarkFieldSink sink(path, g, w.colours ? io::QuarkFieldKind::colour_vector : io::QuarkFieldKind::spinor,
                          {.force = true, .content = w.content, .facts = facts});
  for (std::size_t n = 0; n < w.columns.size(); ++n)
    if (w.colours)
      sink.write(noise<ParityColourField>(g, n), w.columns[n]);
    else
      sink.write(noise<ParitySpinorField>(g, n), w.columns[n]);
  sink.finish();
}

std::string refusal(const std::filesystem::path& path, const QuarkParameters& quark, const Configuration& u) {
  try {
    read_low_modes(path, quark, u);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_file);
    CHECK(!error.hint().empty());
    return error.what();
  }
  return "nothing was refused";
}

Written staggered() {
  Written w;
  w.quark = {.action = QuarkAction::hisq, .mass = 0.3, .epsilon = -0.1, .boundary = kAntiperiodicInTime};
  w.columns = {{.eigenvalue = 0.1, .residual = 1e-9}, {.eigenvalue = 0.3, .residual = 1e-8}};
  w.colours = true;
  return w;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("eigenvector file: what was written is read, of any mass of staggered quarks") {
    const TemporaryDirectory scratch;
    const auto path = scratch / "v.lime";
    const Written w;
    write(path, w);
    const LowModes modes = read_low_modes(path, w.quark, w.u);
    CHECK(modes.values == std::vector<double>{0.1, 0.3});
    CHECK(modes.origin == path.string());
    const auto v = modes.vector<ParitySpinorField>(1), wanted = noise<ParitySpinorField>(kBox, 1)[0];
    REQUIRE(v.size() == wanted.size());
    for (std::size_t n = 0; n < v.size(); ++n)
      for (int k = 0; k < 12; ++k) CHECK(component(v[n], k) == component(wanted[n], k));

    const Written s = staggered();
    write(path, s);
    QuarkParameters other = s.quark;
    other.mass = 0.05;
    const LowModes colours = read_low_modes(path, other, s.u);
    CHECK(colours.mass == 0.3);
    CHECK(colours.vector<ParityColourField>(0).size() == kBox.half_volume());
    // Links in single precision are those of the same configuration.
    Configuration rounded = s.u;
    for (Matrix3& link : rounded.links())
      for (auto& row : link.e)
        for (Complex& z : row) z = Complex(double(float(z.real())), double(float(z.imag())));
    CHECK_NOTHROW(read_low_modes(path, other, rounded));
  }

  TEST_CASE("eigenvector file: of another quark, lattice or configuration") {
    const TemporaryDirectory scratch;
    const auto path = scratch / "v.lime";
    const Written w;
    write(path, w);
    const auto refused = [&](const std::string& said, const std::function<void(QuarkParameters&)>& change) {
      QuarkParameters quark = w.quark;
      change(quark);
      CHECK(refusal(path, quark, w.u).find(said) != std::string::npos);
    };
    using Q = QuarkParameters;
    refused("with action clover, where the solver's have wilson",
            [](Q& q) { q.action = QuarkAction::wilson; });
    refused("with action clover, where the solver's have hisq", [](Q& q) { q.action = QuarkAction::hisq; });
    refused("with kappa 0.12, where the solver's have 0.121", [](Q& q) { q.kappa = 0.121; });
    refused("with mu 0.1, where the solver's have -0.1", [](Q& q) { q.mu = -0.1; });
    refused("with csw 1.3, where the solver's have 1", [](Q& q) { q.csw = 1; });
    refused("with imaginary-mu 0, where the solver's have 0.2", [](Q& q) { q.boundary.imaginary_mu = 0.2; });
    refused("with boundary 1,1,1,-1, where the solver's have 1,1,1,1", [](Q& q) { q.boundary.sign[3] = 1; });
    refused("with twist 0,0,0,0, where the solver's have 0,0.5,0,0", [](Q& q) { q.boundary.twist[1] = 0.5; });
    const auto other = weak_configuration(kBox, 0.4, 92);
    CHECK(refusal(path, w.quark, other).find("eigenvectors of another configuration: plaquette-spatial 0.") !=
          std::string::npos);
    const auto larger = weak_configuration(Geometry({4, 4, 2, 4}), 0.4, 91);
    CHECK(refusal(path, w.quark, larger).find("on 4x2x2x4 where the configuration is 4x4x2x4") !=
          std::string::npos);
    // The links are multiplied by an element of the centre between two time slices, and have the same
    // plaquettes.
    Configuration rotated = w.u;
    for (std::size_t site = 0; site < kBox.volume(); ++site)
      if (kBox.site(site)[3] == 0) rotated.link(site, 3) *= std::polar(1.0, 2.0943951023931953);
    CHECK(refusal(path, w.quark, rotated).find("link-trace") != std::string::npos);
    const Written s = staggered();
    write(path, s);
    QuarkParameters quark = s.quark;
    quark.epsilon = 0;
    CHECK(refusal(path, quark, s.u).find("with naik-epsilon -0.1, where the solver's have 0") !=
          std::string::npos);
  }

  TEST_CASE("eigenvector file: torn ones, and ones that do not say what they should") {
    const TemporaryDirectory scratch;
    const auto path = scratch / "v.lime";
    const auto refused = [&](const std::string& said, const std::function<void(Written&)>& change) {
      Written w;
      change(w);
      write(path, w);
      const std::string message = refusal(path, w.quark, w.u);
      CAPTURE(message);
      CHECK(message.find(said) != std::string::npos);
    };
    const auto fact = [](const std::string& name, const std::string& value) {
      return [=](Written& w) {
        w.change = [=](Facts& facts) {
          for (auto& [key, old] : facts)
            if (key == name) old = value;
        };
      };
    };
    refused("no eigenvectors but propagators", [](Written& w) { w.content = "propagator"; });
    refused("torn: it has 2 of 3 eigenvectors", [](Written& w) {
      w.change = [](Facts& facts) {
        for (auto& [name, value] : facts)
          if (name == "count") value = "3";
      };
    });
    refused("do not say of which quark", [](Written& w) { w.change = [](Facts& f) { f.clear(); }; });
    refused("on all sites, but solvers", [](Written& w) { w.sites = Sites::all; });
    refused("colour vectors where clover quarks have Dirac spinors", [](Written& w) { w.colours = true; });
    refused("without a number for 'link-trace'", fact("link-trace", "nan"));
    refused("without a number for 'plaquette-temporal'", fact("plaquette-temporal", "0.5x"));
    refused("with kappa 0.1200, where", fact("kappa", "0.1200"));
    refused("eigenvector 2 has no eigenvalue", [](Written& w) { w.columns[1].eigenvalue.reset(); });
    refused("eigenvector 1 has no eigenvalue and residual",
            [](Written& w) { w.columns[0].residual.reset(); });
    refused("eigenvector 1 has no eigenvalue",
            [](Written& w) { w.columns[0].eigenvalue = std::numeric_limits<double>::infinity(); });
    refused("eigenvalue 1 is 0, which is not above 0", [](Written& w) { w.columns[0].eigenvalue = 0; });
    refused("eigenvalue 2 is below the one before it", [](Written& w) { w.columns[1].eigenvalue = 0.09; });
    refused("eigenvector 2 is inaccurate: |A v - lambda v| is 0.05, and lambda is 0.3",
            [](Written& w) { w.columns[1].residual = 0.05; });
    Written w = staggered();
    w.quark.mass = 4;
    w.columns = {{.eigenvalue = 15.5, .residual = 1e-9}};
    write(path, w);
    w.quark.mass = 0.1;
    CHECK(refusal(path, w.quark, w.u).find("eigenvalue 1 is -0.49, which is not above 0") !=
          std::string::npos);

    write(path, Written());
    const auto bytes = std::filesystem::file_size(path);
    for (const double share : {0.9, 0.5, 0.01}) {
      write(path, Written());
      std::filesystem::resize_file(path, std::uintmax_t(double(bytes) * share));
      CHECK(refusal(path, Written().quark, Written().u) != "nothing was refused");
    }
    CHECK(refusal(scratch / "none.lime", Written().quark, Written().u).find("none.lime") !=
          std::string::npos);
  }
}

}  // namespace glueball::test::unit_eigenvector_file
