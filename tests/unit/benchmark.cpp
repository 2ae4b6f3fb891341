// These tests check what `glueball bench` computes from times: the sustained part, comparisons, the curves of
// a series.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

#include "bench/bench_plot.hpp"
#include "bench/bench_row.hpp"
#include "bench/timing.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_benchmark {
namespace {

BenchRow row(const std::string& kernel, int extent, double seconds) {
  BenchRow r;
  r.kernel = kernel;
  r.device = "Card";
  r.api = "vulkan";
  r.lattice = {extent, extent, extent, extent};
  r.precision = "single";
  r.reconstruct = 12;
  r.seconds = seconds;
  r.gbytes_per_s = 1 / seconds;
  r.copy_gbytes_per_s = 5;
  return r;
}

TEST_SUITE("unit") {
  TEST_CASE("a slow start does not count, neither in the median nor in the spread") {
    double clock = 0;
    const auto batch = [&](std::size_t runs) {
      // A run takes 1 ms, ten times that in the first 0.2 s.
      const double time = double(runs) * (clock < 0.2 ? 0.01 : 0.001);
      clock += time;
      return BatchTime{time, 2 * time};
    };
    const Timing t = sustained(batch, false, 1.0, 0.05);
    CHECK(t.seconds == doctest::Approx(0.001));
    CHECK(t.spread() < 1e-9);
    CHECK(t.low == doctest::Approx(0.001));
    CHECK(t.high == doctest::Approx(0.001));
    CHECK(t.processor_seconds == doctest::Approx(0.002));
    CHECK(t.warm_up > 0);
    CHECK(double(t.runs) * 0.001 >= 1.0);
  }

  TEST_CASE("quantiles lie between neighbours in proportion") {
    const std::vector<double> eleven{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, two{1, 2};
    CHECK(quantile(eleven, 0.1) == doctest::Approx(1));
    CHECK(quantile(eleven, 0.9) == doctest::Approx(9));
    CHECK(quantile(two, 0.1) == doctest::Approx(1.1));
    CHECK(quantile(std::vector{3.0}, 0.9) == 3);
  }

  TEST_CASE("one hitch while the length of a batch is sought does not leave batches of a single run") {
    int calls = 0;
    std::size_t last = 0;
    const auto batch = [&](std::size_t runs) {
      last = runs;
      return BatchTime{++calls == 4 ? 0.2 : double(runs) * 1e-6, 0};
    };
    sustained(batch, false, 0.1, 0.05);
    CHECK(last > 1000);
    sustained(batch, true, 1e-5, 0.05);
    CHECK(last == 1);
  }

  TEST_CASE("two runs compared: ratios, regressions beyond the tolerance, what cannot be compared") {
    const std::vector<BenchRow> old{row("a", 8, 1.0), row("b", 8, 1.0), row("c", 4, 1.0), row("d", 8, 1.0)};
    const std::vector<BenchRow> now{row("a", 8, 1.04), row("b", 8, 1.06), row("c", 8, 9.0), row("e", 8, 1.0)};
    const auto all = compare(old, now);
    REQUIRE(all.size() == 5);
    CHECK(all[0].ratio() == doctest::Approx(1.04));
    CHECK_FALSE(all[0].regression(5));
    CHECK(all[1].regression(5));
    CHECK(all[2].note == "another lattice: 4^4 then, 8^4 now");
    CHECK_FALSE(all[2].regression(5));
    CHECK(all[3].note == "not in the earlier run");
    CHECK(all[4].kernel == "d");
    CHECK(all[4].note == "only in the earlier run");
    BenchRow other = row("a", 8, 1);
    other.device = "Other";
    CHECK(differences(row("a", 8, 1), other) ==
          std::vector<std::string>{"another device: Card then, Other now"});
    CHECK(differences(other, other).empty());
  }

  TEST_CASE("half precision's formats are not compared with each other; files of before had fixed point") {
    BenchRow fixed = row("a", 8, 1), floating = row("a", 8, 0.8);
    fixed.precision = floating.precision = "half";
    fixed.half_format = "fixed";
    floating.half_format = "float";
    const auto all = compare({fixed}, {floating});
    CHECK(all[0].note == "another precision: half (fixed) then, half (float) now");
    CHECK(compare({floating}, {floating})[0].note.empty());
    CHECK(row("a", 8, 1).json().find("half_format") == std::string::npos);

    const test::TemporaryDirectory directory;
    std::string older = fixed.json();
    const std::string key = ",\"half_format\":\"fixed\"";
    REQUIRE(older.find(key) != std::string::npos);
    older.erase(older.find(key), key.size());
    std::ofstream(directory / "bench.json") << older << "\n" << floating.json() << "\n";
    const auto read = read_bench(directory / "bench.json");
    CHECK(read[0].half_format == "fixed");
    CHECK(read[1].half_format == "float");
    // Numbers that no int holds.
    for (const char* wrong : {"2.5", "2e48", "4294967296"}) {
      std::string line = floating.json();
      const auto at = line.find("\"lattice\":[") + 11;
      line.replace(at, line.find(',', at) - at, wrong);
      std::ofstream(directory / "bench.json") << line << "\n";
      CHECK_THROWS_AS(read_bench(directory / "bench.json"), Error);
    }
  }

  TEST_CASE("a series over volumes: curves sorted, the copy beside them, ticks at the lattices") {
    CHECK(series_extents(16 * 16 * 16 * 16) == std::vector<int>{4, 8, 12});
    CHECK(series_extents(1e9).back() == 64);
    const LinePlot plot =
        bandwidth_plot({row("a", 8, 0.5), row("a", 4, 1), row("b", 8, 0.25), row("copy", 8, 1)});
    REQUIRE(plot.series.size() == 3);
    CHECK(plot.series[0].points.front().x == 256);
    CHECK(plot.series[2].name == "copy");
    CHECK(plot.series[2].dashed);
    REQUIRE(plot.x_ticks.size() == 2);
    CHECK(plot.x_ticks[1].label == "8⁴");
    CHECK_THROWS_AS(bandwidth_plot({row("copy", 8, 1)}), std::invalid_argument);
  }
}

}  // namespace

}  // namespace glueball::test::unit_benchmark
