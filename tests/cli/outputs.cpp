// These tests check that commands write files safely. A file never overwrites an input, under any name that
// the file system takes. It is whole or absent however the command ends, and a killed command leaves nothing
// behind.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "io/configuration_file.hpp"
#include "io/gauge_sink.hpp"
#include "support/faults.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_outputs {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

/// A configuration, and a folder for what is written.
struct Place {
  TemporaryDirectory scratch;
  fs::path in = scratch / "in.ildg", folder = scratch / "out";

  Place() {
    io::write_configuration(in, "ildg", hot_configuration(Geometry({4, 4, 4, 4}), 3));
    fs::create_directory(folder);
  }
  /// Returns commands that write a file of this format in the shortest time.
  std::vector<Arguments> writers(const fs::path& out) const {
    const std::string from = in.string(), to = out.string();
    return {
        {"convert", from, to, "--quiet"},
        {"smear", from, to, "--quiet"},
        {"flow", from, "--time", "0.02", "--measure-interval", "0.02", "--save", to, "--quiet", "--no-tune"},
        {"fix", from, "--theta", "1", "--save", to, "--quiet", "--no-tune"},
        {"solve", from, "--kappa", "0.1", "--columns", "1", "--tolerance", "1e-3", "--output", to, "--quiet",
         "--no-tune"}};
  }
};

/// True if a command's output is whole: at least a checksum of its own covers every bit.
bool is_whole(const fs::path& file) { return run_program({"info", file.string()}).status == 0; }

Arguments with(Arguments words, const std::string& more) {
  words.push_back(more);
  return words;
}

/// A fault at every `stride`-th call of a command that writes `out`, with and without an old file there.
int check_faults(const Place& place, const Arguments& command, const fs::path& out, int stride, bool named) {
  int injected = 0;
  for (const bool old : {false, true}) {
    const auto fresh = [&] {
      fs::remove_all(place.folder);
      fs::create_directory(place.folder);
      if (old) std::ofstream(out) << "old";
    };
    fresh();
    const Arguments words = old ? with(command, "--force") : command;
    const auto counted = run_with_fault(words, place.folder, {.named = named});
    CAPTURE(counted.result.err);
    REQUIRE(counted.result.status == 0);
    for (int at = 1; at <= counted.calls; at += stride) {
      const std::string& how = ways_to_fail()[std::size_t(injected) % ways_to_fail().size()];
      CAPTURE(command[0]);
      CAPTURE(old);
      CAPTURE(named);
      CAPTURE(how);
      CAPTURE(at);
      fresh();
      const auto r = run_with_fault(words, place.folder, {.at = at, .how = how, .named = named});
      CAPTURE(r.result.err);
      injected += r.hit;
      const int status = r.result.status;
      CHECK((status == 0 || status == 2 || status == 3 || status == 128 + 9));
      if (status == 2 || status == 3) CHECK(r.result.error_lines() == 1);
      if (fs::exists(out) && fs::file_size(out) != 3) CHECK(is_whole(out));
      if (old) CHECK(fs::exists(out));
      if (status == 0) CHECK(is_whole(out));
      // The next one finds its way, and leaves nothing else.
      CHECK(run_with_fault(with(command, "--force"), place.folder, {.named = named}).result.status == 0);
      CHECK(is_whole(out));
      const bool careless = r.hit && how == "eio";
      if (!careless)
        CHECK(std::distance(fs::directory_iterator(place.folder), fs::directory_iterator()) == 1);
    }
  }
  return injected;
}

