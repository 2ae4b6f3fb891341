// Files appear complete or not at all.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "io/atomic_file.hpp"
#include "io/ildg.hpp"
#include "io_support.hpp"

namespace glueball::test::unit_io_atomic_file {
namespace {

/// The message of the error that `action` must end in, of that kind.
template <class Action>
std::string failure(ErrorKind kind, Action action) {
  try {
    action();
  } catch (const Error& e) {
    CHECK(e.kind() == kind);
    return e.what();
  }
  FAIL_CHECK("did not fail");
  return {};
}

std::string text_of(const std::filesystem::path& path) {
  const Bytes bytes = get(path);
  return {bytes.begin(), bytes.end()};
}

TEST_SUITE("unit") {
  TEST_CASE("a file is there after the commit and not before") {
    const Scratch scratch;
    {
      io::AtomicFile file(scratch / "a");
      file.write("hello ");
      file.write("there");
      CHECK_FALSE(std::filesystem::exists(scratch / "a"));
      file.commit();
    }
    CHECK(text_of(scratch / "a") == "hello there");
    CHECK(scratch.entries() == 1);
  }

  TEST_CASE("without a commit nothing is left and the old file stays") {
    const Scratch scratch;
    put(scratch / "a", {'o', 'l', 'd'});
    {
      io::AtomicFile file(scratch / "a", true);
      file.write("new");
    }
    CHECK(text_of(scratch / "a") == "old");
    CHECK(scratch.entries() == 1);
  }

  TEST_CASE("existing files are overwritten by force only") {
    const Scratch scratch;
    put(scratch / "a", {'o', 'l', 'd'});
    CHECK(contains(failure(ErrorKind::bad_value, [&] { io::AtomicFile file(scratch / "a"); }), "<force>"));
    io::AtomicFile forced(scratch / "a", true);
    forced.write("new");
    forced.commit();
    CHECK(text_of(scratch / "a") == "new");
    CHECK(scratch.entries() == 1);
  }

  TEST_CASE("a file that takes the place of another has its permissions") {
    const Scratch scratch;
    put(scratch / "a", {'o', 'l', 'd'});
    std::filesystem::permissions(scratch / "a", std::filesystem::perms(0640));
    {
      io::AtomicFile file(scratch / "a", true);
      file.write("new");
      file.commit();
    }
    CHECK(text_of(scratch / "a") == "new");
    CHECK(std::filesystem::status(scratch / "a").permissions() == std::filesystem::perms(0640));
    std::filesystem::permissions(scratch / "a", std::filesystem::perms(0444));
    const std::string why =
        failure(ErrorKind::bad_value, [&] { io::AtomicFile(scratch / "a", true).write("x"); });
    CHECK(why.find("is write-protected") != std::string::npos);
    CHECK(text_of(scratch / "a") == "new");
  }

  TEST_CASE("a link to a file stays a link: the file is written") {
    const Scratch scratch;
    std::filesystem::create_directory(scratch / "elsewhere");
    put(scratch / "elsewhere" / "b", {'o', 'l', 'd'});
    std::filesystem::create_symlink("elsewhere/b", scratch / "a");
    {
      io::AtomicFile file(scratch / "a", true);
      file.write("new");
      file.commit();
    }
    CHECK(std::filesystem::is_symlink(scratch / "a"));
    CHECK(text_of(scratch / "elsewhere" / "b") == "new");
    CHECK(scratch.entries() == 2);
  }

  TEST_CASE("of two writers without force the first to commit wins") {
    const Scratch scratch;
    {
      io::AtomicFile first(scratch / "a"), second(scratch / "a");
      first.write("first");
      second.write("second");
      first.commit();
      CHECK(contains(failure(ErrorKind::bad_value, [&] { second.commit(); }), " exists"));
    }
    CHECK(text_of(scratch / "a") == "first");
    CHECK(scratch.entries() == 1);
  }

  TEST_CASE("what a killed process left goes with the next writer, what a living one writes stays") {
    const Scratch scratch;
    put(scratch / "a", {'o', 'l', 'd'});
    // Killed between the two steps in which a file takes another's place: whole, and of that name.
    put(scratch / ".a.0.part", {'n', 'e', 'w'});
    std::filesystem::create_hard_link(scratch / ".a.0.part", scratch / ".a.1.part");
    put(scratch / ".b.0.part", {'b'});
    put(scratch / ".a.3.part", {'n', 'o'});  // none of a row
    for (const bool force : {true, false}) {
      if (!force) std::filesystem::remove(scratch / "a");
      io::AtomicFile file(scratch / "a", force);
      CHECK_FALSE(std::filesystem::exists(scratch / ".a.0.part"));
      CHECK_FALSE(std::filesystem::exists(scratch / ".a.1.part"));
      file.write("newer");
      file.commit();
      CHECK(text_of(scratch / "a") == "newer");
      CHECK(scratch.entries() == 3);
      put(scratch / ".a.0.part", {'x'});
    }

    put(scratch / ".a.1.part", {'y'});
    const int living = ::open((scratch / ".a.0.part").c_str(), O_WRONLY | O_CLOEXEC);
    REQUIRE(::flock(living, LOCK_EX | LOCK_NB) == 0);
    io::AtomicFile file(scratch / "a", true);
    file.write("newest");
    file.commit();
    CHECK(text_of(scratch / "a") == "newest");
    CHECK(text_of(scratch / ".a.0.part") == "x");
    CHECK_FALSE(std::filesystem::exists(scratch / ".a.1.part"));
    ::close(living);

    // A living one is seen before its file has a name.
    const io::PartFile unnamed(scratch / "c");
    const int same = ::open(("/proc/self/fd/" + std::to_string(unnamed.descriptor())).c_str(), O_WRONLY);
    REQUIRE(same >= 0);
    CHECK(::flock(same, LOCK_EX | LOCK_NB) != 0);
    ::close(same);
  }

  TEST_CASE("who reads a file with a lock meets none, however often it is replaced") {
    const Scratch scratch;
    io::AtomicFile(scratch / "a").commit();
    std::atomic<bool> done = false;
    std::thread writer([&] {
      for (int n = 0; n < 500; ++n) io::AtomicFile(scratch / "a", true).commit();
      done = true;
    });
    int refused = 0;
    while (!done) {
      const int file = ::open((scratch / "a").c_str(), O_RDONLY | O_CLOEXEC);
      refused += ::flock(file, LOCK_SH | LOCK_NB) != 0 ? 1 : 0;
      ::close(file);
    }
    writer.join();
    CHECK(refused == 0);
  }

  TEST_CASE("targets that cannot be files are refused") {
    const Scratch scratch;
    std::filesystem::create_directory(scratch / "folder");
    CHECK(contains(failure(ErrorKind::bad_value, [&] { io::AtomicFile file(scratch / "folder", true); }),
                   "is a directory"));
    CHECK(contains(failure(ErrorKind::bad_value, [&] { io::AtomicFile file(scratch / "absent/a"); }),
                   "directory exists"));
    CHECK(contains(failure(ErrorKind::bad_value, [&] { io::AtomicFile file(scratch / "folder/"); }),
                   "is no file name"));
    CHECK(scratch.entries() == 1);
    CHECK_FALSE(std::filesystem::exists(scratch / "absent"));
  }

  TEST_CASE("a configuration whose writing fails half way leaves nothing behind") {
    const Scratch scratch;
    const Configuration u = hot_configuration(Geometry({4, 2, 6, 8}), 3);
    CHECK(contains(failure(ErrorKind::bad_value, [&] { io::write_ildg(scratch / "absent/u", u); }),
                   "directory exists"));
    CHECK(scratch.entries() == 0);

    // A limit on file sizes is the disk that fills up: 64 of the 221 kB fit.
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const rlimit small{64 * 1024, before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const std::string error = failure(ErrorKind::bad_file, [&] { io::write_ildg(scratch / "u", u); });
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(contains(error, "cannot be written"));
    CHECK(scratch.entries() == 0);

    io::write_ildg(scratch / "u", u);
    const Bytes first = get(scratch / "u");
    CHECK(
        contains(failure(ErrorKind::bad_value, [&] { io::write_ildg(scratch / "u", u, {.precision = 32}); }),
                 "<force>"));
    CHECK(get(scratch / "u") == first);
    io::write_ildg(scratch / "u", u, {.precision = 32, .force = true});
    CHECK(get(scratch / "u").size() < first.size());
    CHECK(scratch.entries() == 1);
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_atomic_file
