// These tests check the errors for a configuration that a command cannot read as it is. Each proposed flag is
// one of the command that ran, or is named together with the command that has it.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "io/configuration_file.hpp"
#include "io/gauge_sink.hpp"
#include "support/program.hpp"
#include "support/source_text.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_reader_hints {
namespace {

using Arguments = std::vector<std::string>;

/// Each of these files can be read only with one flag.
struct Place {
  TemporaryDirectory scratch;
  std::string stale = scratch / "stale", negated = scratch / "negated", bare = scratch / "bare",
              run = scratch / "run";

  Place() {
    Configuration u = hot_configuration(Geometry({4, 4, 4, 4}), 3);
    io::write_configuration(stale, "ildg", u);
    std::string bytes = text_of(stale);
    std::ofstream(bare, std::ios::binary) << without_its_size(bytes);
    const std::string checksum = "<suma>";
    char& digit = bytes.at(bytes.find(checksum) + checksum.size());
    digit = digit == '1' ? '2' : '1';
    std::ofstream(stale, std::ios::binary) << bytes;
    for (std::size_t n = 3; n < u.links().size(); n += 4) u.links()[n] *= -1.0;
    io::write_configuration(negated, "ildg", u);
  }
  /// Records that say the extents under names that nobody knows.
  static std::string without_its_size(std::string bytes) {
    for (const std::string name : {"ildg-format", "scidac-private-file-xml"})
      for (std::size_t at = bytes.find(name); at != std::string::npos; at = bytes.find(name))
        bytes.at(at) = 'x';
    return bytes;
  }
  /// Returns all commands that read a configuration.
  std::vector<Arguments> commands(const std::string& file) const {
    return {{"convert", file, scratch / "out", "--quiet"},
            {"info", file},
            {"measure", file},
            {"flow", file},
            {"fix", file},
            {"smear", file, scratch / "out"},
            {"mesons", file},
            {"solve", file},
            {"solve", file, "--action", "overlap"},
            {"eigenvalues", file},
            {"view", file, "--headless", "--output", scratch / "frames"},
            {"heatbath", "--start", file, "--output", run},
            {"hmc", "--start", file, "--output", run},
            {"bench", "restart", "--links", file}};
  }
};

/// True if --help-all of the command lists the flag.
bool has_flag(const std::string& command, const std::string& flag) {
  static std::map<std::string, std::string> helps;
  auto& help = helps[command];
  if (help.empty()) help = run_program({command, "--help-all"}).out;
  return std::regex_search(help, std::regex("(^|[ ,])" + flag + "($|[ ,\n])"));
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("a hint about a file names flags of the command that ran, or says whose they are") {
    const Place p;
    for (const auto& [file, flag] :
         {std::pair{p.stale, "--ignore-checksum"}, {p.negated, "--allow-non-su3"}, {p.bare, "--extents"}})
      for (const Arguments& words : p.commands(file)) {
        const auto r = run_program(words);
        CAPTURE(words[0]);
        CAPTURE(r.err);
        CHECK(r.status == 3);
        CHECK(r.error_lines() == 1);
        CHECK(r.err_has(flag));
        CHECK_FALSE(r.err_has("<"));
        static const std::regex said("(--[a-z0-9-]+)(?: x,y,z,t)?( of 'glueball convert')?");
        for (std::sregex_iterator one(r.err.begin(), r.err.end(), said), none; one != none; ++one) {
          CAPTURE(one->str());
          const bool own = has_flag(words[0], (*one)[1]);
          CHECK(own != (*one)[2].matched);
          CHECK((own || has_flag("convert", (*one)[1])));
        }
      }
  }

  TEST_CASE("the flags that hints propose let the files pass") {
    const Place p;
    for (const Arguments& words :
         std::vector<Arguments>{{"convert", p.stale, p.scratch / "a", "--ignore-checksum"},
                                {"convert", p.negated, p.scratch / "b", "--allow-non-su3"},
                                {"convert", p.bare, p.scratch / "c", "--extents", "4,4,4,4"},
                                {"info", p.bare, "--lattice", "4,4,4,4"},
                                {"measure", p.stale, "--ignore-checksum", "--observables", "plaquette"},
                                {"measure", p.scratch / "c", "--observables", "plaquette"}}) {
      const auto r = run_program(words);
      CAPTURE(words[0]);
      CAPTURE(r.err);
      CHECK(r.status == 0);
    }
    // The output says which deviation was let pass.
    const std::string cause = "antiperiodic boundary signs";
    const auto text = run_program({"info", p.negated, "--allow-non-su3"});
    CHECK(text.status == 0);
    CHECK(text.out.find("\nnot SU(3)   ") != std::string::npos);
    CHECK(text.out.find(cause) != std::string::npos);
    const auto json = run_program({"info", p.negated, "--allow-non-su3", "--json"});
    CHECK(nlohmann::json::parse(json.out).at("not_su3").get<std::string>().find(cause) != std::string::npos);
    CHECK_FALSE(
        nlohmann::json::parse(run_program({"info", p.scratch / "c", "--json"}).out).contains("not_su3"));
  }
}

}  // namespace glueball::test::cli_reader_hints