TEST_SUITE("cli") {
  TEST_CASE("no command writes over what it reads, by whatever name, nor through a link to nothing") {
    const Place place;
    const std::string before = checksum_of(place.in);
    fs::create_symlink(place.in, place.scratch / "link");
    fs::create_hard_link(place.in, place.scratch / "second");
    fs::create_symlink("nowhere", place.scratch / "dangling");
    const fs::path around = place.folder / ".." / "in.ildg";
    for (const fs::path& out : {place.in, place.scratch / "link", place.scratch / "second", around})
      for (const Arguments& command : place.writers(out)) {
        CAPTURE(command[0]);
        CAPTURE(out.string());
        const auto r = run_program(with(command, "--force"));
        CAPTURE(r.err);
        CHECK(r.status == 2);
        CHECK(r.error_lines() == 1);
        CHECK(r.err_has("is read"));
      }
    for (const Arguments& command : place.writers(place.scratch / "dangling")) {
      const auto r = run_program(with(command, "--force"));
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.err_has("dangling is a link to nothing"));
    }
    CHECK(checksum_of(place.in) == before);
    CHECK(fs::is_symlink(place.scratch / "dangling"));
  }

  TEST_CASE("a name as long as the file system takes is written, a longer one refused before the work") {
    const Place place;
    const fs::path longest = place.folder / std::string(255, 'n'),
                   longer = place.folder / std::string(256, 'n');
    for (const bool named : {false, true})
      for (const Arguments& command : place.writers(longest)) {
        CAPTURE(command[0]);
        const auto r = run_with_fault(with(command, "--force"), place.folder, {.named = named});
        CAPTURE(r.result.err);
        CHECK(r.result.status == 0);
        CHECK(is_whole(longest));
        CHECK(std::distance(fs::directory_iterator(place.folder), fs::directory_iterator()) == 1);
      }
    std::vector<Arguments> refused = place.writers(longer);
    refused.push_back({"heatbath", "--sweeps", "1", "--lattice", "2,2,2,2", "--output", longer});
    refused.push_back({"hmc", "--trajectories", "1", "--lattice", "2,2,2,2", "--output", longer / "run"});
    for (const Arguments& command : refused) {
      const auto r = run_program(command);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has("256 bytes"));
      CHECK(r.out.empty());
    }
    std::string deep = place.folder.string();
    while (deep.size() < 4096) deep += "/deeper";
    CHECK(run_program({"convert", place.in.string(), deep}).err_has("bytes, where 4095 are the most"));
  }

  TEST_CASE(
      "convert and smear whose calls fail, or that are killed at one: the old file, or the new, whole") {
    const Place place;
    const fs::path out = place.folder / "v";
    const auto writers = place.writers(out);
    int injected = 0;
    for (const bool named : {false, true}) {
      injected += check_faults(place, writers[0], out, 3, named);
      injected += check_faults(place, writers[1], out, 5, named);
    }
    CHECK(injected > 20);
  }

  TEST_CASE("what a killed process left is removed by the next one, what a living one writes is not") {
    const Place place;
    const fs::path out = place.folder / "v", part = place.folder / ".v.0.part";
    const Arguments command = {"convert", place.in.string(), out.string(), "--force"};
    // Half written, and whole: the file that takes another's place has a name before that is its.
    for (const bool named : {true, false}) {
      CAPTURE(named);
      std::ofstream(out) << "old";
      const int calls = run_with_fault(command, place.folder, {.named = named}).calls;
      int at = 1;
      for (; at <= calls && !fs::exists(part); ++at) {
        fs::remove(out);
        std::ofstream(out) << "old";
        const Fault fault{.at = named ? calls / 2 + at : calls - at, .how = "before", .named = named};
        REQUIRE(run_with_fault(command, place.folder, fault).result.status == 128 + 9);
      }
      REQUIRE(fs::exists(part));
      CHECK(is_whole(part) == !named);
      const auto convert = [&] {
        const auto r = run_with_fault(command, place.folder, {.named = named});
        CAPTURE(r.result.err);
        CHECK(r.result.status == 0);
        CHECK(is_whole(out));
        return std::distance(fs::directory_iterator(place.folder), fs::directory_iterator());
      };
      const int living = ::open(part.c_str(), O_RDONLY | O_CLOEXEC);
      REQUIRE(::flock(living, LOCK_EX | LOCK_NB) == 0);
      CHECK(convert() == 2);
      ::close(living);
      CHECK(convert() == 1);
    }
  }

  TEST_CASE("two processes that write one file: it is whole, and without --force of the first to be done") {
    const Place place;
    const fs::path out = place.folder / "v";
    for (const bool named : {false, true})
      for (const bool force : {false, true})
        for (std::size_t n = 0; n < 2; ++n) {
          CAPTURE(named);
          CAPTURE(force);
          CAPTURE(n);
          fs::remove(out);
          const Arguments command = force ? with(place.writers(out)[n], "--force") : place.writers(out)[n];
          ProgramResult a, b;
          std::thread other([&] { a = run_with_fault(command, place.folder, {.named = named}).result; });
          b = run_with_fault(command, place.folder, {.named = named}).result;
          other.join();
          CAPTURE(a.err);
          CAPTURE(b.err);
          CHECK((a.status == 0 || b.status == 0));
          for (const auto& r : {a, b})
            CHECK((r.status == 0 || (!force && r.status == 2 && r.err_has("v exists; give --force"))));
          CHECK(is_whole(out));
          CHECK(std::distance(fs::directory_iterator(place.folder), fs::directory_iterator()) == 1);
        }
  }
}

TEST_SUITE("slow") {
  TEST_CASE("every command that writes a file, a fault at every call: the old file, or the new, whole") {
    const Place place;
    const fs::path out = place.folder / "v";
    int injected = 0;
    for (const bool named : {false, true})
      for (const Arguments& command : place.writers(out))
        injected += check_faults(place, command, out, 1, named);
    MESSAGE(injected, " faults");
    CHECK(injected > 100);
  }
}

}  // namespace
}  // namespace glueball::test::cli_outputs
