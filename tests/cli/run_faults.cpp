// Run directories whose files fail, whose processes are killed at any call, or meet: what is there is always
// the run's, and the run that goes on ends with the bits of one that nothing happened to.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <random>
#include <thread>

#include "support/faults.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_run_faults {

namespace fs = std::filesystem;

namespace {

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments words, const Arguments& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// This is a run of a command: its arguments, and the first part of it that another process resumes.
struct Run {
  Arguments arguments;
  std::string count;  ///< the flag of its length
  int part, whole;

  Arguments begin(const fs::path& run, int length) const {
    return arguments + Arguments{count, std::to_string(length), "--output", run.string()};
  }
  Arguments resume(const fs::path& run) const {
    return {arguments[0], "--resume", run.string(), count, std::to_string(whole)};
  }
};

const Run kHeatbath = {{"heatbath", "--lattice", "4,4,4,4", "--start", "hot", "--beta", "5.7", "--overrelax",
                        "1", "--seed", "11", "--save-interval", "2", "--quiet", "--no-tune"},
                       "--sweeps",
                       2,
                       4};
const Run kSparse = {{"heatbath", "--lattice",       "4,4,4,4",  "--start",      "hot", "--beta",
                      "5.7",      "--overrelax",     "1",        "--seed",       "12",  "--measure-interval",
                      "2",        "--save-interval", "3",        "--first-step", "4",   "--random",
                      "ranlux",   "--quiet",         "--no-tune"},
                     "--sweeps",
                     3,
                     5};
const Run kHmc = {{"hmc",
                   "--lattice",
                   "4,4,4,4",
                   "--start",
                   "hot",
                   "--tau",
                   "0.2",
                   "--level",
                   "steps=2",
                   "--level",
                   "integrator=leapfrog,steps=2",
                   "--monomial",
                   "kind=two-flavour,level=0,kappa=0.12",
                   "--monomial",
                   "kind=gauge,level=1,beta=5.0",
                   "--seed",
                   "7",
                   "--random",
                   "ranlux",
                   "--thermalization",
                   "3",
                   "--target-acceptance",
                   "0.9",
                   "--save-interval",
                   "2",
                   "--quiet",
                   "--no-tune"},
                  "--trajectories",
                  2,
                  4};

/// Returns a run of `fix` on a configuration that heatbath makes in `scratch`.
Run fixing(const TemporaryDirectory& scratch) {
  const fs::path thermal = scratch / "thermal";
  REQUIRE(run_program(kHeatbath.begin(thermal, 4)).status == 0);
  return {{"fix", configuration_of(thermal, 4).string(), "--start", "random", "--theta", "1e-6", "--interval",
           "20", "--checkpoint-interval", "2", "--quiet", "--no-tune"},
          "--copies",
          1,
          2};
}

/// This holds a run, the finished run, and what happened to it so far.
class Patient {
 public:
  Patient(Run run, bool resumed, const TemporaryDirectory& scratch)
      : run_(std::move(run)), at_(scratch / "run"), part_(scratch / "part"), resumed_(resumed) {
    const fs::path whole = scratch / "whole";
    REQUIRE(run_with_fault(run_.begin(whole, run_.whole), whole, {}).result.status == 0);
    CHECK(faults_of(whole).empty());
    whole_ = bits_of(whole);
    if (resumed) REQUIRE(run_with_fault(run_.begin(part_, run_.part), part_, {}).result.status == 0);
    fresh();
    const auto counted = live({});
    REQUIRE(counted.result.status == 0);
    calls_ = counted.calls;
    finish();
  }

  int calls() const { return calls_; }
  int injected() const { return injected_; }

  /// Makes one trial: the faults one after the other, then a process without a fault.
  void suffer(const std::vector<Fault>& faults) {
    fresh();
    std::string story = run_.arguments[0];
    for (const Fault& fault : faults) {
      story += fmt::format(", {} at call {}", fault.how, fault.at);
      CAPTURE(story);
      const auto r = live(fault);
      injected_ += r.hit;
      careless_ = careless_ || (r.hit && fault.how == "eio");
      CAPTURE(r.result.err);
      const int status = r.result.status;
      CHECK((status == 0 || status == 2 || status == 3 || (status == 128 + 9 && r.hit)));
      if (status == 2 || status == 3) CHECK(r.result.err_has("glueball: error: "));
      if (resumed_) CHECK(fs::exists(at_ / "config.toml"));
      if (!fs::exists(at_ / "config.toml")) continue;
      for (const auto& wrong : faults_of(at_)) FAIL_CHECK(wrong);
    }
    CAPTURE(story);
    finish();
  }

 private:
  void fresh() {
    fs::remove_all(at_);
    careless_ = false;
    if (resumed_) fs::copy(part_, at_);
  }
  FaultyResult live(const Fault& fault) const {
    const bool there = fs::exists(at_ / "config.toml");
    return run_with_fault(there ? run_.resume(at_) : run_.begin(at_, run_.whole), at_, fault);
  }
  void finish() {
    const auto last = live({});
    CAPTURE(last.result.err);
    CHECK((last.result.status == 0 || (last.result.status == 2 && last.result.err_has("are done"))));
    for (const auto& wrong : faults_of(at_)) FAIL_CHECK(wrong);
    CHECK(bits_of(at_) == whole_);
    for (const auto& name : foreign_names(at_)) {
      CAPTURE(name);
      // Files that could not be removed or read are kept.
      CHECK((careless_ && (name.ends_with(".part") || name.find(".aside") != name.npos)));
    }
  }

