// Commands over several configurations that are killed and go on: finished files are not done again, and what
// comes out is that of a run that was not, byte for byte.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "io/gauge_sink.hpp"
#include "run/directory_lock.hpp"
#include "support/hdf5.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_files_runs {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

/// Four configurations, and what is made of them.
struct Ensemble {
  TemporaryDirectory scratch;
  Arguments files;

  Ensemble() {
    for (int n = 0; n < 4; ++n) {
      files.push_back((scratch / ("u" + std::to_string(n) + ".ildg")).string());
      io::write_configuration(files.back(), "ildg",
                              hot_configuration(Geometry({4, 4, 4, 6}), std::uint64_t(n + 3)));
    }
  }
  std::string at(const std::string& name) const { return (scratch / name).string(); }
};

struct Over {
  const char* command;
  Arguments more;    ///< of a new run
  const char* save;  ///< the flag of a directory for links; nullptr: none
};

const std::vector<Over>& commands() {
  static const std::vector<Over> all = {
      {"flow",
       {"--times", "0.02,0.04,0.06", "--step", "0.02", "--observables", "plaquette,polyakov"},
       "--save"},
      {"measure", {"--observables", "plaquette,charge:0.1"}, nullptr},
      {"smear", {"--rho", "0.1", "--steps", "2"}, "--out"},
      {"fix", {"--theta", "1e-6", "--precision", "single", "--copies", "2"}, "--save"}};
  return all;
}

/// A new run that keeps its state in `output`.
Arguments begun(const Ensemble& e, const Over& over, const std::string& output) {
  Arguments words{over.command};
  words.insert(words.end(), e.files.begin(), e.files.end());
  words.insert(words.end(), over.more.begin(), over.more.end());
  if (over.save != nullptr)
    words.insert(words.end(), {over.save, e.at(std::string(over.command) + "-links")});
  words.insert(words.end(), {"--json", "--quiet", "--output", output});
  return words;
}

/// Edits results of a history so that its checksums are in order; `edit` takes the number of the line.
std::string forged(const std::string& history,
                   const std::function<void(std::size_t, nlohmann::ordered_json&)>& edit) {
  std::string text;
  std::uint32_t sum = 0;
  std::size_t n = 0;
  for (const std::string& line : lines(history)) {
    auto object = nlohmann::ordered_json::parse(line);
    object.erase("crc32");
    edit(++n, object["result"]);
    const std::string bare = object.dump();
    object["crc32"] =
        fmt::format("{:08x}", crc32(sum, reinterpret_cast<const Bytef*>(bare.data()), uInt(bare.size())));
    text += object.dump() + "\n";
    sum = std::uint32_t(crc32(0, reinterpret_cast<const Bytef*>(text.data()), uInt(text.size())));
  }
  return text;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Returns every file below a directory with its bytes, without locks.
std::map<std::string, std::string> tree_of(const fs::path& root) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file() && entry.path().filename() != kLockFile)
      files[entry.path().lexically_relative(root)] = text_of(entry.path());
  return files;
}

