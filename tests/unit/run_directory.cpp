#include "app/run_directory.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "support/temporary.hpp"

using namespace glueball;
using namespace glueball::app;
namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("a run directory appears only when the run begins") {
    const test::TemporaryDirectory scratch;
    RunDirectory run(scratch / "a" / "b", false);
    CHECK_FALSE(fs::exists(scratch / "a"));
    run.begin("beta = 5.5\n");
    CHECK(content(scratch / "a" / "b" / "config.toml") == "beta = 5.5\n");
    CHECK(run.configuration(12).filename() == "configuration-000012.ildg");
  }

  TEST_CASE("each line of a history is there at once") {
    const test::TemporaryDirectory scratch;
    RunDirectory run(scratch / "run", false);
    run.begin("");
    run.history().append(R"({"step":1})");
    CHECK(content(scratch / "run" / "history.jsonl") == "{\"step\":1}\n");
    run.history().append(R"({"step":2})");
    CHECK(content(scratch / "run" / "history.jsonl") == "{\"step\":1}\n{\"step\":2}\n");
  }

  TEST_CASE("an existing run is refused, and with force replaced without touching other files") {
    const test::TemporaryDirectory scratch;
    const auto path = scratch / "run";
    fs::create_directory(path);
    CHECK_NOTHROW(RunDirectory(path, false));  // empty
    for (const char* name : {"config.toml", "history.jsonl", "configuration-000001.ildg", "notes.txt"})
      write_file(path / name, "old");
    try {
      RunDirectory(path, false);
      FAIL("not refused");
    } catch (const Error& error) {
      CHECK(error.status() == Status::usage);
      CHECK(std::string(error.what()).find("--force") != std::string::npos);
    }
    RunDirectory run(path, true);
    CHECK(content(path / "history.jsonl") == "old");  // until it begins
    run.begin("new\n");
    CHECK(content(path / "config.toml") == "new\n");
    CHECK(content(path / "history.jsonl").empty());
    CHECK_FALSE(fs::exists(path / "configuration-000001.ildg"));
    CHECK(content(path / "notes.txt") == "old");
  }

  TEST_CASE("a run goes on from a configuration: later lines, torn ones and half-written files are dropped") {
    const test::TemporaryDirectory scratch;
    const auto path = scratch / "run";
    {
      RunDirectory run(path, false);
      run.begin("sweeps = 8\n");
      for (const char* line : {R"({"provenance":{}})", R"({"step":2})", R"({"step":4})", R"({"step":6})"})
        run.history().append(line);
      run.history().sync();
      CHECK_FALSE(run.finished());
      run.history().append(R"({"summary":{}})");
      CHECK(run.finished());
    }
    std::ofstream(path / "history.jsonl", std::ios::app) << R"({"step":8)";
    for (const char* name : {"configuration-000002.ildg", "configuration-000004.ildg", "configuration-9.ildg",
                             ".configuration-000006.ildg.77.0.part", ".history.jsonl.77.1.part", "notes.part"})
      write_file(path / name, "x");

    RunDirectory run = RunDirectory::of_run(path);
    CHECK_FALSE(run.finished());
    CHECK(run.configurations() == std::vector<int>{4, 2});
    const auto kept = run.history_until(4);
    run.go_on(4, "sweeps = 9\n");
    CHECK(kept == std::vector<std::string>{R"({"provenance":{}})", R"({"step":2})", R"({"step":4})"});
    run.history().append(R"({"step":6})");
    CHECK(content(path / "history.jsonl") == "{\"provenance\":{}}\n{\"step\":2}\n{\"step\":4}\n{\"step\":6}\n");
    CHECK(content(path / "config.toml") == "sweeps = 9\n");
    for (const char* name : {".configuration-000006.ildg.77.0.part", ".history.jsonl.77.1.part"})
      CHECK_FALSE(fs::exists(path / name));
    CHECK(fs::exists(path / "notes.part"));  // not ours

    fs::remove(path / "config.toml");
    CHECK_THROWS_AS(RunDirectory::of_run(path), Error);
  }

  TEST_CASE("a path that is a file, and one below a file, are refused") {
    const test::TemporaryDirectory scratch;
    write_file(scratch / "file", "x");
    CHECK_THROWS_AS(RunDirectory(scratch / "file", true), Error);
    CHECK_THROWS_AS(RunDirectory(scratch / "file" / "run", true), Error);
  }

  TEST_CASE("a file is written whole or not at all") {
    const test::TemporaryDirectory scratch;
    write_file(scratch / "file", "one");
    write_file(scratch / "file", "two");
    CHECK(content(scratch / "file") == "two");
    CHECK(std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator()) == 1);
    CHECK_THROWS_AS(write_file(scratch / "no" / "file", "x"), Error);
  }
}
