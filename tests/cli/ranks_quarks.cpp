// These tests check that quarks on several ranks give the same bits as on one, beside those of
// tests/cli/ranks.cpp.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "io/ildg.hpp"
#include "support/bytes_of.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/mpirun.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_ranks_quarks {
namespace {

namespace fs = std::filesystem;

/// Links near 1, on which solves are short; by default of 4^3 x 8.
std::string smooth_file(const fs::path& path, const Geometry& geometry = Geometry({4, 4, 4, 8})) {
  if (!fs::exists(path)) io::write_ildg(path.string(), weak_configuration(geometry, 0.3, 5), {});
  return path.string();
}

/// The first line, of a column, and the solutions that follow the file's text.
std::pair<std::string, std::string> solved(const std::string& grid, const std::string& file,
                                           const fs::path& output, std::vector<std::string> quark) {
  quark.insert(quark.begin(), {"solve", file});
  quark.insert(quark.end(),
               {"--source", "point:0,1,2,5", "--columns", "1", "--tolerance", "1e-5", "--restart", "gpu",
                "--json", "--quiet", "--no-tune", "--force", "--output", output.string()});
  const auto said = without_times(run_grid(grid, quark));
  std::string all;
  for (const fs::directory_entry& entry : fs::directory_iterator(output.parent_path()))
    if (entry.path().extension() == ".lime") {
      const std::string bytes = bytes_of(entry.path());
      all += bytes.substr(bytes.find("scidac-binary-data"));
    }
  return {said.front(), all};
}

/// Returns history and links of a trajectory. It starts from start.ildg in the directory, if that exists.
std::vector<std::string> chain(const std::string& grid, const fs::path& directory,
                               const std::vector<std::string>& quarks) {
  const fs::path output = directory / grid;
  std::vector<std::string> arguments = {"hmc",
                                        "--start",
                                        smooth_file(directory / "start.ildg"),
                                        "--monomial",
                                        "kind=gauge,beta=5.5,level=0",
                                        "--tau",
                                        "0.05",
                                        "--steps",
                                        "1",
                                        "--trajectories",
                                        "1",
                                        "--seed",
                                        "7",
                                        "--energies",
                                        "device",
                                        "--no-tune",
                                        "--quiet",
                                        "--force",
                                        "--output",
                                        output.string()};
  for (const std::string& quark : quarks) arguments.insert(arguments.end(), {"--monomial", quark});
  run_grid(grid, arguments);
  auto all = steps_of(output / "history.jsonl");
  all.push_back(links_of(output / "configuration-000001.ildg"));
  return all;
}

TEST_SUITE("cli") {
  TEST_CASE("ranks: quarks with more than a link in their matrix, and several masses, have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = smooth_file(directory / "start.ildg");
    const auto both = [&](const std::string& grid, const std::vector<std::string>& quark) {
      CAPTURE(quark[1]);
      const auto one = solved("1,1,1,1", file, directory / "x.lime", quark);
      CHECK(!one.second.empty());
      CHECK(solved(grid, file, directory / "x.lime", quark) == one);
    };
    both("1,1,1,2", {"--action", "clover", "--kappa", "0.08", "--csw", "1.1"});
    both("1,1,1,2", {"--action", "naik", "--mass", "1,1.5"});
    if (everything())
      both("1,1,1,2", {"--action", "clover", "--kappa", "0.08", "--csw", "1.1", "--solver", "bicgstab"});
    both("1,1,1,2", {"--action", "hisq", "--mass", "1", "--naik-epsilon", "-0.1"});
  }

  TEST_CASE("ranks: several right-hand sides at once, and sources of a file, have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = smooth_file(directory / "start.ildg");
    const auto solutions = [&](const std::string& grid, const std::string& name,
                               std::vector<std::string> quark) {
      const fs::path output = directory / name;
      quark.insert(quark.begin(), {"solve", file});
      quark.insert(quark.end(), {"--tolerance", "1e-5", "--restart", "gpu", "--json", "--quiet", "--no-tune",
                                 "--force", "--output", output.string()});
      auto said = without_times(run_grid(grid, quark));
      said.pop_back();  // of the device's memory
      const std::string bytes = bytes_of(output);
      said.push_back(bytes.substr(bytes.find("scidac-binary-data")));
      return said;
    };
    const auto both = [&](const std::string& grid, const std::vector<std::string>& quark) {
      CAPTURE(quark[1]);
      const auto one = solutions("1,1,1,1", "one.lime", quark);
      CHECK(solutions(grid, "several.lime", quark) == one);
    };
    both("1,1,1,2", {"--kappa", "0.08", "--source", "z2:7", "--columns", "4", "--block", "2"});
    both("2,1,1,1", {"--action", "staggered", "--mass", "1", "--source", "point:1,2,3,4", "--block", "3"});
    const std::string source = "file:" + (directory / "source.lime").string();
    fs::copy_file(directory / "one.lime", directory / "source.lime");
    both("1,1,1,2", {"--action", "staggered", "--mass", "1.5", "--source", source, "--block", "2"});
    if (everything())
      both("1,1,1,2",
           {"--action", "naik", "--mass", "1", "--source", "z2:7", "--columns", "3", "--block", "2"});
    const auto refused = run_ranks_of_program(2, {"solve", file, "--kappa", "0.08", "--source", source});
    CHECK(refused.status == 3);
    CHECK(refused.err_has("Dirac spinors"));
  }

  TEST_CASE("ranks: hmc with HISQ quarks has the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    // The filter changes every link: it reads neighbours at both ends of a link.
    const std::vector<std::string> quarks = {"kind=hisq,mass=0.8,naik-epsilon=-0.1,force-filter=0.2,level=0"};
    CHECK(chain("1,1,1,2", directory.path(), quarks) == chain("1,1,1,1", directory.path(), quarks));
  }

  TEST_CASE("ranks: hmc with rooted staggered quarks has the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::vector<std::string> quarks = {"kind=rooted-staggered,mass=0.8,level=0"};
    CHECK(chain("1,1,1,2", directory.path(), quarks) == chain("1,1,1,1", directory.path(), quarks));
  }

  TEST_CASE("ranks: mesons have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = smooth_file(directory / "start.ildg");
    const auto mesons = [&](const std::string& grid, std::vector<std::string> quark) {
      quark.insert(quark.begin(), {"mesons", file, "--json", "--quiet", "--no-tune", "--tolerance", "1e-5",
                                   "--restart", "gpu", "--condensate", "1"});
      return without_times(run_grid(grid, quark));
    };
    for (const std::vector<std::string>& quark :
         {std::vector<std::string>{"--action", "staggered", "--mass", "1,1.5", "--source", "point:1,0,2,7",
                                   "--direction", "x,z"},
          {"--kappa", "0.08", "--source", "wall:5", "--momentum", "0,0,0;1,0,0"}}) {
      const auto one = mesons("1,1,1,1", quark);
      CHECK(one.size() == (quark.front() == "--kappa" ? 3 : 3 * 2 + 2));
      CHECK(mesons("1,1,1,2", quark) == one);
    }
  }

  TEST_CASE("ranks: traces of Taylor's coefficients have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = smooth_file(directory / "start.ildg");
    const auto measured = [&](const std::string& grid, const std::string& what) {
      return run_grid(grid, {"measure", file, "--json", "--observables", what});
    };
    for (const std::string what :
         {"taylor:staggered:1:1", "taylor:naik:1:2:0:2,condensate:staggered:1:2:0:2"})
      CHECK(measured("1,1,1,2", what) == measured("1,1,1,1", what));
  }

  TEST_CASE("ranks: condensates have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = smooth_file(directory / "start.ildg");
    const std::vector<std::string> measure = {"measure", file, "--json", "--observables",
                                              "condensate:staggered:1/1.5:1"};
    CHECK(run_grid("1,2,1,1", measure) == run_grid("1,1,1,1", measure));
  }
}

TEST_SUITE("slow") {
  TEST_CASE("ranks: HISQ links, condensates and rooted quarks have the bits of one, split in x and t") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = smooth_file(directory / "start.ildg", Geometry({8, 4, 4, 8}));
    const auto smeared = [&](const std::string& grid) {
      const fs::path out = directory / (grid + ".ildg");
      const auto said = without_times(
          run_grid(grid, {"smear", file, out.string(), "--method", "hisq", "--json", "--quiet"}));
      auto line = nlohmann::json::parse(said.front());
      line.erase("file");
      return std::pair{line.dump(), links_of(out)};
    };
    CHECK(smeared("2,1,1,2") == smeared("1,1,1,1"));
    const std::vector<std::string> measure = {"measure", file, "--json", "--observables",
                                              "condensate:hisq:1/1.5:1"};
    CHECK(run_grid("2,1,1,2", measure) == run_grid("1,1,1,1", measure));
    const std::vector<std::string> quarks = {"kind=rooted-hisq,mass=0.8,level=0,flavours=3,force-filter=0.2"};
    CHECK(chain("2,1,1,2", directory.path(), quarks) == chain("1,1,1,1", directory.path(), quarks));
  }

  TEST_CASE("ranks: hmc with clover and Naik quarks has the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::vector<std::string> quarks = {"kind=clover,kappa=0.1,csw=1.1,level=0",
                                             "kind=naik,mass=0.8,level=0"};
    CHECK(chain("1,1,1,2", directory.path(), quarks) == chain("1,1,1,1", directory.path(), quarks));
  }

  TEST_CASE("ranks: hmc with ratios of clover quarks and rooted Naik quarks has the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    for (const std::vector<std::string>& quarks : {
             std::vector<std::string>{"kind=twisted-clover,kappa=0.1,csw=1.1,mu=0.4,level=0",
                                      "kind=ratio,kappa=0.1,csw=1.1,mu=0.1,heavy-mu=0.4,level=0"},
             {"kind=rooted-naik,mass=0.8,level=0"},
         })
      CHECK(chain("1,1,1,2", directory.path(), quarks) == chain("1,1,1,1", directory.path(), quarks));
  }
}

}  // namespace
}  // namespace glueball::test::cli_ranks_quarks
