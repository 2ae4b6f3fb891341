#include "app/same_run.hpp"

#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <string>

#include "app/config_file.hpp"
#include "app/option_kinds.hpp"
#include "app/options.hpp"
#include "base/error.hpp"
#include "io/place.hpp"
#include "run/run_directory.hpp"
#include "run/toml_checksum.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_same_run {

using namespace glueball::app;

namespace {

/// Returns the error for options with which a run with `before` should be resumed; empty if there is none.
std::string complaint(const std::string& before, const std::string& now, const std::string& defaults = "") {
  const test::TemporaryDirectory scratch;
  write_file(scratch / "config.toml", with_checksum(before));
  try {
    require_same_run(scratch.path(),
                     {.command = "hmc", .tables = {"level"}, .values = now, .defaults = defaults});
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_value);
    return error.what();
  }
  return {};
}

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("a run goes on with the values it was begun with") {
    CHECK(complaint("beta = 5.7\nseed = 3\n", "seed = 3\nbeta = 5.70\n").empty());
    CHECK(says(complaint("beta = 5.7\n", "beta = 6\n"), "--beta: the run in"));
    CHECK(says(complaint("beta = 5.7\n", "beta = 6\n"), "has beta = 5.7"));
    CHECK(says(complaint("seed = 9007199254740992\n", "seed = 9007199254740993\n"), "--seed"));
    for (const char* free : {"trajectories", "device", "output", "quiet", "workgroup"}) {
      CAPTURE(free);
      CHECK(complaint(std::string(free) + " = 5\n", std::string(free) + " = 6\n").empty());
    }
  }

  TEST_CASE("a path of a run that was moved or copied means what it is now") {
    const test::TemporaryDirectory scratch;
    const auto at = [&](const char* name) { return io::real_place(scratch / name).string(); };
    const auto file = [&](const char* name) {
      std::filesystem::create_directories((scratch / name).parent_path());
      write_file(scratch / name, "");
    };
    const auto now = [&](const char* path, const char* run) {
      return path_of_run(at(path), at("a/run"), scratch / run);
    };
    file("b/run/config.toml");
    // Nothing of the old tree is left: what is inside moves, as does what is beside and was not written yet.
    CHECK(now("a/run/inside.h5", "b/run") == at("b/run/inside.h5"));
    CHECK(now("a/new.h5", "b/run") == at("b/new.h5"));
    CHECK(now("a/new/new.h5", "b/run") == at("b/new/new.h5"));
    file("b/moved.h5");
    CHECK(now("a/moved.h5", "b/run") == at("b/moved.h5"));
    // The run alone was moved.
    file("a/stays.h5");
    CHECK(now("a/stays.h5", "b/run") == at("a/stays.h5"));
    CHECK(now("a/new.h5", "b/run") == at("a/new.h5"));
    CHECK(now("a/new/new.h5", "b/run") == at("a/new/new.h5"));
    file("b/stays.h5");
    CHECK(now("a/stays.h5", "b/run") == at("a/stays.h5"));
    // The tree was copied.
    file("a/run/config.toml");
    CHECK(now("a/stays.h5", "b/run") == at("b/stays.h5"));
    CHECK(now("a/new.h5", "b/run") == at("b/new.h5"));
    CHECK(now("a/stays.h5", "a/run") == at("a/stays.h5"));
    CHECK(path_of_run("cold", at("a/run"), scratch / "b/run") == "cold");
  }

  TEST_CASE("a table in place of flags is what is said to have changed") {
    const std::string said =
        complaint("beta = 5.7\nsteps = 3\n", "[[level]]\nsteps = 3\n", "beta = 5.5\nsteps = 10\n");
    CAPTURE(said);
    CHECK(says(said, "--level: the run in"));
  }

  TEST_CASE("a config.toml that has lost or changed a byte is refused") {
    const std::string text = with_checksum("beta = 5.7\naction = \"iwasaki\"\n\n[[level]]\nsteps = 2\n");
    CHECK(has_valid_checksum(text));
    CHECK(has_valid_checksum(with_checksum("")));
    const test::TemporaryDirectory scratch;
    const auto refused = [&](const std::string& damaged) {
      CHECK_FALSE(has_valid_checksum(damaged));
      write_file(scratch / "config.toml", damaged);
      try {
        require_same_run(scratch.path(),
                         {.command = "hmc", .tables = {"level"}, .values = "", .defaults = ""});
        FAIL_CHECK("not refused");
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::bad_file);
        CHECK(says(error.what(), "config.toml"));
      }
    };
    for (std::size_t size = 0; size < text.size(); ++size) refused(text.substr(0, size));
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::string damaged = text;
      damaged[at] ^= 1;
      refused(damaged);
    }
    refused(text + "\n");
  }

  TEST_CASE("a run may go on with other common flags, and the list of such keys is one") {
    CLI::App table;
    CommonOptions options;
    add_common(table, options, kAllFlags);
    for (const CLI::Option* option : table.get_options({}))
      for (const std::string& name : option->get_lnames()) {
        if (!is_config_key(name) || name == "force") continue;  // config.toml has no --force
        CAPTURE(name);
        CHECK(may_change("hmc", name));
        CHECK(may_change("fix", name));
      }
    CHECK(may_change("hmc", "trajectories"));
    CHECK_FALSE(may_change("hmc", "sweeps"));
    CHECK(may_change("heatbath", "sweeps"));
    CHECK(may_change("heatbath", "series"));
    CHECK_FALSE(may_change("fix", "series"));
    CHECK_FALSE(may_change("fix", "precision"));
    CHECK_FALSE(may_change("hmc", "beta"));
  }

  TEST_CASE("a choice is written where the options left it open, and nowhere else") {
    ConfigValues config("hmc");
    config.add("Device", "storage", "auto");
    config.add("Device", "workgroup", "0");
    config.add_table("level", "steps=0,workgroup=0");
    config.choose("storage", "texel");
    config.choose("workgroup", "64");
    CHECK(
        config.toml() ==
        "# glueball hmc\n\n# Device\nstorage = \"texel\"\nworkgroup = 64\n\n[[level]]\nsteps = 0\nworkgroup "
        "= 0\n");
    CHECK_THROWS_AS(config.choose("steps", "3"), std::logic_error);
  }

  TEST_CASE("a key that config.toml lacks has its default") {
    CHECK(says(complaint("beta = 5.7\n", "beta = 5.7\nlambda = 0.3\n"), "--lambda: the run in"));
    CHECK(complaint("beta = 5.7\n", "beta = 5.7\nenergies = \"auto\"\n", "energies = \"auto\"\n").empty());
    CHECK(says(complaint("beta = 5.7\n", "beta = 5.7\nenergies = \"host\"\n", "energies = \"auto\"\n"),
               "has energies = auto"));
    CHECK(says(complaint("energies = \"host\"\n", "", "energies = \"auto\"\n"), "--energies"));
    CHECK(says(complaint("lambda = 0.3\n", "beta = 5.7\n", "beta = 5.7\n"), "--lambda"));
  }

  TEST_CASE("tables are compared in their order") {
    const std::string two = "[[level]]\nsteps = 2\n[[level]]\nsteps = 3\n",
                      other = "[[level]]\nsteps = 3\n[[level]]\nsteps = 2\n";
    CHECK(complaint(two, two).empty());
    CHECK(says(complaint(two, other), "--level"));
    CHECK(says(complaint("", two), "--level: the run in"));
  }
}

}  // namespace glueball::test::unit_same_run
