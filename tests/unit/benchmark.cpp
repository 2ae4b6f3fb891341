// What `glueball bench` makes of times: the sustained part, comparisons, plots.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>

#include "bench/bench_plot.hpp"
#include "bench/bench_row.hpp"
#include "bench/timing.hpp"
#include "draw/line_plot.hpp"
#include "draw/stroke_font.hpp"
#include "io/png.hpp"
#include "support/temporary.hpp"

namespace glueball::app {
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

/// Pixels that are not white.
int inked(const Picture& p) {
  int count = 0;
  for (int y = 0; y < p.height(); ++y)
    for (int x = 0; x < p.width(); ++x) count += p.at(x, y) != Color{255, 255, 255};
  return count;
}

TEST_SUITE("unit") {
  TEST_CASE("plots: errors are bars about their points, and the axis has room for them") {
    const auto drawn = [](std::vector<double> errors) {
      return draw(
          LinePlot{.title = "t", .series = {{.name = "s", .points = {{0, 1}, {1, 1}}, .errors = errors}}});
    };
    const Picture none = drawn({}), some = drawn({0, 0.5});
    // The axis ends at the first round number above 1, or above 1.5: the same disc lies lower.
    const auto highest = [](const Picture& p, int x) {
      for (int y = 80; y < p.height(); ++y)
        if (p.at(x, y) != Color{255, 255, 255} && p.at(x, y) != Color{224, 224, 224}) return y;
      return p.height();
    };
    const int right = none.width() - 250;
    CHECK(highest(some, right) < highest(some, 103));
    CHECK(highest(none, right) == highest(none, 103));
    CHECK(inked(some) > inked(none));
  }

  TEST_CASE("a slow start does not count, neither in the median nor in the spread") {
    double clock = 0;
    const auto batch = [&](std::size_t runs) {
      // 1 ms a run, ten times that in the first 0.2 s.
      const double time = double(runs) * (clock < 0.2 ? 0.01 : 0.001);
      clock += time;
      return BatchTime{time, 2 * time};
    };
    const Timing t = sustained(batch, false, 1.0, 0.05);
    CHECK(t.seconds == doctest::Approx(0.001));
    CHECK(t.spread() < 1e-9);
    CHECK(t.processor_seconds == doctest::Approx(0.002));
    CHECK(t.warm_up > 0);
    CHECK(double(t.runs) * 0.001 >= 1.0);
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
    CHECK(plot.x_ticks[1].label == "8^4");
    CHECK_THROWS_AS(bandwidth_plot({row("copy", 8, 1)}), std::invalid_argument);
  }

  TEST_CASE("ticks are round and reach beyond the largest value") {
    for (const double largest : {1e-9, 0.7, 1.0, 3.3, 97.0, 4298.0, 1e12}) {
      const auto ticks = round_ticks(largest);
      CAPTURE(largest);
      CHECK(ticks.front().at == 0);
      CHECK(ticks.back().at >= largest * (1 - 1e-9));
      CHECK(ticks.size() >= 3);
      CHECK(ticks.size() <= 11);
      CHECK(ticks.back().at < 2 * largest);
    }
    CHECK(round_ticks(4298)[1].label == "500");
  }

  TEST_CASE("a plot has its curve where the numbers are, and refuses what cannot be drawn") {
    LinePlot plot;
    plot.series.push_back({.name = "level", .points = {{1, 5}, {2, 5}}});
    const Picture p = draw(plot, 600, 400);
    // The frame is 100 to 350 by 76 to 320 pixels, the axis ends at 5: the curve runs along its top.
    CHECK(p.at(225, 76) != Color{255, 255, 255});
    CHECK(p.at(225, 76) != p.at(225, 200));
    plot.series[0].points[1].y = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_AS(draw(plot), std::invalid_argument);
    plot.series[0].points.clear();
    CHECK_THROWS_AS(draw(plot), std::invalid_argument);
  }

  TEST_CASE(
      "a plot as SVG: its words as text, its points as circles, its lines in the colours of the picture") {
    LinePlot plot{.title = "V < 1 & r", .x_label = "r / a"};
    plot.x_ticks = {{1, "one"}};
    plot.series.push_back(
        {.name = "points", .points = {{1, 5}, {2, 4}}, .errors = {0.5, 0.5}, .joined = false});
    plot.series.push_back({.name = "fit", .points = {{1, 5}, {2, 4}}, .dashed = true});
    const std::string file = draw_svg(plot, 600, 400).file();
    const auto count = [&](const std::string& word) {
      std::size_t n = 0;
      for (auto at = file.find(word); at != std::string::npos; at = file.find(word, at + 1)) ++n;
      return n;
    };
    CHECK(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"400\""));
    CHECK(file.ends_with("</svg>\n"));
    for (const char* text : {">V &lt; 1 &amp; r</text>", ">r / a</text>", ">one</text>", ">points</text>"})
      CHECK(count(text) == 1);
    CHECK(count("<circle") == 3);                              // and one in the legend
    CHECK(count("stroke-dasharray") == 2);                     // likewise
    CHECK(count("stroke=\"#0072b2\"") == 6);                   // bars about the points, with ends
    CHECK(count("<circle cx=\"100.00\" cy=\"116.67\"") == 1);  // 5 of 6 up the frame
  }

  TEST_CASE("a plot with negative values begins below them") {
    LinePlot plot{.title = "V", .x_label = "r"};
    plot.x_ticks = {{1, "1"}};
    plot.series.push_back({.name = "points", .points = {{1, -2}, {2, 4}}, .joined = false});
    const std::string file = draw_svg(plot, 600, 400).file();
    CHECK(file.find(">-2</text>") != std::string::npos);
    CHECK(file.find(">-3</text>") == std::string::npos);
    CHECK(file.find("<circle cx=\"100.00\" cy=\"320.00\"") != std::string::npos);  // the frame's lower edge
    CHECK(file.find("<circle cx=\"350.00\" cy=\"76.00\"") != std::string::npos);   // and its upper one
  }

  TEST_CASE("letters: those of names and numbers have shapes of their own, others are boxes") {
    const std::string known = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:-+=/()^_*%";
    std::vector<std::vector<std::uint8_t>> seen;
    for (const char letter : known + "\x01") {
      Picture p(30, 40);
      p.text({4, 4}, 20, std::string(1, letter), {0, 0, 0});
      CAPTURE(letter);
      CHECK(inked(p) > 4);
      for (const auto& other : seen) CHECK(other != p.rgb());
      seen.push_back(p.rgb());
      for (const auto& stroke : strokes(letter))
        for (const Point& at : stroke) CHECK((at.x >= 0 && at.x <= 4 && at.y >= 0 && at.y <= 8));
    }
    CHECK(strokes(' ').empty());
  }

  TEST_CASE("drawing beyond the edges is cut off, and a PNG begins as it should") {
    Picture p(20, 10);
    p.line({-50, 5}, {70, 5}, 2, {255, 0, 0});
    p.disc({19, 9}, 5, {0, 0, 255});
    p.dashes({0, 1}, {0, 1}, 2, {0, 0, 0});
    CHECK(p.at(3, 5) == Color{255, 0, 0});
    CHECK(p.at(3, 1) == Color{255, 255, 255});
    const std::string bytes = io::png(20, 10, p.rgb());
    CHECK(bytes.substr(1, 3) == "PNG");
    // Width and height, big-endian, in the header.
    CHECK(int(bytes[19]) == 20);
    CHECK(int(bytes[23]) == 10);
    CHECK_THROWS_AS(io::png(20, 11, p.rgb()), std::invalid_argument);
  }
}

}  // namespace
}  // namespace glueball::app
