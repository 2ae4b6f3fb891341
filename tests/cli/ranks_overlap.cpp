// These tests check that overlap quarks on several ranks give the same bits as on one.
#include <doctest/doctest.h>

#include "io/ildg.hpp"
#include "support/bytes_of.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/mpirun.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_ranks_overlap {
namespace {

namespace fs = std::filesystem;

struct Links {
  explicit Links(const Geometry& geometry = Geometry({2, 2, 2, 4})) {
    io::write_ildg(file, weak_configuration(geometry, 0.4, 17));
  }
  TemporaryDirectory scratch;
  std::string file = (scratch / "links.ildg").string();
};

/// Returns the output of a command on these links, without times.
std::vector<std::string> said(const std::string& grid, const std::string& command, const Links& links,
                              std::vector<std::string> flags) {
  flags.insert(flags.begin(), {command, links.file});
  flags.insert(flags.end(), {"--json", "--quiet"});
  return without_times(run_grid(grid, flags));
}

const std::vector<std::string> kFewDigits = {"--action", "overlap",     "--tolerance",
                                             "1e-2",     "--low-modes", "2"};

std::vector<std::string> with(std::vector<std::string> flags, const std::vector<std::string>& more) {
  flags.insert(flags.end(), more.begin(), more.end());
  return flags;
}

TEST_SUITE("cli") {
  TEST_CASE("ranks: eigenvalues of overlap quarks have the bits of one, on smeared links") {
    if (!has_mpirun()) return skip("no mpirun");
    const Links links;
    const auto flags = with(kFewDigits, {"--count", "1", "--smear", "hyp"});
    const auto one = said("1,1,1,1", "eigenvalues", links, flags);
    CHECK(one.size() == 1);
    CHECK(said("1,1,1,2", "eigenvalues", links, flags) == one);
  }

  TEST_CASE("ranks: mesons and condensates of overlap quarks have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const Links links;
    // A rank without the source learns only from the other ranks which column the other mass finds.
    auto flags = with(kFewDigits, {"--mass", "0.3,0.5", "--source", "point:1,0,0,1", "--condensate", "1"});
    // Otherwise on the device whose kernels are compiled already.
    if (everything()) flags.insert(flags.end(), {"--device", "opengl"});
    const auto one = said("1,1,1,1", "mesons", links, flags);
    CHECK(one.size() == 4);
    CHECK(said("1,1,1,2", "mesons", links, flags) == one);
  }

  TEST_CASE("ranks: the index has the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const Links links;
    const std::vector<std::string> flags = {"--observables", "index:1.2:2:1e-2:stout:0.1:1"};
    CHECK(said("1,1,1,2", "measure", links, flags) == said("1,1,1,1", "measure", links, flags));
  }
}

TEST_SUITE("slow") {
  TEST_CASE("ranks: propagators of overlap quarks have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const Links links;
    const auto solved = [&](const std::string& grid) {
      const fs::path output = links.scratch / grid / "x.lime";
      fs::create_directory(output.parent_path());
      auto all = said(grid, "solve", links,
                      with(kFewDigits, {"--mass", "0.2,0.4", "--source", "point:0,1,0,3", "--columns", "1",
                                        "--device", "opengl", "--output", output.string()}));
      all.pop_back();  // of the device's memory
      for (const std::string mass : {"0.2", "0.4"}) {
        const std::string bytes = bytes_of(output.parent_path() / ("x-mass" + mass + ".lime"));
        all.push_back(bytes.substr(bytes.find("scidac-binary-data")));
      }
      return all;
    };
    CHECK(solved("1,1,1,2") == solved("1,1,1,1"));
  }

  TEST_CASE("ranks: overlap quarks have the bits of one on four") {
    if (!has_mpirun()) return skip("no mpirun");
    const Links links(Geometry({4, 2, 2, 4}));
    const auto flags = with(kFewDigits, {"--count", "1", "--smear", "stout:0.1:2"});
    CHECK(said("2,1,1,2", "eigenvalues", links, flags) == said("1,1,1,1", "eigenvalues", links, flags));
  }

  TEST_CASE("ranks: hmc with overlap quarks has the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const Links links;
    const auto chain = [&](const std::string& grid) {
      const fs::path output = links.scratch / grid;
      run_grid(grid, {"hmc",
                      "--start",
                      links.file,
                      "--precision",
                      "double",
                      "--tau",
                      "0.2",
                      "--level",
                      "integrator=leapfrog,steps=1",
                      "--monomial",
                      "kind=gauge,beta=5.5,level=0",
                      "--monomial",
                      "kind=overlap,mass=0.5,sign-error=1e-6,low-modes=4,level=0",
                      "--trajectories",
                      "1",
                      "--seed",
                      "7",
                      "--energies",
                      "device",
                      "--no-tune",
                      "--quiet",
                      "--output",
                      output.string()});
      auto all = steps_of(output / "history.jsonl");
      const std::string bytes = bytes_of(output / "configuration-000001.ildg");
      all.push_back(bytes.substr(bytes.find("ildg-binary-data"), std::size_t(32) * 4 * 18 * 8));
      return all;
    };
    CHECK(chain("1,1,1,2") == chain("1,1,1,1"));
  }
}

}  // namespace
}  // namespace glueball::test::cli_ranks_overlap