  Run run_;
  fs::path at_, part_;
  bool resumed_;
  bool careless_ = false;
  RunBits whole_;
  int calls_ = 0, injected_ = 0;
};

/// Injects a fault at every `stride`-th call; the ways to fail alternate.
void check_some(const Run& run, bool resumed, int stride, const TemporaryDirectory& scratch) {
  Patient patient(run, resumed, scratch);
  int injected = 0;
  for (int at = 1; at <= patient.calls(); at += stride, ++injected)
    patient.suffer({{at, ways_to_fail()[std::size_t(injected) % ways_to_fail().size()]}});
  CHECK(patient.injected() == injected);
}

/// Runs and resumes a command with a fault at every call; the ways to fail alternate, beginning with `way`.
/// The process that resumes it has a fault at the same call, and the two that follow have one at random.
void check_all(const Run& run, bool resumed, std::size_t way, const TemporaryDirectory& scratch) {
  Patient patient(run, resumed, scratch);
  const auto& ways = ways_to_fail();
  std::mt19937 random{unsigned(way)};
  const auto any = [&] { return int(random() % unsigned(patient.calls())) + 1; };
  for (int at = 1; at <= patient.calls(); ++at, ++way)
    patient.suffer({{at, ways[way % ways.size()]},
                    {at, ways[(way + 2) % ways.size()]},
                    {any(), ways[random() % ways.size()]},
                    {any(), ways[random() % ways.size()]}});
  MESSAGE(patient.injected(), " faults injected into ", run.arguments[0]);
  CHECK(patient.injected() >= 2 * patient.calls());  // some processes end before the fault's turn
}

/// Runs two processes in one directory, the second after `delay`: one of them writes its run, the other is
/// refused.
void check_two(const Arguments& first, const Arguments& second, const fs::path& run,
               std::chrono::milliseconds delay, const std::vector<RunBits>& allowed) {
  CAPTURE(delay.count());
  ProgramResult a, b;
  std::thread other([&] { a = run_program(first); });
  std::this_thread::sleep_for(delay);
  b = run_program(second);
  other.join();
  CAPTURE(a.err);
  CAPTURE(b.err);
  CHECK((a.status == 0 || b.status == 0));
  for (const auto& r : {a, b}) {
    CHECK((r.status == 0 || r.status == 2));
    if (r.status == 2)
      CHECK((r.err_has("in use by process") || r.err_has("not empty") || r.err_has("are done")));
  }
  for (const auto& wrong : faults_of(run)) FAIL_CHECK(wrong);
  CHECK(foreign_names(run).empty());
  const RunBits bits = bits_of(run);
  CHECK(std::find(allowed.begin(), allowed.end(), bits) != allowed.end());
}

void check_pairs(int pairs, int longest_delay, unsigned seed) {
  const TemporaryDirectory scratch;
  Run other = kHeatbath;
  other.arguments = other.arguments + Arguments{"--beta", "6"};
  std::vector<RunBits> both;
  for (const Run* r : {&kHeatbath, static_cast<const Run*>(&other)}) {
    fs::remove_all(scratch / "whole");
    REQUIRE(run_program(r->begin(scratch / "whole", r->whole)).status == 0);
    both.push_back(bits_of(scratch / "whole"));
  }
  REQUIRE(run_program(kHeatbath.begin(scratch / "part", kHeatbath.part)).status == 0);
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> delay(0, longest_delay);
  for (int n = 0; n < pairs; ++n) {
    const fs::path run = scratch / "run";
    fs::remove_all(run);
    const std::chrono::milliseconds wait(delay(random));
    if (n % 2 == 0) {
      const Arguments force = n % 4 == 2 ? Arguments{"--force"} : Arguments{};
      check_two(kHeatbath.begin(run, 4) + force, other.begin(run, 4) + force, run, wait, both);
    } else {
      fs::copy(scratch / "part", run);
      check_two(kHeatbath.resume(run), kHeatbath.resume(run), run, wait, {both.front()});
    }
  }
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE(
      "heatbath: files that fail and kills, at some of all calls: the run that goes on has the same bits") {
    const TemporaryDirectory scratch;
    check_some(kHeatbath, false, 9, scratch);
  }
  TEST_CASE("heatbath resumed: files that fail and kills, at some of all calls: the same bits") {
    const TemporaryDirectory scratch;
    check_some(kHeatbath, true, 13, scratch);
  }
  TEST_CASE(
      "hmc with tuned steps and RANLUX: files that fail and kills, at some of all calls: the same bits") {
    const TemporaryDirectory scratch;
    check_some(kHmc, false, 29, scratch);
  }
  TEST_CASE("fix: files that fail and kills, at some of all calls: the same bits") {
    const TemporaryDirectory scratch;
    check_some(fixing(scratch), false, 23, scratch);
  }
  TEST_CASE("two processes at one directory: one has it, the other is refused") { check_pairs(4, 1200, 1); }
}

TEST_SUITE("slow") {
  TEST_CASE("heatbath: files that fail and kills, at every call: the same bits") {
    check_all(kHeatbath, false, 0, {});
  }
  TEST_CASE("hmc: files that fail and kills, at every call: the same bits") { check_all(kHmc, false, 1, {}); }
  TEST_CASE("fix: files that fail and kills, at every call: the same bits") {
    const TemporaryDirectory scratch;
    check_all(fixing(scratch), false, 2, scratch);
  }
  TEST_CASE("heatbath, sparse, RANLUX: files that fail and kills, at every call: the same bits") {
    check_all(kSparse, false, 3, {});
  }
  TEST_CASE("heatbath resumed: files that fail and kills, at every call: the same bits") {
    check_all(kHeatbath, true, 4, {});
  }
  TEST_CASE("two processes at one directory, many times") { check_pairs(60, 2000, 2); }
}

}  // namespace glueball::test::cli_run_faults
