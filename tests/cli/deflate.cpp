// --deflate, as a user gives it: eigenvectors from a file, or so many found first; what is no such file is
// refused in one line. What deflation does to a solve is looked at in tests/property/deflation.cpp, all that
// a file may have wrong in tests/unit/eigenvector_file.cpp.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/ildg.hpp"
#include "io/quark_file.hpp"
#include "support/fields.hpp"
#include "support/mpirun.hpp"
#include "support/program.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_deflate {
namespace {

using nlohmann::json;
using Arguments = std::vector<std::string>;

const Arguments kStaggered{"--action", "staggered", "--mass", "0.1"};
const Arguments kClover{"--action", "clover", "--kappa", "0.12", "--csw", "1.2", "--twist", "0.25,0,0,0"};

Arguments with(Arguments words, const Arguments& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

struct Links {
  explicit Links(const Geometry& g = Geometry({4, 2, 2, 4}))
      : file((scratch / "u.ildg").string()),
        other((scratch / "other.ildg").string()),
        vectors((scratch / "v.lime").string()) {
    io::write_ildg(file, weak_configuration(g, 0.4, 81), {});
    io::write_ildg(other, weak_configuration(g, 0.4, 82), {});
  }
  /// Saves eigenvectors of the first configuration.
  void save(const Arguments& quark, const Arguments& more = {}) const {
    const auto r = run_program(with(with({"eigenvalues", file, "--quiet", "--count", "8", "--sites", "even",
                                          "--save", vectors, "--force"},
                                         quark),
                                    more));
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
  }
  TemporaryDirectory scratch;
  std::string file, other, vectors;
};

json last_line(const Arguments& words) {
  const auto r = run_program(with(words, {"--json", "--quiet"}));
  CAPTURE(r.err);
  REQUIRE(r.status == 0);
  return json::parse(lines(r.out).back());
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("deflate: solves with eigenvectors of a file and with those found first say what they gain") {
    const Links links;
    for (const Arguments& quark : {kStaggered, kClover}) {
      CAPTURE(quark[1]);
      links.save(quark);
      const Arguments solve = with({"solve", links.file, "--columns", "2", "--deflate-compare"}, quark);
      const json read = last_line(with(solve, {"--deflate", links.vectors})),
                 found = last_line(with(solve, {"--deflate", "8"}));
      for (const json* line : {&read, &found}) {
        const json& d = line->at("deflation");
        CHECK(d.at("vectors") == 8);
        CHECK(d.at("lowest").get<double>() ==
              doctest::Approx(read.at("deflation").at("lowest").get<double>()).epsilon(1e-9));
        CHECK(d.at("highest").get<double>() > d.at("lowest").get<double>());
        CHECK(d.at("seconds").get<double>() > 0);
        const json& gain = d.at("compare");
        CHECK(gain.at("iterations_with").get<int>() < gain.at("iterations_without").get<int>());
        CHECK(gain.at("seconds_with").get<double>() > 0);
        CHECK(gain.at("seconds_without").get<double>() > 0);
        CHECK(line->at("residual_true").get<double>() <= 1e-10);
      }
      CHECK(read.at("deflation").at("file") == links.vectors);
      CHECK(!found.at("deflation").contains("file"));
    }
    const auto text = run_program(with(
        {"solve", links.file, "--columns", "1", "--deflate-compare", "--deflate", links.vectors}, kClover));
    CHECK(text.status == 0);
    CHECK(text.out_has("deflated by 8 eigenvectors, "));
    CHECK(text.out_has("the first solve without: "));
  }

  TEST_CASE("deflate: one file serves several masses, mesons, condensates and another file format") {
    const Links links;
    links.save(kStaggered);
    const Arguments masses{"--action", "staggered", "--mass", "0.05,0.2"};
    const Arguments compare{"--deflate", links.vectors, "--deflate-compare", "--columns", "1"};
    const json solved = last_line(with(with({"solve", links.file}, masses), compare));
    const json& gain = solved.at("deflation").at("compare");
    CHECK(gain.at("solves") == 2);
    CHECK(gain.at("iterations_with").get<int>() < gain.at("iterations_without").get<int>());
    for (const Arguments& more : {Arguments{}, {"--source", "none", "--condensate", "2"}}) {
      const Arguments words = with(with({"mesons", links.file}, masses), more);
      const json plain = last_line(words), deflated = last_line(with(words, {"--deflate", links.vectors}));
      CHECK(deflated.at("iterations").get<int>() < plain.at("iterations").get<int>());
      CHECK(deflated.at("deflation").at("vectors") == 8);
      CHECK(!plain.contains("deflation"));
    }
    const auto text = run_program(with({"mesons", links.file, "--deflate", "4"}, kClover));
    CHECK(text.status == 0);
    CHECK(text.out_has("deflated by 4 eigenvectors"));
    CHECK(text.out_has("12 solves: "));
    ProgramOptions without_doubles;
    without_doubles.environment["GLUEBALL_LIMITS"] = "float64=0";
    const auto single =
        run_program(with({"solve", links.file, "--columns", "1", "--quiet", "--deflate", "8"}, kStaggered),
                    without_doubles);
    CAPTURE(single.err);
    CHECK(single.status == 0);
    CHECK(single.out_has("deflated by 8 eigenvectors"));
    const std::string nersc = (links.scratch / "u.nersc").string();
    REQUIRE(
        run_program({"convert", links.file, nersc, "--format", "nersc", "--precision", "single"}).status ==
        0);
    last_line(with({"solve", nersc, "--columns", "1", "--deflate", links.vectors}, kStaggered));
  }

  TEST_CASE("deflate: eigenvectors of anything else, torn files and wrong words are refused in one line") {
    const Links links;
    links.save(kClover);
    const auto solve = [&](const std::string& links_of, const std::string& vectors, const Arguments& words) {
      return run_program(
          with({"solve", links_of, "--quiet", "--json", "--columns", "1", "--deflate", vectors}, words));
    };
    const auto refused = [&](const std::string& said, const Arguments& words) {
      check_refused(solve(links.file, links.vectors, words), 3, said);
    };
    check_refused(solve(links.other, links.vectors, kClover), 3,
                  "eigenvectors of another configuration: pla");
    refused("eigenvectors of quarks with kappa 0.12, where the solver's have 0.121",
            with(kClover, {"--kappa", "0.121"}));
    refused("with twist 0.25,0,0,0, where", with(kClover, {"--twist", "0,0,0,0"}));
    links.save(kClover, {"--sites", "all", "--count", "2"});
    refused("the eigenvectors are on all sites, but solvers", kClover);
    links.save(kClover);
    const auto bytes = std::filesystem::file_size(links.vectors);
    {
      std::fstream file(links.vectors, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(std::streamoff(bytes / 2));
      file.put('\x55');
    }
    refused("checksum", kClover);
    // Which is then no eigenvector any more, or one still; but it is read.
    CHECK(!run_program(with({"solve", links.file, "--quiet", "--columns", "1", "--ignore-checksum",
                             "--deflate", links.vectors},
                            kClover))
               .err_has("checksum"));
    const std::string x = (links.scratch / "x.lime").string();
    REQUIRE(run_program(with({"solve", links.file, "--columns", "1", "--output", x}, kClover)).status == 0);
    check_refused(solve(links.file, x, kClover), 3, "no eigenvectors but propagators");
    check_refused(solve(links.file, "nowhere.lime", kClover), 3, "nowhere.lime");
    check_refused(solve(links.file, "0", kClover), 2, "--deflate 0 eigenvectors; give 1 to 5000");
    check_refused(solve(links.file, "400", kClover), 2, "a matrix that has 384; ask for fewer");
    check_refused(run_program(with({"solve", links.file, "--deflate-compare", "--quiet"}, kClover)), 2,
                  "--deflate-compare acts only with --deflate; leave it out");
    check_refused(run_program({"mesons", links.file, "--quiet", "--action", "hisq", "--mass", "0.1,0.2",
                               "--naik-epsilon", "0,-0.1", "--deflate", links.vectors}),
                  2, "eigenvectors of one --naik-epsilon, and there are 2");
  }

  TEST_CASE("ranks: deflated solves have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const Links links(Geometry({4, 4, 4, 8}));
    links.save(kStaggered, {"--count", "3"});
    for (const std::string& deflate : {std::string("2"), links.vectors}) {
      const Arguments words = with({"solve", links.file, "--json", "--quiet", "--columns", "1", "--restart",
                                    "gpu", "--no-tune", "--deflate", deflate},
                                   kStaggered);
      const auto one = without_times(run_grid("1,1,1,1", words)),
                 two = without_times(run_grid("1,1,1,2", words));
      CHECK(two.front() == one.front());
      CHECK(json::parse(two.back()).at("deflation") == json::parse(one.back()).at("deflation"));
    }
  }
}

}  // namespace glueball::test::cli_deflate