/// Lines without what a clock says.
Arguments timeless(const std::string& text) {
  Arguments all;
  for (const std::string& line : lines(text)) {
    auto object = nlohmann::ordered_json::parse(line);
    const auto strip = [](auto&& self, nlohmann::ordered_json& value) -> void {
      if (value.is_object())
        for (const char* key : {"seconds", "gflops", "crc32"}) value.erase(key);
      if (value.is_structured())
        for (auto& part : value) self(self, part);
    };
    strip(strip, object);
    all.push_back(object.dump());
  }
  return all;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("several files killed at random moments and resumed: the output of a run that was not") {
    std::mt19937 random(5);
    for (const Over& over : commands()) {
      CAPTURE(over.command);
      const Ensemble e;
      const std::string whole = e.at("whole"), run = e.at("killed"),
                        links = e.at(std::string(over.command) + "-links");
      const auto at_once = run_program(begun(e, over, whole));
      CAPTURE(at_once.err);
      REQUIRE(at_once.status == 0);
      std::map<std::string, std::string> sums;
      if (over.save != nullptr) {
        for (const auto& file : fs::directory_iterator(links))
          sums[file.path().filename()] = checksum_of(file.path());
        REQUIRE(sums.size() == 4);
        fs::remove_all(links);
      }
      const int most = int(lines(at_once.out).size());
      int resumed = 0;
      for (int n = 0; n < 4; ++n) {
        ProgramOptions options;
        options.kill = Kill{std::uniform_int_distribution<int>(1, most / 2 + n)(random),
                            std::chrono::microseconds(std::uniform_int_distribution<int>(0, 20000)(random))};
        const bool there = fs::exists(fs::path(run) / "config.toml");
        resumed += there;
        const auto r =
            run_program(there ? Arguments{over.command, "--resume", run} : begun(e, over, run), options);
        CAPTURE(r.err);
        REQUIRE((r.status == 128 + 9 || r.status == 0));
      }
      CHECK(resumed >= 3);
      // The command is the same, with --resume in place of --output.
      Arguments again = begun(e, over, run);
      *(again.end() - 2) = "--resume";
      const auto last = run_program(again);
      CAPTURE(last.err);
      REQUIRE(last.status == 0);
      const std::string history = text_of(run + "/history.jsonl");
      if (std::string(over.command) == "fix") {
        CHECK(timeless(last.out) == timeless(at_once.out));
        CHECK(timeless(history) == timeless(text_of(whole + "/history.jsonl")));
      } else {
        CHECK(last.out == at_once.out);
        CHECK(history == text_of(whole + "/history.jsonl"));
      }
      for (const auto& [name, sum] : sums) CHECK(checksum_of(fs::path(links) / name) == sum);
      // Another resume does nothing and does not even need a device.
      again.insert(again.end(), {"--device", "vulkan:99"});
      const auto idle = run_program(again);
      CAPTURE(idle.err);
      CHECK(idle.status == 0);
      CHECK(idle.out == last.out);
    }
  }

  TEST_CASE("a run over several files that is resumed elsewhere, or was moved, writes where it began") {
    for (const Over& over : commands())
      for (const bool moved : {false, true}) {
        CAPTURE(over.command);
        CAPTURE(moved);
        const Ensemble e;
        const fs::path began = e.at("began"), elsewhere = e.at("elsewhere");
        fs::create_directory(began);
        fs::create_directory(elsewhere);
        // An output moves with the run directory only if it lies inside.
        const std::string below = moved ? "run/" : "";
        const bool hdf5 = std::string(over.command) != "smear";
        Arguments words{over.command, "../u0.ildg", "../u1.ildg", "../u2.ildg"};
        words.insert(words.end(), over.more.begin(), over.more.end());
        if (over.save != nullptr) words.insert(words.end(), {over.save, below + "links"});
        if (hdf5) words.insert(words.end(), {"--hdf5", below + "all.h5"});
        words.insert(words.end(), {"--json", "--quiet", "--output", "run"});
        const auto first = run_program(words, {.directory = began.string()});
        CAPTURE(first.err);
        REQUIRE(first.status == 0);
        const auto sums = [](const fs::path& links) {
          std::map<std::string, std::string> all;
          for (const auto& file : fs::directory_iterator(links))
            all[file.path().filename()] = checksum_of(file.path());
          return all;
        };
        fs::path run = began / "run";
        const auto links = [&] { return (moved ? run : began) / "links"; };
        std::map<std::string, std::string> whole;
        if (over.save != nullptr) {
          whole = sums(links());
          REQUIRE(whole.size() == 3);
          // This is the state that a kill after the first file leaves.
          for (const char* later : {"u1.ildg", "u2.ildg"}) fs::remove(links() / later);
        }
        const std::string all = text_of(run / "history.jsonl");
        std::ofstream(run / "history.jsonl") << all.substr(0, all.find('\n') + 1);
        if (moved) {
          run = e.at("moved");
          fs::rename(began / "run", run);
        }
        const auto r = run_program({over.command, "--resume", moved ? "../moved" : "../began/run", "--quiet"},
                                   {.directory = elsewhere.string()});
        CAPTURE(r.err);
        REQUIRE(r.status == 0);
        CHECK(fs::is_empty(elsewhere));
        CHECK(fs::is_empty(began) == moved);
        if (over.save != nullptr) CHECK(sums(links()) == whole);
        if (hdf5) {
          const std::string group = std::string(over.command) == "measure" ? "observables"
                                    : std::string(over.command) == "fix"   ? "copies"
                                                                           : "configurations";
          CHECK(hdf5_texts((moved ? run : began) / "all.h5", group + "/file").size() ==
                (group == "copies" ? 6 : 3));
        }
        CHECK(lines(text_of(run / "history.jsonl")).size() == 3);
        // Finished files are in their places.
        const auto again = run_program({over.command, "--resume", run.string(), "--quiet"});
        CAPTURE(again.err);
        CHECK(again.status == 0);
        CHECK(again.out == r.out);
      }
  }

  TEST_CASE("a run over several files whose tree was moved or copied finds its files beside it") {
    enum class Change { tree_moved, tree_copied, run_moved };
    for (const Over& over : commands())
      for (const Change change : {Change::tree_moved, Change::tree_copied, Change::run_moved}) {
        CAPTURE(over.command);
        CAPTURE(int(change));
        const Ensemble e;
        const fs::path began = e.at("a/b"), other = e.at("c");
        fs::create_directories(began);
        for (const char* name : {"u0.ildg", "u1.ildg", "u2.ildg"}) fs::copy_file(e.at(name), began / name);
        Arguments words{over.command, "u0.ildg", "u1.ildg", "u2.ildg"};
        words.insert(words.end(), over.more.begin(), over.more.end());
        if (over.save != nullptr) words.insert(words.end(), {over.save, "out/links"});
        const bool hdf5 = std::string(over.command) != "smear";
        if (hdf5) words.insert(words.end(), {"--hdf5", "all.h5"});
        words.insert(words.end(), {"--json", "--quiet", "--output", "run"});
        const auto first = run_program(words, {.directory = began.string()});
        CAPTURE(first.err);
        REQUIRE(first.status == 0);
        // This is the state that a kill after the first file leaves.
        const std::string all = text_of(began / "run/history.jsonl");
        std::ofstream(began / "run/history.jsonl") << all.substr(0, all.find('\n') + 1);
        if (over.save != nullptr)
          for (const char* later : {"u1.ildg", "u2.ildg"}) fs::remove(began / "out/links" / later);
        const auto before = tree_of(began);
        fs::path run = other / "run", beside = other;
        if (change == Change::tree_moved) {
          fs::rename(began, other);
        } else if (change == Change::tree_copied) {
          fs::copy(began, other, fs::copy_options::recursive);
        } else {
          fs::create_directory(other);
          fs::rename(began / "run", run);
          beside = began;
        }
        const auto r = run_program({over.command, "--resume", run.string(), "--quiet"});
        CAPTURE(r.err);
        REQUIRE(r.status == 0);
        CHECK(lines(text_of(run / "history.jsonl")).size() == 3);
        if (over.save != nullptr)
          for (const char* name : {"u0.ildg", "u1.ildg", "u2.ildg"})
            CHECK(checksum_of(beside / "out/links" / name) != kNotWhole);
        if (hdf5) {
          const std::string group = std::string(over.command) == "measure" ? "observables"
                                    : std::string(over.command) == "fix"   ? "copies"
                                                                           : "configurations";
          CHECK(hdf5_texts(beside / "all.h5", group + "/file").size() == (group == "copies" ? 6 : 3));
        }
        if (change == Change::tree_moved) CHECK_FALSE(fs::exists(began));
        if (change == Change::tree_copied) CHECK(tree_of(began) == before);
        if (change == Change::run_moved) CHECK(fs::directory_iterator(other)->path() == run);
        // It can be moved again, with all done.
        fs::rename(e.at("c"), e.at("d"));
        const auto idle = run_program({over.command, "--resume", e.at("d/run"), "--quiet"});
        CAPTURE(idle.err);
        CHECK(idle.status == 0);
        CHECK(lines(idle.out).size() == lines(r.out).size());
        CHECK_FALSE(fs::exists(other));
      }
  }

  TEST_CASE("a run over several files does not make directories again that it wrote into") {
    for (const Over& over : commands()) {
      CAPTURE(over.command);
      Ensemble e;
      e.files.resize(2);
      const std::string run = e.at("run");
      Arguments words = begun(e, over, run);
      const bool hdf5 = std::string(over.command) == "measure";
      if (hdf5) words.insert(words.end(), {"--hdf5", e.at("measure-links/all.h5")});
      REQUIRE(run_program(words).status == 0);
      const std::string all = text_of(run + "/history.jsonl"), links = std::string(over.command) + "-links";
      std::ofstream(run + "/history.jsonl") << all.substr(0, all.find('\n') + 1);
      fs::rename(e.at(links), e.at("elsewhere"));
      const auto before = tree_of(e.scratch.path());
      const auto r = run_program({over.command, "--resume", run});
      CAPTURE(r.err);
      CHECK(r.status == 3);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(links));
      CHECK(r.err_has("move the directory back"));
      CHECK(tree_of(e.scratch.path()) == before);
      fs::create_directory(e.at(links));
      fs::remove(e.at("elsewhere/u1.ildg"));
      const auto again = run_program({over.command, "--resume", run});
      CAPTURE(again.err);
      CHECK(again.status == 0);
    }
  }

  TEST_CASE("a resumed run over several files replaces the file that it wrote, and no other of that name") {
    for (Over over : commands()) {
      if (over.save == nullptr) continue;
      CAPTURE(over.command);
      Ensemble e;
      e.files.resize(2);
      const fs::path run = e.at("run"), links = e.at(std::string(over.command) + "-links");
      if (std::string(over.command) == "flow") over.more.emplace_back("--save-each");
      if (std::string(over.command) == "fix")
        over.more.insert(over.more.end(), {"--save-transformation", links.string()});
      const auto first = run_program(begun(e, over, run.string()));
      CAPTURE(first.err);
      REQUIRE(first.status == 0);
      const auto content = [](const fs::path& file) {
        return file.extension() == ".ildg" ? checksum_of(file) : text_of(file);
      };
      std::map<fs::path, std::string> second;  // the second configuration's outputs
      for (const auto& file : fs::directory_iterator(links))
        if (file.path().filename().string().starts_with("u1")) second[file.path()] = content(file.path());
      REQUIRE(second.size() == (std::string(over.command) == "smear" ? 1
                                : std::string(over.command) == "fix" ? 2
                                                                     : 3));
      const std::string history = text_of(run / "history.jsonl");
      const auto resume = [&](const Arguments& more = {}) {
        // A kill came after the second configuration's files and before its line.
        std::ofstream(run / "history.jsonl") << history.substr(0, history.find('\n') + 1);
        Arguments words{over.command, "--resume", run.string()};
        words.insert(words.end(), more.begin(), more.end());
        return run_program(words);
      };
      const auto resumes = [&](const Arguments& more = {}) {
        const auto r = resume(more);
        CAPTURE(r.err);
        CHECK(r.status == 0);
        for (const auto& [file, was] : second) CHECK(content(file) == was);
        CHECK(lines(text_of(run / "history.jsonl")).size() == 2);
      };
      resumes();
      // On another device last digits of the text are others.
      for (const auto& [file, was] : second) {
        std::string text = text_of(file);
        for (const char* key : {"plaquette = ", "functional = "})
          if (const auto at = text.find(key); at != std::string::npos) {
            char& digit = text[text.find('\n', at) - 1];
            digit = digit == '3' ? '4' : '3';
          }
        std::ofstream(file) << text;
      }
      resumes();
      // The first configuration's file is as like as a file that another run made.
      for (const auto& [file, was] : second) {
        CAPTURE(file);
        fs::copy_file(links / ("u0" + file.filename().string().substr(2)), file,
                      fs::copy_options::overwrite_existing);
        const std::string foreign = text_of(file);
        const auto r = resume();
        CAPTURE(r.err);
        CHECK(r.status == 2);
        CHECK(r.error_lines() == 1);
        CHECK(r.err_has(file.filename().string() + " exists; give --force"));
        CHECK(text_of(file) == foreign);
        CHECK(r.out.find("u1.ildg") == std::string::npos);  // it was refused before anything was computed
        resumes({"--force"});
      }
    }
  }

  TEST_CASE("several files: results with other quantities than the observables have are refused") {
    const Over over{"measure", {"--observables", "plaquette,polyakov"}, nullptr};
    const Ensemble e;
    const std::string run = e.at("run"), history = run + "/history.jsonl";
    REQUIRE(run_program(begun(e, over, run)).status == 0);
    const std::string all = text_of(history);
    std::ofstream(history) << forged(all, [](std::size_t n, auto& result) {
      if (n < 2) return;
      auto& polyakov = result.at("observables")[1][0];
      polyakov["shape"] = {1};
      polyakov["values"].erase(1);
    });
    const auto r = run_program({"measure", "--resume", run});
    CAPTURE(r.err);
    CHECK(r.status == 3);
    CHECK(r.error_lines() == 1);
    CHECK(r.err_has(history + ", line 2: a result is none of this run"));
    CHECK(r.err_has("polyakov has other quantities"));
  }

  TEST_CASE("several files: torn and edited records, changed files and options") {
    const Over over{"flow", {"--times", "0.02,0.04", "--step", "0.02"}, nullptr};
    const Ensemble e;
    const std::string run = e.at("run"), history = run + "/history.jsonl";
    const auto first = run_program(begun(e, over, run));
    REQUIRE_MESSAGE(first.status == 0, first.err);
    const std::string all = text_of(history);
    const auto resume = [&](const Arguments& more = {}) {
      Arguments words{"flow", "--resume", run};
      words.insert(words.end(), more.begin(), more.end());
      return run_program(words);
    };
    const auto refused = [&](const ProgramResult& r, int status, const std::string& says) {
      CAPTURE(r.err);
      CHECK(r.status == status);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(says));
      CHECK(r.out.empty());
    };
    // A line that is torn anywhere is done again.
    for (const std::size_t cut : {std::size_t(1), std::size_t(40), all.size() / 6}) {
      std::ofstream(history) << all.substr(0, all.size() - cut);
      const auto r = resume();
      CAPTURE(r.err);
      CHECK(r.status == 0);
      CHECK(r.err_has("the last line"));
      CHECK(r.out == first.out);
      CHECK(text_of(history) == all);
    }
    // One that was changed is not believed.
    std::string edited = all;
    edited.replace(edited.find("\"temporal\":") + 12, 1, "7");
    std::ofstream(history) << edited;
    refused(resume(), 3, "line 1: it was changed");
    std::ofstream(history) << all.substr(all.find('\n') + 1);
    refused(resume(), 3, "line 1: step 2 where step 1 is due");
    std::ofstream(history) << all;

    // Nor are results that no run has, whose checksums are in order.
    CHECK(forged(all, [](std::size_t, auto&) {}) == all);
    const auto refused_forged = [&](const std::function<void(nlohmann::ordered_json&)>& edit) {
      std::ofstream(history) << forged(all, [&](std::size_t n, auto& result) {
        if (n == 1) edit(result);
      });
      refused(resume(), 3, "history.jsonl, line 1: a result is none of this run");
    };
    refused_forged([](auto& result) { result.erase("lattice"); });
    refused_forged([](auto& result) { result["lattice"][3] = 7; });
    refused_forged([](auto& result) { result["rows"][0]["t"] = "soon"; });
    refused_forged([](auto& result) { result["rows"].erase(2); });
    std::ofstream(history) << all;

    refused(resume({"--step", "0.01"}), 2, "--step: the run in");
    Arguments other{"flow", e.files[1], e.files[0], "--resume", run};
    refused(run_program(other), 2, "file 1 of the run in");
    refused(run_program({"flow", e.files[0], "--resume", run}), 2, "has finished file 2, and there are 1");
    refused(run_program({"flow", e.files[0], "--output", run}), 2, "exists and is not empty");
    // Touched is not changed.
    fs::last_write_time(e.files[2], fs::last_write_time(e.files[2]) + std::chrono::hours(1));
    CHECK(resume().out == first.out);
    io::write_configuration(e.at("new.ildg"), "ildg", hot_configuration(Geometry({4, 4, 4, 6}), 77));
    fs::copy_file(e.at("new.ildg"), e.files[2], fs::copy_options::overwrite_existing);
    refused(resume(), 3, "u2.ildg: it has changed since the run in");
    // Nor is a time that was set back a sign of the same file.
    const fs::path first_file = e.files[0];
    const auto time = fs::last_write_time(first_file);
    fs::copy_file(first_file, e.at("kept.ildg"));
    fs::remove(e.files[2]);
    io::write_configuration(e.files[2], "ildg", hot_configuration(Geometry({4, 4, 4, 6}), 5));
    CHECK(resume().out == first.out);
    REQUIRE(fs::file_size(e.at("new.ildg")) == fs::file_size(first_file));
    fs::copy_file(e.at("new.ildg"), first_file, fs::copy_options::overwrite_existing);
    fs::last_write_time(first_file, time);
    refused(resume(), 3, "u0.ildg: it has changed since the run in");
    fs::copy_file(e.at("kept.ildg"), first_file, fs::copy_options::overwrite_existing);
    // More may follow, and errors are of all.
    fs::remove(e.files[2]);
    Arguments more{"flow"};
    more.insert(more.end(), e.files.begin(), e.files.end());
    more.insert(more.end(), {e.at("new.ildg"), "--resume", run});
    const auto longer = run_program(more);
    CAPTURE(longer.err);
    REQUIRE(longer.status == 0);
    CHECK(json_lines(longer.out).back()["summary"]["files"] == 5);
    CHECK(lines(text_of(history)).size() == 5);
    // The directory belongs to another kind of run.
    const auto fixed =
        run_program({"fix", e.files[0], "--theta", "1e-3", "--quiet", "--output", e.at("one")});
    REQUIRE_MESSAGE(fixed.status == 0, fixed.err);
    const auto several =
        run_program({"fix", e.files[0], e.files[1], "--theta", "1e-3", "--resume", e.at("one")});
    CAPTURE(several.err);
    CHECK(several.status == 3);
    CHECK(several.err_has("several files"));
  }

  TEST_CASE("several files: fix goes on with those that gave up") {
    const Ensemble e;
    const Over over{"fix", {"--theta", "1e-6", "--precision", "single", "--max-iterations", "1"}, "--save"};
    const auto first = run_program(begun(e, over, e.at("run")));
    CHECK(first.status == 5);
    CHECK(first.err_has("4 of 4 configurations"));
    CHECK(first.err_has("glueball fix --resume"));
    const auto r = run_program({"fix", "--resume", e.at("run"), "--max-iterations", "2000"});
    CAPTURE(r.err);
    CHECK(r.status == 0);
    CHECK(json_lines(r.out).size() == 4);
  }

  TEST_CASE("several files: a signal ends flow and measure, and what is finished stays") {
    Ensemble e;
    const Arguments four = e.files;
    for (int n = 0; n < 9; ++n) e.files.insert(e.files.end(), four.begin(), four.end());
    ProgramOptions options;
    options.interrupt_after = "u1.ildg";
    for (const Over& over : {commands()[0], commands()[1]}) {
      CAPTURE(over.command);
      const std::string run = e.at(std::string(over.command) + "-run");
      Arguments words = begun(e, {over.command, over.more, nullptr}, run);
      const auto r = run_program(words, options);
      CAPTURE(r.err);
      CHECK(r.status == 128 + 2);
      CHECK(r.err_has("stopped by signal 2 after"));
      CHECK(r.err_has(std::string("glueball ") + over.command + " --resume " + run));
      const auto rest = run_program({over.command, "--resume", run});
      CAPTURE(rest.err);
      CHECK(rest.status == 0);
      CHECK(json_lines(rest.out).back()["summary"]["files"] == 40);
      words.resize(words.size() - 2);
      const auto nothing = run_program(words, options);
      CHECK(nothing.status == 128 + 2);
      CHECK(nothing.err_has("--output DIR would keep it"));
    }
  }
}

}  // namespace glueball::test::cli_files_runs
