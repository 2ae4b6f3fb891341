// These tests check the messages of --resume for a run that it cannot resume, or not with these options.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "run/directory_lock.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_resume {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

void check_refused(const Arguments& arguments, int status, const std::string& says) {
  CAPTURE(says);
  const auto r = run_program(arguments);
  CAPTURE(r.err);
  CHECK(r.status == status);
  CHECK(r.error_lines() == 1);
  CHECK(r.err_has(says));
}

fs::path begin_run(const TemporaryDirectory& scratch) {
  const fs::path run = scratch / "run";
  REQUIRE(run_program({"heatbath", "--lattice", "2,2,2,4", "--sweeps", "2", "--seed", "12", "--output",
                       run.string(), "--quiet", "--no-tune"})
              .status == 0);
  return run;
}

TEST_SUITE("cli") {
  TEST_CASE("--resume of what is no run says what is there, and makes nothing") {
    const TemporaryDirectory scratch;
    const fs::path folder = scratch / "folder", file = scratch / "file";
    fs::create_directory(folder);
    std::ofstream(file) << "x";
    for (const char* command : {"hmc", "heatbath", "fix"}) {
      CAPTURE(command);
      check_refused({command, "--resume", scratch / "absent"}, 3, "/absent: is not there; give the --output");
      check_refused({command, "--resume", file}, 3, "/file: is no directory");
      check_refused({command, "--resume", folder}, 3, "/folder: holds no run, config.toml is missing");
      check_refused({command, "--resume", ""}, 2, "the run's directory has an empty name");
      const DirectoryLock starting(folder, false);
      check_refused({command, "--resume", folder}, 2, "is starting a run there");
    }
    CHECK(fs::is_empty(folder));
    CHECK_FALSE(fs::exists(scratch / "absent"));
  }

  TEST_CASE("--resume waits for the lock of a process that is ending") {
    const TemporaryDirectory scratch;
    const fs::path run = begin_run(scratch);
    auto lock = std::make_unique<DirectoryLock>(run, false);
    std::thread ending([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1200));
      lock.reset();
    });
    const auto r = run_program({"heatbath", "--resume", run, "--sweeps", "3"});
    ending.join();
    CAPTURE(r.err);
    CHECK(r.status == 0);
  }

  TEST_CASE("--resume beside another directory or configuration file is refused: a run stays as it is") {
    const TemporaryDirectory scratch;
    const fs::path run = begin_run(scratch);
    const auto before = content_of(run);
    std::ofstream(scratch / "other.toml") << "sweeps = 3\n";
    check_refused({"heatbath", "--resume", run, "--sweeps", "3", "--output", scratch / "elsewhere"}, 2,
                  "a run that is resumed stays where it is");
    check_refused({"heatbath", "--resume", run, "--config", scratch / "other.toml"}, 2,
                  "a run that is resumed has its own");
    CHECK(content_of(run) == before);
    // A run can be resumed under any name of its directory, and where it was moved to.
    fs::create_directory_symlink(run, scratch / "link");
    CHECK(run_program({"heatbath", "--resume", run, "--sweeps", "3", "--output", scratch / "link"}).status ==
          0);
    fs::rename(run, scratch / "moved");
    CHECK(run_program({"heatbath", "--resume", scratch / "moved", "--sweeps", "4"}).status == 0);
    CHECK_FALSE(fs::exists(run));
  }

  TEST_CASE("a flag that is wrong beside --resume or --config is not said to be the file's") {
    const TemporaryDirectory scratch;
    const fs::path run = begin_run(scratch);
    const auto flag = run_program({"heatbath", "--resume", run, "--seed", "-1"});
    CAPTURE(flag.err);
    CHECK(flag.status == 2);
    CHECK(flag.err_has("--seed: '-1'"));
    CHECK_FALSE(flag.err_has("config.toml"));
    std::ofstream(scratch / "bad.toml") << "sweeps = 3\nseed = -1\n";
    check_refused({"heatbath", "--config", scratch / "bad.toml"}, 2, "bad.toml:2");
    check_refused({"heatbath", "--config", scratch / "bad.toml", "--seed", "5"}, 2, "bad.toml:2");
  }
}

}  // namespace
}  // namespace glueball::test::cli_resume
