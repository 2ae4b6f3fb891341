// glueball eigenvalues, run as a user runs it; the numbers themselves are looked at in
// tests/property/eigenvalues.cpp.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cpu/linalg.hpp"
#include "io/ildg.hpp"
#include "io/quark_file.hpp"
#include "support/fields.hpp"
#include "support/mpirun.hpp"
#include "support/program.hpp"
#include "support/quark_operators.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_eigenvalues {
namespace {

using nlohmann::json;
using Arguments = std::vector<std::string>;

struct Links {
  explicit Links(const Geometry& g = Geometry({4, 2, 2, 4}))
      : file((scratch / "u.ildg").string()), other((scratch / "other.ildg").string()) {
    io::write_ildg(file, weak_configuration(g, 0.4, 71), {});
    io::write_ildg(other, weak_configuration(g, 0.4, 72), {});
  }
  TemporaryDirectory scratch;
  std::string file, other;
};

ProgramResult run(const Links& links, Arguments flags) {
  flags.insert(flags.begin(), {"eigenvalues", links.file, "--quiet"});
  return run_program(flags);
}

json line_of(const Links& links, Arguments flags) {
  flags.push_back("--json");
  const auto r = run(links, flags);
  CAPTURE(r.err);
  REQUIRE(r.status == 0);
  REQUIRE(lines(r.out).size() == 1);
  return json::parse(r.out);
}

/// Returns the command that finds the smallest eigenvalue on a grid of ranks.
Arguments found_on(const std::string& grid, const Links& links, Arguments flags) {
  flags.insert(flags.begin(), {"eigenvalues", links.file, "--json", "--quiet", "--count", "1"});
  return without_times(run_grid(grid, flags));
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("eigenvalues: a line of JSON, and a table that says the same") {
    const Links links;
    const Arguments quark{"--action", "hisq", "--naik-epsilon", "-0.1", "--count", "3"};
    const json line = line_of(links, quark);
    CHECK(line.at("lattice") == json({4, 2, 2, 4}));
    CHECK(line.at("action") == "hisq");
    CHECK(line.at("quark") == "hisq, mass 0, Naik epsilon -0.1, boundary 1,1,1,-1");
    CHECK(line.at("sites") == "even");
    CHECK(line.at("count") == 3);
    const auto values = line.at("eigenvalues").get<std::vector<double>>();
    REQUIRE(values.size() == 3);
    for (const json& residual : line.at("residuals")) CHECK(residual.get<double>() <= 1e-10);
    for (const char* key : {"largest", "tolerance", "degree", "cut", "restarts", "applications", "seconds"})
      CHECK(line.at(key).is_number());
    const auto text = run(links, quark);
    REQUIRE(text.status == 0);
    CHECK(text.out_has("4x2x2x4, hisq, mass 0, Naik epsilon -0.1, boundary 1,1,1,-1: m^2 - D^2 on the even"));
    for (const double value : values) CHECK(text.out_has(fmt::format("{:.13g}  ", value)));

    Arguments massive = quark;
    massive.insert(massive.end(), {"--mass", "0.2"});
    const auto shifted = line_of(links, massive).at("eigenvalues").get<std::vector<double>>();
    for (std::size_t n = 0; n < 3; ++n) CHECK(shifted[n] == doctest::Approx(values[n] + 0.04).epsilon(1e-9));
    // Where both parities are there, each is there twice.
    massive.insert(massive.end(), {"--sites", "all", "--precision", "single", "--tolerance", "1e-5"});
    const auto both = line_of(links, massive).at("eigenvalues").get<std::vector<double>>();
    for (std::size_t n = 0; n < 3; ++n) CHECK(both[n] == doctest::Approx(shifted[n / 2]).epsilon(1e-7));
    const json wilson = line_of(links, {"--kappa", "0.11", "--count", "1"});
    CHECK(wilson.at("sites") == "all");
    CHECK(wilson.at("quark") == "wilson, kappa 0.11, boundary 1,1,1,-1");
  }

  TEST_CASE("eigenvalues: a file has a line a configuration, with who made it") {
    const Links links;
    const std::string out = (links.scratch / "made" / "e.jsonl").string();
    const Arguments flags{links.other, "--action", "staggered", "--count", "2", "--output", out};
    const auto r = run(links, flags);
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const auto written = lines(text_of_file(out));
    REQUIRE(written.size() == 2);
    CHECK(json::parse(written[0]).at("file") == links.file);
    CHECK(json::parse(written[1]).at("file") == links.other);
    for (const auto& line : written) {
      const json object = json::parse(line);
      CHECK(object.at("eigenvalues").size() == 2);
      CHECK(object.at("provenance").at("precision") == "double");
      CHECK(object.at("provenance").contains("time"));
    }
    const auto again = run(links, flags);
    CHECK(again.status == 2);
    CHECK(again.out.empty());
    CHECK(again.err_has("exists; give --force"));
    Arguments over{"--action", "staggered", "--output", links.file, "--force"};
    CHECK(run(links, over).err_has("is read"));
  }

  TEST_CASE("eigenvalues: vectors in a file are those of M^+ M, with phases on all links too") {
    const Links links;
    const std::string out = (links.scratch / "v.lime").string();
    const auto saved = [&]<class OneParity>(OneParity, const QuarkArguments& words, Arguments flags) {
      flags.insert(flags.end(), {"--boundary", "1,1,1,-1", "--imaginary-mu", "0.3", "--count", "3", "--save",
                                 out, "--force"});
      const auto values = line_of(links, flags).at("eigenvalues").get<std::vector<double>>();
      const auto m = quark_operator<OneParity>(weak_configuration(Geometry({4, 2, 2, 4}), 0.4, 71), words);
      const io::QuarkFieldSource file(out);
      REQUIRE(file.columns() == 3);
      for (std::size_t n = 0; n < 3; ++n) {
        CHECK(file.column(n).info.find(fmt::format("eigenvector {} of 3", n + 1)) != std::string::npos);
        FullQuarkField<OneParity> v;
        CHECK(file.read(n, v).verified);
        auto middle = v, image = v;
        m->full(v, middle);
        m->full(middle, image, true);
        CHECK(norm2(v) == doctest::Approx(1));
        for (std::size_t parity = 0; parity < 2; ++parity) cpu::axpy(-values[n], v[parity], image[parity]);
        CHECK(std::sqrt(norm2(image)) < 1e-8);
      }
    };
    Boundary boundary = kAntiperiodicInTime;
    boundary.imaginary_mu = 0.3;
    // On the even sites M^+ M is the even-odd form, and leads nowhere else.
    saved(ParityColourField(), {.mass = 0.2, .boundary = boundary, .hisq_epsilon = 0},
          {"--action", "hisq", "--mass", "0.2"});
    saved(ParitySpinorField(), {.kappa = 0.11, .mu = 0.1, .boundary = boundary},
          {"--action", "twisted-mass", "--kappa", "0.11", "--mu", "0.1"});
    CHECK(run(links, {links.other, "--save", out, "--force"}).err_has("2 configurations, and one file"));
    CHECK(run(links, {"--save", out}).err_has("exists; give --force"));
  }

  TEST_CASE("eigenvalues: wrong words are usage errors in one line, and lost searches end with status 5") {
    const Links links;
    const auto refused = [&](int status, const std::string& words, const Arguments& flags) {
      const auto r = run(links, flags);
      CAPTURE(r.err);
      CHECK(r.status == status);
      CHECK(r.out.empty());
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(words));
    };
    const auto hisq = [](Arguments more) {
      more.insert(more.begin(), {"--action", "hisq"});
      return more;
    };
    refused(2, "200 of them are asked for, and the matrix has 96; give a smaller --count",
            hisq({"--count", "200"}));
    refused(2, "give a --count of up to 5000", hisq({"--count", "5001"}));
    refused(2, "a basis of 6 vectors has no room for 5", hisq({"--count", "5", "--basis", "6"}));
    refused(2, "give a larger --cut", hisq({"--count", "5", "--cut", "1e-6", "--degree", "5"}));
    refused(2, "--tolerance 1e-6 or more, or --precision double", hisq({"--precision", "single"}));
    refused(2, "--mass 0.3: --action wilson takes none", {"--mass", "0.3"});
    refused(2, "--sites: 'odd' is none of", hisq({"--sites", "odd"}));
    refused(2, "--count: '0'", hisq({"--count", "0"}));
    refused(2, "--precision: 'half'", hisq({"--precision", "half"}));
    refused(5, "0 of 9 were found after 1 restarts",
            hisq({"--count", "9", "--basis", "14", "--max-restarts", "1"}));
    ProgramOptions low;
    low.environment["GLUEBALL_LIMITS"] = "memory=64K";
    const auto large = run_program({"eigenvalues", links.file, "--action", "hisq", "--quiet"}, low);
    CHECK(large.status == 4);
    CHECK(large.err_has("KiB of device memory"));
  }

