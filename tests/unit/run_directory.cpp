#include "run/run_directory.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/config_file.hpp"
#include "base/error.hpp"
#include "io/atomic_file.hpp"
#include "io/transformation_file.hpp"
#include "run/file_records.hpp"
#include "run/fix_records.hpp"
#include "run/toml_checksum.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_run_directory {

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
  TEST_CASE("a run directory is there from the start, and gone again where nothing was kept") {
    const test::TemporaryDirectory scratch;
    {
      const RunDirectory run(scratch / "a" / "b", false);
      CHECK(fs::exists(scratch / "a" / "b"));
    }
    CHECK_FALSE(fs::exists(scratch / "a"));
    fs::create_directory(scratch / "mine");
    { const RunDirectory run(scratch / "mine", false); }
    CHECK(fs::is_empty(scratch / "mine"));  // stays: another made it
    RunDirectory run(scratch / "a" / "b", false);
    run.begin("beta = 5.5\n");
    CHECK(content(scratch / "a" / "b" / "config.toml") == with_checksum("beta = 5.5\n"));
    CHECK(run.configuration(12).filename() == "configuration-000012.ildg");
  }

  TEST_CASE("one process at a time has a run directory: --force and --resume are refused, too") {
    const test::TemporaryDirectory scratch;
    const auto path = scratch / "run";
    auto first = std::make_unique<RunDirectory>(path, false);
    const auto check_refused = [&](const std::function<void()>& other) {
      try {
        other();
        FAIL_CHECK("not refused");
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::bad_value);
        CHECK(std::string(error.what()).find(fmt::format("in use by process {} on ", ::getpid())) !=
              std::string::npos);
      }
    };
    check_refused([&] { RunDirectory(path, false); });
    const auto says = doctest::Contains(fmt::format("process {} on ", ::getpid()).c_str());
    CHECK_THROWS_WITH_AS(RunDirectory::of_run(path), says, Error);
    CHECK_THROWS_WITH_AS(RunDirectory::of_run(path), doctest::Contains("is starting a run there"), Error);
    first->begin("");
    check_refused([&] { RunDirectory(path, false); });
    check_refused([&] { RunDirectory(path, true); });
    check_refused([&] { RunDirectory::of_run(path); });
    first.reset();
    CHECK_FALSE(fs::exists(path / kLockFile));
    CHECK_NOTHROW(RunDirectory::of_run(path));
    // A process that was killed early leaves files that hinder nobody and are no run.
    fs::create_directory(scratch / "killed");
    for (const char* name : {kLockFile, ".config.toml.12.0.part"})
      write_file(scratch / "killed" / name, "process 1 on moon\n");
    RunDirectory run(scratch / "killed", false);
    run.begin("");
    CHECK(std::distance(fs::directory_iterator(scratch / "killed"), fs::directory_iterator()) == 3);
  }

  TEST_CASE("a run whose directory is moved or removed stops, and leaves alone what has its name then") {
    const test::TemporaryDirectory scratch;
    const auto path = scratch / "run", moved = scratch / "moved";
    for (const bool removed : {false, true}) {
      auto first = std::make_unique<RunDirectory>(path, false);
      if (removed) {
        fs::remove_all(path);
        CHECK_THROWS_AS(first->begin("a\n"), Error);
        CHECK_FALSE(fs::exists(path));
      } else {
        first->begin("a\n");
        fs::rename(path, moved);
      }
      RunDirectory second(path, false);
      second.begin("b\n");
      try {
        removed ? first->require_here() : (first->history().append("{}"), void());
        FAIL_CHECK("not noticed");
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::bad_value);
        CHECK(std::string(error.what()).find("moved or removed") != std::string::npos);
      }
      first.reset();
      CHECK_NOTHROW(second.history().append("{}"));
      CHECK(content(path / "config.toml") == with_checksum("b\n"));
      CHECK(content(path / "history.jsonl") == "{}\n");
      CHECK(fs::exists(path / kLockFile));
      fs::remove_all(path);
    }
    CHECK(content(moved / "config.toml") == with_checksum("a\n"));
    CHECK(content(moved / "history.jsonl").empty());
    fs::create_symlink("nowhere", scratch / "dangling");
    CHECK_THROWS_WITH_AS(RunDirectory(scratch / "dangling", false), doctest::Contains("a link to nothing"),
                         Error);
    CHECK_THROWS_WITH_AS(RunDirectory("", false), doctest::Contains("an empty name"), Error);
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
      CHECK(error.kind() == ErrorKind::bad_value);
      CHECK(std::string(error.what()).find("<force>") != std::string::npos);
    }
    RunDirectory run(path, true);
    CHECK(content(path / "history.jsonl") == "old");  // until it begins
    write_file(path / "configuration-000002.ildg",
               "another's, and it was not there when --force was looked at");
    run.begin("new\n");
    CHECK(fs::exists(path / "configuration-000002.ildg"));
    CHECK(content(path / "config.toml") == with_checksum("new\n"));
    CHECK(content(path / "history.jsonl").empty());
    CHECK_FALSE(fs::exists(path / "configuration-000001.ildg"));
    CHECK(content(path / "notes.txt") == "old");
  }

  TEST_CASE("--force removes no run of another command, and nothing that the run reads") {
    const test::TemporaryDirectory scratch;
    const auto path = scratch / "run";
    const std::string config = "# glueball heatbath\nbeta = 5.5\n";
    {
      RunDirectory run(path, false);
      CHECK_NOTHROW(run.require_replaceable(config, {}));
      run.begin(config);
      write_file(run.configuration(1), "links");
    }
    const auto refused = [&](const std::string& now, const std::vector<fs::path>& inputs, const char* why) {
      const RunDirectory run(path, true);
      CHECK_THROWS_WITH_AS(run.require_replaceable(now, inputs), doctest::Contains(why), Error);
    };
    refused("# glueball fix\n", {}, "a run of 'glueball heatbath'");
    refused(config, {path / "configuration-000001.ildg"}, "this run reads it");
    fs::create_symlink(path / "configuration-000001.ildg", scratch / "link");
    refused(config, {scratch / "link"}, "this run reads it");
    RunDirectory run(path, true);
    CHECK_NOTHROW(run.require_replaceable(config, {scratch / "elsewhere"}));
    CHECK(content(path / "configuration-000001.ildg") == "links");
  }

  TEST_CASE("a run goes on from a configuration: later lines are dropped, later files set aside") {
    const test::TemporaryDirectory scratch;
    const auto path = scratch / "run";
    {
      RunDirectory run(path, false);
      run.begin("sweeps = 8\n");
      for (const char* line : {R"({"provenance":{}})", R"({"step":2})", R"({"step":4})", R"({"step":6})"})
        run.history().append(line);
      run.history().sync();
      CHECK_FALSE(run.past().finished());
      run.history().append(R"({"summary":{}})");
      CHECK(run.past().finished());
    }
    std::ofstream(path / "history.jsonl", std::ios::app) << R"({"step":8)";
    for (const char* name :
         {"configuration-000002.ildg", "configuration-000004.ildg", "configuration-000006.ildg",
          "configuration-9.ildg", ".configuration-000006.ildg.77.0.part", ".history.jsonl.77.1.part",
          "notes.part"})
      write_file(path / name, "x");
    io::AtomicFile living(path / "configuration-000008.ildg");  // of a process that runs

    {
      RunDirectory run = RunDirectory::of_run(path);
      const auto past = run.past();
      CHECK(past.torn == R"({"step":8)");
      CHECK(run.configurations() == std::vector<int>{6, 4, 2});
      run.resume(4, past.until(4), "sweeps = 9\n");
      run.history().append(R"({"step":6})");
    }
    CHECK(content(path / "history.jsonl") ==
          "{\"provenance\":{}}\n{\"step\":2}\n{\"step\":4}\n{\"step\":6}\n");
    CHECK(content(path / "config.toml") == with_checksum("sweeps = 9\n"));
    for (const char* name :
         {".configuration-000006.ildg.77.0.part", ".history.jsonl.77.1.part", "configuration-000006.ildg"})
      CHECK_FALSE(fs::exists(path / name));
    CHECK(content(path / "configuration-000006.ildg.aside") == "x");
    CHECK(fs::exists(path / "notes.part"));  // not ours
    CHECK_NOTHROW(living.commit());

    fs::remove(path / "config.toml");
    CHECK_THROWS_AS(RunDirectory::of_run(path), Error);
  }

  TEST_CASE("a path that is a file, and one below a file, are refused") {
    const test::TemporaryDirectory scratch;
    write_file(scratch / "file", "x");
    CHECK_THROWS_AS(RunDirectory(scratch / "file", true), Error);
    CHECK_THROWS_AS(RunDirectory(scratch / "file" / "run", true), Error);
  }

  TEST_CASE("records of files: one that is replaced while it is read is compared when the run goes on") {
    const test::TemporaryDirectory scratch;
    const std::string a = scratch / "a", b = scratch / "b";
    write_file(a, "links");
    write_file(b, "other");
    {
      RunDirectory run(scratch / "run", false);
      FileRecords records(run, {a, b});
      records.begin("beta = 5.5\n");
      fs::rename(b, a);  // while it is being read
      records.keep(0, "of links", 1);
    }
    RunDirectory run = RunDirectory::of_run(scratch / "run");
    FileRecords records(run, {a, b});
    CHECK_THROWS_AS(records.resume([&](const std::string& file) { return content(file); }), Error);
    const auto past = records.resume([](const std::string&) { return "of links"; });
    CHECK(past.checksums.front() == "of links");
  }

  TEST_CASE("records of files: a file that was moved is known by its state or its links") {
    const test::TemporaryDirectory scratch;
    const std::string a = scratch / "a";
    write_file(a, "links");
    {
      RunDirectory run(scratch / "run", false);
      FileRecords records(run, {a});
      records.begin("");
      records.keep(0, "of links", 1);
    }
    const auto resumes = [&](const std::string& file, const std::string& checksum) {
      RunDirectory again = RunDirectory::of_run(scratch / "run");
      FileRecords(again, {file}).resume([&](const std::string&) { return checksum; });
    };
    fs::create_directory(scratch / "moved");
    const std::string moved = scratch / "moved/a", other = scratch / "b";
    fs::rename(a, moved);
    write_file(other, "links");
    CHECK_NOTHROW(resumes(other, "of links"));
    CHECK_THROWS_WITH_AS(resumes(other, "others"), doctest::Contains("file 1 of the run in"), Error);
    fs::remove(moved);
    CHECK_NOTHROW(resumes(moved, ""));  // it is finished, and not needed
    CHECK_THROWS_AS(resumes(scratch / "c", ""), Error);
  }

  TEST_CASE("a gauge fixing: its best copy and its state are refused where the history cannot have them") {
    const test::TemporaryDirectory scratch;
    const Configuration u = hot_configuration(Geometry({2, 2, 2, 4}), 1);
    const Transformation one(u.geometry().volume(), Configuration(u.geometry()).links()[0]);
    const FixProvenance provenance{.config = "", .file = "u", .checksum = "1"};
    const auto complaint = [&](const std::string& name, const nlohmann::ordered_json& info) -> std::string {
      const fs::path path = scratch / "run";
      fs::remove_all(path);
      {
        RunDirectory run(path, false);
        FixRecords(run, provenance).begin();
      }
      io::write_transformation(path / name, u.geometry(), one, info.dump(), true);
      RunDirectory run = RunDirectory::of_run(path, FixRecords::owns);
      try {
        FixRecords(run, provenance).resume(u, Gauge::landau);
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::bad_file);
        return error.what();
      }
      return "nothing was refused";
    };
    const auto says = [](const std::string& text, const char* what) { return text.find(what) != text.npos; };
    CHECK(says(complaint("best.lime", json_of(FixedCopy{.copy = 5})),
               "it is not the best copy of history.jsonl"));
    nlohmann::ordered_json at = {
        {"copy", -1}, {"stage", 0}, {"sweeps", 1}, {"iterations", 1}, {"seconds", 0.1}};
    CHECK(says(complaint("state.lime", at), "no copy has the number -1"));
    at["copy"] = 1;
    CHECK(says(complaint("state.lime", at), "history.jsonl lacks copies"));
    at["copy"] = 0;
    CHECK(complaint("state.lime", at) == "nothing was refused");
    at["iterations"] = std::numeric_limits<long>::max();
    CHECK(says(complaint("state.lime", at), "no copy is at stage 0"));
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

}  // namespace glueball::test::unit_run_directory
