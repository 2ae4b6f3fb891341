// Files are written and read in pieces by all threads: the same bytes, the same errors, checksums as fast as
// zlib's.
#include <omp.h>
#include <sys/resource.h>
#include <zlib.h>

#include <csignal>
#include <ctime>
#include <random>

#include "io/checksums.hpp"
#include "io/gauge_sink.hpp"
#include "io/pieces.hpp"
#include "io/qcdml.hpp"
#include "io_support.hpp"

namespace glueball::test::unit_io_pieces {
namespace {

/// Loops of a scope run on that many threads.
class Threads {
 public:
  explicit Threads(int count) : before_(omp_get_max_threads()) { omp_set_num_threads(count); }
  ~Threads() { omp_set_num_threads(before_); }

 private:
  int before_;
};

struct Way {
  const char* format;
  int precision, rows;
  bool qcdml;
};
constexpr Way kWays[] = {{"ildg", 64, 3, true},   {"ildg", 32, 3, false}, {"nersc", 64, 3, false},
                         {"nersc", 32, 2, false}, {"milc", 32, 3, false}, {"openqcd", 64, 3, false}};

io::WriteOptions options(const Way& way) {
  io::WriteOptions to;
  to.precision = way.precision;
  to.rows = way.rows;
  to.force = true;
  to.header["time_stamp"] = "now";
  if (way.qcdml) to.qcdml = io::qcdml_xml({});
  return to;
}

/// A slice of it is several pieces.
const Configuration& several_pieces() {
  static const Configuration u = hot_configuration(Geometry({16, 16, 8, 4}), 5);
  REQUIRE(u.geometry().volume() / 4 * 576 > 4 * io::kPieceBytes);
  return u;
}

std::vector<std::byte> noise(std::size_t size) {
  std::mt19937 random(11);
  std::vector<std::byte> bytes(size);
  for (std::byte& b : bytes) b = std::byte(random());
  return bytes;
}

/// Returns the seconds of this thread.
template <class Action>
double cpu_seconds(Action action) {
  const auto now = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
  };
  const double begin = now();
  action();
  return now() - begin;
}

TEST_SUITE("unit") {
  TEST_CASE("a file has the same bytes on any number of threads, and is read back by any") {
    const Scratch scratch;
    const Configuration& u = several_pieces();
    for (const Way& way : kWays) {
      CAPTURE(way.format);
      CAPTURE(way.precision);
      for (const int threads : {1, 4}) {
        const Threads set(threads);
        io::write_configuration(scratch / std::to_string(threads), way.format, u, options(way));
      }
      Bytes one = get(scratch / "1"), four = get(scratch / "4");
      if (way.format == std::string("openqcd")) {
        std::fill_n(one.begin() + 16, 8, 0);  // the plaquette: its last digit depends on the order of the sum
        std::fill_n(four.begin() + 16, 8, 0);
      }
      CHECK(one == four);
      const auto read = [&](int threads) {
        const Threads set(threads);
        return io::read_configuration(scratch / "4").configuration;
      };
      const Configuration back = read(4);
      CHECK(back.links() == read(1).links());
      CHECK(largest_difference(back, u) <= (way.precision == 64 ? 0 : 1e-6));
    }
  }

  TEST_CASE("a write that fails on one of several threads is one error, and leaves nothing behind") {
    const Scratch scratch;
    const Threads set(4);
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    for (const Way& way : kWays) {
      CAPTURE(way.format);
      const rlimit small{1 << 20, before.rlim_max};
      REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
      CHECK_THROWS_AS(io::write_configuration(scratch / "u", way.format, several_pieces(), options(way)),
                      Error);
      setrlimit(RLIMIT_FSIZE, &before);
      CHECK(scratch.entries() == 0);
    }
    std::signal(SIGXFSZ, handler);
  }

  TEST_CASE("pieces are whole, each once, and the first failure is the one that is told") {
    const Threads set(4);
    for (const std::size_t sites : {std::size_t(1), std::size_t(1000), std::size_t(4096)}) {
      std::vector<int> seen(sites);
      io::for_pieces(sites, 576, [&](std::size_t first, std::span<std::byte> bytes) {
        CHECK(bytes.size() % 576 == 0);
        for (std::size_t n = 0; n < bytes.size() / 576; ++n) ++seen[first + n];
      });
      CHECK(seen == std::vector<int>(sites, 1));
    }
    std::atomic<int> visited = 0;
    try {
      io::for_pieces(1000, io::kPieceBytes, [&](std::size_t first, std::span<std::byte>) {
        ++visited;
        if (first >= 20) throw std::runtime_error(std::to_string(first));
      });
      FAIL_CHECK("no failure");
    } catch (const std::runtime_error& error) {
      CHECK(error.what() == std::string("20"));
    }
    CHECK(visited < 100);
  }

  TEST_CASE("checksums take pieces in any order, from several threads") {
    constexpr std::size_t kSite = 576, kSites = 200, kEach = 7;
    const auto bytes = noise(kSite * kSites);
    io::ScidacChecksum scidac(kSite), scidac_whole(kSite);
    io::NerscChecksum nersc(std::endian::big), nersc_whole(std::endian::big);
    io::MilcChecksum milc(std::endian::little), milc_whole(std::endian::little);
    io::PosixChecksum posix, posix_whole;
    scidac_whole.add(bytes, 0);
    nersc_whole.add(bytes);
    milc_whole.add(bytes, 0);
    posix_whole.add(bytes, 0);
    std::vector<std::size_t> order;
    for (std::size_t site = 0; site < kSites; site += kEach) order.push_back(site);
    std::shuffle(order.begin(), order.end(), std::mt19937(3));
#pragma omp parallel for num_threads(4)
    for (std::size_t n = 0; n < order.size(); ++n) {
      const std::size_t at = order[n] * kSite;
      const auto piece = std::span(bytes).subspan(at, std::min(kEach * kSite, bytes.size() - at));
      scidac.add(piece, order[n]);
      nersc.add(piece);
      milc.add(piece, at / 4);
      posix.add(piece, at);
    }
    CHECK(scidac.to_string() == scidac_whole.to_string());
    CHECK(nersc.value() == nersc_whole.value());
    CHECK(milc.to_string() == milc_whole.to_string());
    CHECK(posix.value() == posix_whole.value());
  }

  TEST_CASE("averages are formed only for a file that has a place for them") {
    const Scratch scratch;
    const Configuration u(Geometry({2, 2, 2, 4}));
    const auto asked = [&](const std::string& format, const io::WriteOptions& write) {
      const auto sink = io::create_sink(scratch / "u", format, u.geometry(), write);
      for (int t = 0; t < 4; ++t) sink->write_slice(t, std::span(u.links()).subspan(std::size_t(t) * 32, 32));
      int count = 0;
      sink->finish([&] {
        ++count;
        return io::link_averages(u);
      });
      return count;
    };
    CHECK(asked("ildg", {.force = true}) == 0);
    CHECK(asked("milc", {.precision = 32, .force = true}) == 0);
    CHECK(asked("ildg", {.force = true, .xlf_plaquette = true}) == 1);
    CHECK(asked("nersc", {.force = true}) == 1);
    CHECK(asked("openqcd", {.force = true}) == 1);
  }

#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
  TEST_CASE("the sum of cksum takes at most four times the time of zlib's crc32") {
    const auto bytes = noise(std::size_t(1) << 22);
    double best = 1e9, zlib = 1e9;
    for (int repeat = 0; repeat < 5; ++repeat) {
      io::PosixChecksum sum;
      best = std::min(best, cpu_seconds([&] { sum.add(bytes, 0); }));
      CHECK(sum.value() != 0);
      uLong crc = 0;
      zlib = std::min(zlib, cpu_seconds([&] {
                        crc = crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), uInt(bytes.size()));
                      }));
      CHECK(crc != 0);
    }
    CAPTURE(best);
    CAPTURE(zlib);
    CHECK(best <= 4 * zlib);
  }
#endif
}

}  // namespace

}  // namespace glueball::test::unit_io_pieces
