// How a lattice is split among ranks, and what is refused; communicators.
#include <doctest/doctest.h>

#include <set>

#include "app/ranks.hpp"
#include "base/error.hpp"
#include "comm/domain.hpp"
#include "support/ranks.hpp"

namespace glueball::test::unit_comm_ranks {
namespace {

std::string refused(const std::string& ranks, const Site& extents, int size, int ghosts = 1,
                    const std::string& shares = "equal") {
  try {
    parse_ranks(ranks, Geometry(extents), size, ghosts, shares);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_value);
    return error.message();
  }
  return "nothing";
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_SUITE("unit") {
  TEST_CASE("ranks of one host share the processors that nobody has given to one") {
    CHECK(app::threads_of_rank(64, 64, 4) == 16);
    CHECK(app::threads_of_rank(64, 64, 1) == 64);
    CHECK(app::threads_of_rank(2, 2, 8) == 1);
    CHECK(app::threads_of_rank(16, 64, 4) == 16);  // bound by the launcher
  }

  TEST_CASE("rank grids: domains are the whole lattice, each site once") {
    const Geometry whole({4, 6, 8, 12});
    const RankGrid grid = parse_ranks("2,1,2,3", whole, 12, 1);
    std::set<std::size_t> sites;
    for (int rank = 0; rank < grid.size(); ++rank) {
      CHECK(grid.rank(grid.position(rank)) == rank);
      const Geometry part = grid.part(whole, rank);
      CHECK(part.is_part());
      CHECK(part.whole() == whole);
      CHECK(part.volume() * 12 == whole.volume());
      for (std::size_t n = 0; n < part.volume(); ++n) {
        const Site s = part.site(n);
        CHECK(Geometry::parity(s) == Geometry::parity(part.global(s)));
        sites.insert(part.global_index(s));
      }
      for (int mu = 0; mu < kDirections; ++mu)
        CHECK(grid.neighbour(grid.neighbour(rank, mu, 1), mu, -1) == rank);
    }
    CHECK(sites.size() == whole.volume());
  }

  TEST_CASE("rank grids: the least surface") {
    CHECK(parse_ranks("auto", Geometry({8, 8, 8, 16}), 2, 1) == RankGrid{{1, 1, 1, 2}});
    CHECK(parse_ranks("auto", Geometry({16, 16, 16, 32}), 4, 1) == RankGrid{{1, 1, 1, 4}});
    CHECK(parse_ranks("auto", Geometry({8, 8, 8, 8}), 4, 1) == RankGrid{{1, 1, 1, 4}});
    CHECK(parse_ranks("auto", Geometry({16, 16, 16, 16}), 8, 1) == RankGrid{{1, 1, 2, 4}});
    CHECK(parse_ranks("auto", Geometry({4, 6, 8, 12}), 1, 1) == RankGrid{});
    CHECK(says(refused("auto", {4, 4, 4, 4}, 32), "cannot be split among 32 ranks"));
    CHECK(says(refused("auto", {4, 4, 4, 4}, 7), "cannot be split among 7 ranks"));
  }

  TEST_CASE("rank grids: what is refused says why") {
    const Site extents{16, 6, 8, 12};
    CHECK(
        says(refused("1,1,3,1", extents, 3), "3 ranks along z, which has 8 sites: the domains would differ"));
    CHECK(says(refused("1,1,1,4", extents, 4), "a domain would have 3, an odd number"));
    CHECK(says(refused("1,1,4,1", extents, 4, 3), "a domain needs at least 3"));
    CHECK(says(refused("4,1,1,1", extents, 4), "halves of x and y"));
    CHECK(says(refused("1,1,1,2", extents, 1), "that is 2 of them, and 1 process was started"));
    for (const char* text :
         {"", "2", "1,1,1", "1,1,1,2,1", "1,1,1,two", "0,1,1,1", "-1,1,1,1", "1,1,1,2 ", "99999999999,1,1,1"})
      CHECK_MESSAGE(says(refused(text, extents, 2), "neither auto nor four numbers"), text);
    CHECK(refused("2,1,1,1", extents, 2) == "nothing");
  }

  TEST_CASE("rank grids: shares part the time slices, and domains are the whole lattice") {
    const Geometry whole({4, 6, 8, 12});
    const RankGrid grid = parse_ranks("1,1,2,3", whole, 6, 1, "3,1,2");
    CHECK(grid.times == std::vector<int>{6, 2, 4});
    std::set<std::size_t> sites;
    for (int rank = 0; rank < grid.size(); ++rank) {
      const Geometry part = grid.part(whole, rank);
      for (std::size_t n = 0; n < part.volume(); ++n) sites.insert(part.global_index(part.site(n)));
      CHECK(part.extent(3) == grid.times[std::size_t(grid.position(rank)[3])]);
    }
    CHECK(sites.size() == whole.volume());
    // Seven slices each would be odd.
    CHECK(parse_ranks("1,1,1,2", Geometry({4, 4, 4, 14}), 2, 1, "8,6").times == std::vector<int>{8, 6});
    CHECK(parse_ranks("auto", Geometry({8, 8, 8, 8}), 4, 1, "3,1").ranks == Site{1, 1, 2, 2});
  }

  TEST_CASE("rank grids: shares that are refused say why") {
    const Site extents{4, 4, 4, 8};
    const auto shares = [&](const std::string& text, const std::string& ranks = "1,1,1,2", int ghosts = 1) {
      return refused(ranks, extents, 2, ghosts, text);
    };
    CHECK(shares("3,1") == "nothing");
    CHECK(says(shares("5,3"), "share 5 would be 5 of them, no even number"));
    CHECK(says(shares("2,1"), "share 2 would be 5.333 of them"));
    CHECK(says(shares("3,1", "1,1,1,2", 3), "a domain needs at least 3"));
    CHECK(says(shares("1"), "1 of them, and 2 along t"));
    CHECK(says(shares("1,1,2"), "3 of them, and 2 processes were started"));
    CHECK(says(shares("3,1", "1,1,2,1"), "2 of them, and 1 along t"));
    for (const char* text : {"", "0,1", "-1,3", "3,1,", "3;1", "3.0,1", "three,one", "99999999999,1"})
      CHECK_MESSAGE(says(shares(text), "neither equal, auto nor numbers"), text);
    CHECK(says(refused("auto", {4, 4, 4, 8}, 6, 1, "3,1"), "6 ranks, 2 along t"));
  }

  TEST_CASE("rank grids: time slices by speed are even, enough, and all there are") {
    using Times = std::vector<int>;
    CHECK(time_slices_by_speed(8, {3, 1}, 1) == Times{6, 2});
    CHECK(time_slices_by_speed(8, {1, 1.1}, 1) == Times{4, 4});
    CHECK(time_slices_by_speed(12, {1, 1000}, 1) == Times{2, 10});
    CHECK(time_slices_by_speed(12, {1, 1000}, 3) == Times{4, 8});
    CHECK(time_slices_by_speed(12, {1, 1, 1, 1, 1, 1000}, 2) == Times{2, 2, 2, 2, 2, 2});
    CHECK(time_slices_by_speed(64, {1, 1, 2}, 2) == Times{16, 16, 32});
  }

  TEST_CASE("a part of a lattice is inside of it, from even sites on") {
    const Geometry whole({4, 4, 4, 8});
    CHECK_THROWS_AS(whole.part({0, 0, 0, 1}, {4, 4, 4, 4}), Error);
    CHECK_THROWS_AS(whole.part({0, 0, 0, 6}, {4, 4, 4, 4}), Error);
    CHECK_FALSE(whole.part({0, 0, 0, 0}, {4, 4, 4, 8}).is_part());
  }

  TEST_CASE("ranks in one process: messages come in order, deadlocks and errors are seen") {
    test::run_ranks(5, [](Communicator& ranks) {
      const int n = ranks.rank(), size = ranks.size();
      for (int turn = 0; turn < 3; ++turn) {
        int mine = 10 * n + turn, theirs = -1;
        ranks.exchange((n + 1) % size, std::as_bytes(std::span(&mine, 1)), (n + size - 1) % size,
                       std::as_writable_bytes(std::span(&theirs, 1)));
        CHECK(theirs == 10 * ((n + size - 1) % size) + turn);
        std::vector<int> all(static_cast<std::size_t>(size));
        ranks.gather(std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)));
        for (int from = 0; from < size; ++from) CHECK(all[std::size_t(from)] == 10 * from + turn);
        ranks.barrier();
      }
    });
    CHECK_THROWS_AS(test::run_ranks(2,
                                    [](Communicator& ranks) {
                                      if (ranks.rank() == 0) ranks.barrier();
                                    }),
                    std::logic_error);
    CHECK_THROWS_AS(test::run_ranks(2,
                                    [](Communicator& ranks) {
                                      if (ranks.rank() == 0) throw Error(ErrorKind::device, "lost");
                                      ranks.barrier();
                                    }),
                    Error);
  }

  TEST_CASE("a program that was started alone is alone") {
    Communicator& self = world();
    CHECK(self.alone());
    const int out = 7;
    int in = 0;
    self.exchange(0, std::as_bytes(std::span(&out, 1)), 0, std::as_writable_bytes(std::span(&in, 1)));
    CHECK(in == 7);
  }
}

}  // namespace

}  // namespace glueball::test::unit_comm_ranks