  TEST_CASE("ranks: eigenvalues have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const Links links(Geometry({4, 4, 4, 8}));
    CHECK(found_on("1,1,1,2", links, {"--action", "staggered", "--tolerance", "1e-2"}) ==
          found_on("1,1,1,1", links, {"--action", "staggered", "--tolerance", "1e-2"}));
    const auto single = run_ranks_of_program(
        2, {"eigenvalues", links.file, "--action", "hisq", "--precision", "single", "--tolerance", "1e-5"});
    CHECK(single.status == 2);
    CHECK(complaints(single).size() == 1);
  }
}

TEST_SUITE("slow") {
  TEST_CASE(
      "ranks: eigenvalues of quarks with both parities, and with hops over three links, have the bits of "
      "one") {
    if (!has_mpirun()) return skip("no mpirun");
    const Links links(Geometry({4, 4, 8, 8}));
    for (const Arguments& quark : {Arguments{"--action", "hisq"},
                                   {"--action", "clover", "--kappa", "0.11", "--mu", "0.1"},
                                   {"--kappa", "0.1", "--sites", "even"}}) {
      CAPTURE(quark[1]);
      CHECK(found_on("1,1,2,2", links, quark) == found_on("1,1,1,1", links, quark));
    }
  }
}

}  // namespace glueball::test::cli_eigenvalues
