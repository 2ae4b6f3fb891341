#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/program.hpp"

namespace glueball::test::cli_help {

TEST_SUITE("cli") {
  TEST_CASE("help is data on stdout and lists every command") {
    const auto help = run_program({"--help"});
    CHECK(help.status == 0);
    CHECK(help.err.empty());
    for (const char* command :
         {"bench", "catalogue", "convert", "devices", "doctor", "eigenvalues", "fix", "flow", "heatbath",
          "hmc", "info", "measure", "mesons", "rational", "smear", "solve"}) {
      CAPTURE(command);
      CHECK(help.out_has(command));
      const auto own = run_program({command, "--help"});
      CHECK(own.status == 0);
      CHECK(own.out_has("Example:"));
      CHECK(own.out_has("--device"));
    }
    CHECK(run_program({"hmc", "--help"}).out_has("Physics"));
    CHECK(run_program({"--version"}).out_has("glueball "));
  }

  TEST_CASE("no command is a usage error with the help on stderr") {
    const auto none = run_program({});
    CHECK(none.status == 2);
    CHECK(none.out.empty());
    CHECK(none.err_has("hmc"));
  }

  TEST_CASE("unknown words name the nearest, in one line, with status 2") {
    for (const auto& [arguments, meant] :
         std::vector<std::pair<std::vector<std::string>, std::string>>{{{"devicse"}, "devices"},
                                                                       {{"hmc", "--kapa", "0.1"}, "--kappa"},
                                                                       {{"doctor", "--jsn"}, "--json"}}) {
      const auto r = run_program(arguments);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.out.empty());
      CHECK(r.err_has("did you mean '" + meant + "'?"));
      CHECK(r.error_lines() == 1);
    }
  }

  TEST_CASE("seeds that are no number from 0 to 2^64 - 1 are refused, not bent into one") {
    const std::string file = std::string(GLUEBALL_SOURCE) + "/assets/configurations/quickstart.ildg";
    const std::vector<std::vector<std::string>> commands = {
        {"hmc"}, {"heatbath"}, {"fix", file}, {"mesons", file}, {"view", "--run", "heatbath"}};
    for (const auto& command : commands)
      for (const std::string seed : {"-1", "18446744073709551616", "1.5", "0x10", "1e3"}) {
        auto arguments = command;
        arguments.push_back("--seed=" + seed);
        CAPTURE(command.front());
        CAPTURE(seed);
        const auto r = run_program(arguments);
        CAPTURE(r.err);
        CHECK(r.status == 2);
        CHECK(r.out.empty());
        CHECK(r.error_lines() == 1);
        CHECK(r.err_has("seed"));
      }
    const auto noise =
        run_program({"solve", file, "--action", "wilson", "--kappa", "0.1", "--source", "z2:-1"});
    CHECK(noise.status == 2);
    const auto largest = run_program({"hmc", "--seed=18446744073709551615", "--print-config"});
    CHECK(largest.status == 0);
    CHECK(largest.out_has("seed = 18446744073709551615"));
  }
}

}  // namespace glueball::test::cli_help
