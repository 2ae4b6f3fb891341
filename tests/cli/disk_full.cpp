// These tests fill a disk up: existing files stay whole, one line says what to do, and that works.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "io/configuration_file.hpp"
#include "io/gauge_sink.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/skip.hpp"
#include "support/small_disk.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_disk_full {

namespace fs = std::filesystem;

namespace {

using Arguments = std::vector<std::string>;

const Arguments kHeatbath = {"heatbath", "--lattice",   "4,4,4,4", "--start", "hot", "--beta",
                             "5.7",      "--overrelax", "1",       "--seed",  "3",   "--quiet"};
const Arguments kHmc = {"hmc",  "--lattice", "4,4,4,4", "--start", "hot", "--beta", "5.0", "--kappa",
                        "0.12", "--tau",     "0.2",     "--steps", "4",   "--seed", "7",   "--quiet"};

Arguments with(Arguments words, const Arguments& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<fs::path> configurations(const fs::path& run) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(run))
    if (entry.path().extension() == ".ildg") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

void check_says_full(const ProgramResult& r) {
  CAPTURE(r.err);
  CHECK(r.status == 3);
  CHECK(r.error_lines() == 1);
  CHECK(r.err_has("the disk is full"));
}

/// Checks a run on a disk with room for some configurations of 150 kB. With room for one more, the run goes
/// on.
void check_run(const Arguments& chain, const std::string& count, int interval) {
  const TemporaryDirectory scratch;
  const SmallDisk disk(scratch / "disk", 600);
  if (!disk.mounted()) return skip("no right to mount a tmpfs, nor user namespaces");
  const fs::path run = scratch / "disk" / "run";
  const Arguments every = {"--save-interval", std::to_string(interval)};
  const auto full = run_program(with(with(chain, every), {count, "200", "--output", run.string()}));
  check_says_full(full);
  CHECK(full.err_has("go on with: glueball " + chain.front() + " --resume " + run.string()));
  CHECK(full.out.empty());

  CHECK(foreign_names(run).empty());
  const auto kept = configurations(run);
  REQUIRE(kept.size() >= 2);
  for (const auto& file : kept) CHECK(checksum_of(file) != kNotWhole);
  const int last = int(kept.size()) * interval, end = last + interval;
  CHECK(kept.back() == configuration_of(run, last));
  CHECK(timeless_history(run).size() >= std::size_t(last));  // and each line is JSON

  // The disk is still full, and trying loses nothing.
  check_says_full(run_program({chain.front(), "--resume", run.string(), count, std::to_string(end)}));
  CHECK(configurations(run) == kept);
  for (std::size_t n = 0; n + 1 < kept.size(); ++n) fs::remove(kept[n]);
  const auto resumed = run_program({chain.front(), "--resume", run.string(), count, std::to_string(end)});
  CAPTURE(resumed.err);
  REQUIRE(resumed.status == 0);
  const fs::path whole = scratch / "whole";
  REQUIRE(run_program(with(with(chain, every), {count, std::to_string(end), "--output", whole.string()}))
              .status == 0);
  CHECK(checksum_of(configuration_of(run, end)) == checksum_of(configuration_of(whole, end)));
  CHECK(timeless_history(run) == timeless_history(whole));
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("heatbath on a full disk: the last configuration is whole, and the run goes on from it") {
    check_run(kHeatbath, "--sweeps", 2);
  }
  TEST_CASE("hmc on a full disk: the last configuration is whole, and the run goes on from it") {
    check_run(kHmc, "--trajectories", 1);
  }

  TEST_CASE("fix on a full disk: the copy on its way is kept, and the run goes on from it") {
    const TemporaryDirectory scratch;
    const SmallDisk disk(scratch / "disk", 140);
    if (!disk.mounted()) return skip("no right to mount a tmpfs, nor user namespaces");
    const fs::path in = scratch / "u", filler = scratch / "disk" / "filler", run = scratch / "disk" / "run",
                   whole = scratch / "whole";
    io::write_configuration(in, "ildg", hot_configuration(Geometry({4, 4, 4, 4}), 3));
    // There is room for the best copy and the one on its way, of 38 kB each, but not for the next state of
    // it.
    std::ofstream(filler) << std::string(40 * 1024, 'x');
    const Arguments fix = {"fix",       in.string(),  "--copies",
                           "2",         "--start",    "random",
                           "--theta",   "1e-6",       "--checkpoint-interval",
                           "1",         "--interval", "5",
                           "--no-tune", "--quiet"};
    const auto full = run_program(with(fix, {"--output", run.string()}));
    check_says_full(full);
    CHECK(full.err_has("go on with: glueball fix --resume " + run.string()));
    CHECK(faults_of(run).empty());
    CHECK(fs::exists(run / "state.lime"));
    check_says_full(run_program({"fix", "--resume", run.string()}));
    fs::remove(filler);
    const auto resumed = run_program({"fix", "--resume", run.string()});
    CAPTURE(resumed.err);
    REQUIRE(resumed.status == 0);
    REQUIRE(run_program(with(fix, {"--output", whole.string()})).status == 0);
    CHECK(bits_of(run) == bits_of(whole));
    // Without a directory there is nothing to go on from.
    std::ofstream(filler) << std::string(100 * 1024, 'x');
    fs::remove_all(run);
    const auto save = run_program({"fix", in.string(), "--theta", "100", "--no-tune", "--quiet", "--save",
                                   (scratch / "disk" / "v").string()});
    check_says_full(save);
    CHECK(save.err_has("free some space"));
  }

  TEST_CASE("a history that finds no room ends with its last whole line") {
    const TemporaryDirectory scratch;
    const SmallDisk disk(scratch / "disk", 64);
    if (!disk.mounted()) return skip("no right to mount a tmpfs, nor user namespaces");
    const fs::path run = scratch / "disk" / "run";
    check_says_full(run_program(with(kHeatbath, {"--sweeps", "1000", "--output", run.string()})));
    const auto lines = timeless_history(run);
    CHECK(lines.size() > 50);
    CHECK(lines.size() < 1000);
    std::ifstream file(run / "history.jsonl", std::ios::binary | std::ios::ate);
    file.seekg(-1, std::ios::end);
    CHECK(file.get() == '\n');
    CHECK(foreign_names(run).empty());
  }

  TEST_CASE("a limit on the size of files is an error, and nothing half written stays") {
    const TemporaryDirectory scratch;
    const fs::path in = scratch / "u", folder = scratch / "out";
    fs::create_directory(folder);
    io::write_configuration(in, "ildg", hot_configuration(Geometry({4, 4, 4, 4}), 3));
    const auto r = run_command({"bash", "-c", "ulimit -f 8; exec \"$GLUEBALL_PROGRAM\" convert \"$0\" \"$1\"",
                                in.string(), (folder / "v").string()});
    CAPTURE(r.err);
    CHECK(r.status == 3);
    CHECK(r.error_lines() == 1);
    CHECK(r.err_has("cannot be written"));
    CHECK(fs::is_empty(folder));
  }

  TEST_CASE("convert on a full disk leaves the old file and nothing beside it") {
    const TemporaryDirectory scratch;
    const SmallDisk disk(scratch / "disk", 128);
    if (!disk.mounted()) return skip("no right to mount a tmpfs, nor user namespaces");
    const fs::path in = scratch / "u", out = scratch / "disk" / "v";
    io::write_configuration(in, "ildg", hot_configuration(Geometry({4, 4, 4, 4}), 3));
    for (const std::string format : {"ildg", "nersc", "openqcd"}) {
      check_says_full(run_program({"convert", in.string(), out.string(), "--format", format, "--quiet"}));
      CHECK(fs::is_empty(scratch / "disk"));
    }
    REQUIRE(run_program({"convert", in.string(), out.string(), "--precision", "single"}).status == 0);
    const std::string before = checksum_of(out);
    CHECK(before != kNotWhole);
    check_says_full(run_program({"convert", in.string(), out.string(), "--force", "--quiet"}));
    CHECK(checksum_of(out) == before);
    CHECK(std::distance(fs::directory_iterator(scratch / "disk"), fs::directory_iterator()) == 1);
  }
}

}  // namespace glueball::test::cli_disk_full
