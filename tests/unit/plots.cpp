// These tests check pictures of curves: axes, ticks, words, refusals.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "draw/line_plot.hpp"
#include "draw/ticks.hpp"
#include "draw/words.hpp"
#include "io/png.hpp"

namespace glueball::test::unit_plots {
namespace {

constexpr int kWidth = 600, kHeight = 400;

struct Pixels {
  std::vector<std::uint8_t> rgb;
  int width = kWidth;
  Color at(int x, int y) const {
    const std::size_t i = (std::size_t(y) * std::size_t(width) + std::size_t(x)) * 3;
    return {rgb.at(i), rgb.at(i + 1), rgb.at(i + 2)};
  }
  /// Counts the pixels of just this colour, and finds the middle of them.
  int count(Color color, double* x = nullptr, double* y = nullptr) const {
    int n = 0;
    double sums[2] = {0, 0};
    for (int i = 0; i < int(rgb.size() / 3); ++i)
      if (at(i % width, i / width) == color) ++n, sums[0] += i % width, sums[1] += i / width;
    if (x) *x = sums[0] / n;
    if (y) *y = sums[1] / n;
    return n;
  }
};

constexpr Color kFirst{0, 114, 178}, kWhite{255, 255, 255};

Pixels drawn(const LinePlot& plot) { return {draw_rgb(plot, kWidth, kHeight)}; }

LinePlot of(Series series) {
  LinePlot plot{.title = "t", .x_label = "x", .y_label = "y"};
  plot.series.push_back(std::move(series));
  return plot;
}

TEST_SUITE("unit") {
  TEST_CASE("plots: errors are bars about their points, and the axis has room for them") {
    const auto with = [](std::vector<double> errors) {
      return drawn(of({.name = "s", .points = {{0, 1}, {1, 1}}, .errors = errors, .joined = false}));
    };
    const Pixels none = with({}), some = with({0, 0.45});
    double at_none = 0, at_some = 0;
    const int few = none.count(kFirst, nullptr, &at_none), many = some.count(kFirst, nullptr, &at_some);
    CHECK(many > few + 20);
    CHECK(at_some > at_none + 20);  // the axis goes on above 1
  }

  TEST_CASE("ticks are round, span what they are for, and are not many") {
    for (const double high : {1e-9, 0.7, 1.0, 3.3, 97.0, 4298.0, 1e12})
      for (const double low : {0.0, 0.4 * high, 0.9 * high, -3 * high}) {
        const auto ticks = round_ticks(low, high);
        CAPTURE(low);
        CAPTURE(high);
        const double step = ticks[1].at - ticks[0].at;
        CHECK(ticks.front().at <= low + 1e-6 * step);
        CHECK(ticks.back().at >= high - 1e-6 * step);
        CHECK(ticks.front().at > low - step);
        CHECK(ticks.back().at < high + step);
        CHECK(ticks.size() >= 3);
        CHECK(ticks.size() <= 11);
      }
    CHECK(round_ticks(0, 4298)[1].label == "500");
    CHECK(round_ticks(-0.5, 1)[0].label == "−0.6");
    CHECK(round_ticks(0, 3e-7)[1].label == "0.5×10⁻⁷");
    CHECK(round_ticks(-1, 1)[5].label == "0");
    const auto powers = power_ticks(3e-4, 20);
    CHECK(powers.front().label == "10⁻⁴");
    CHECK(powers[4].label == "1");
    CHECK(powers.back().label == "100");
    CHECK(power_ticks(1e-300, 1).size() <= 12);
    CHECK(power_ticks(1, 1).size() >= 2);
    CHECK(ticks_within(round_ticks(0.3, 2.2), 0.3, 2.2).front().at > 0.3);
  }

  TEST_CASE("a plot has its marks where the numbers are, and refuses what cannot be drawn") {
    const auto middle = [](double y, bool from_zero) {
      LinePlot plot = of({.name = "level", .points = {{1, y}}});
      plot.y_from_zero = from_zero;
      double x = 0, at = 0;
      CHECK(drawn(plot).count(kFirst, &x, &at) > 20);
      CHECK(x > 250);
      CHECK(x < 400);
      return at;
    };
    CHECK(middle(5, true) < 60);    // the axis ends at 5
    CHECK(middle(-5, true) > 320);  // and here begins
    CHECK(middle(5, false) > 120);
    CHECK(middle(5, false) < 240);

    LinePlot plot = of({.name = "curve", .points = {{1, 1}, {2, 4}}});
    plot.y_logarithmic = true;
    CHECK(drawn(plot).count(kFirst) > 100);
    for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), 0.0, -1.0}) {
      plot.series[0].points[1].y = wrong;
      CHECK_THROWS_AS(drawn(plot), std::invalid_argument);
    }
    plot.series[0].points.clear();
    CHECK_THROWS_AS(drawn(plot), std::invalid_argument);
  }

  TEST_CASE("words and legends stay inside the picture, however long they are") {
    const std::string words(300, 'M');
    LinePlot plot{.title = words, .x_label = words, .y_label = words};
    plot.series = {{.name = words, .points = {{1, 1e-7}, {2, 3e-7}}},
                   {.name = "b", .points = {{1, 0}, {2, 0}}}};
    const Pixels p = drawn(plot);
    for (int y = 0; y < kHeight; ++y)
      for (const int x : {0, 1, kWidth - 2, kWidth - 1}) CHECK(p.at(x, y) == kWhite);
    for (int x = 0; x < kWidth; ++x)
      for (const int y : {0, kHeight - 1}) CHECK(p.at(x, y) == kWhite);
    double middle = 0;
    CHECK(p.count(kFirst, &middle) > 100);
    CHECK(middle > 100);
    CHECK(middle < 350);
  }

  TEST_CASE("a plot as SVG: it begins and ends as it should, says its title, and takes any words") {
    LinePlot plot = of({.name = "points", .points = {{1, 5}, {2, 4}}, .errors = {0.5, 0.5}, .joined = false});
    plot.title = "V < 1 & r \xff";
    const std::string file = draw_svg(plot, kWidth, kHeight);
    CHECK(file.starts_with("<?xml"));
    CHECK(file.find("width=\"600") != std::string::npos);
    CHECK(file.find("<title>V &lt; 1 &amp; r \\xff</title>") != std::string::npos);
    CHECK(file.ends_with("</svg>\n"));
  }

  TEST_CASE("powers as superscripts, and formulas without them where there is no font") {
    CHECK(superscripts("8^4, a^-12 b^c^") == "8⁴, a⁻¹² b^c^");
    CHECK(plain("8⁴, a⁻¹² β − ⟨E⟩ é") == "8^4, a^-12 beta - <E> ?");
  }

  TEST_CASE("drawing beyond the edges is cut off, on top of pixels, and a PNG begins as it should") {
    Canvas p(20, 10, std::vector<std::uint8_t>(20 * 10 * 3, 7));
    p.line({-50, 5}, {70, 5}, 2, {255, 0, 0});
    p.disc({19, 9}, 5, {0, 0, 255});
    p.rectangle({-5, -5}, {2, 2}, {0, 255, 0});
    const Pixels pixels{p.rgb(), 20};
    CHECK(pixels.at(3, 4) == Color{255, 0, 0});
    CHECK(pixels.at(1, 1) == Color{0, 255, 0});
    CHECK(pixels.at(3, 1) == Color{7, 7, 7});
    const std::string bytes = io::png(20, 10, pixels.rgb);
    CHECK(bytes.substr(1, 3) == "PNG");
    // The header holds width and height, big-endian.
    CHECK(int(bytes[19]) == 20);
    CHECK(int(bytes[23]) == 10);
    CHECK_THROWS_AS(io::png(20, 11, pixels.rgb), std::invalid_argument);
  }
}

}  // namespace

}  // namespace glueball::test::unit_plots
