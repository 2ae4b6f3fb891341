// These tests compare frames of the window with their reference in double, on every device. They need no
// window.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "support/devices.hpp"
#include "view/composer.hpp"

namespace glueball::test::kernel_view_overlay {
namespace {

using view::Composer;
using view::Overlay;
using view::Place;
using Box = Overlay::Box;
using Point = Overlay::Point;

constexpr std::uint32_t kWidth = 70, kHeight = 53, kFontWidth = 23, kFontHeight = 9;
constexpr std::uint32_t kBackground = 0x00302010;

struct Colour {
  double r = 0, g = 0, b = 0, a = 1;
};
Colour unpacked(std::uint32_t c) {
  const auto byte = [&](int n) { return (c >> 8 * n & 255) / 255.0; };
  return {byte(0), byte(1), byte(2), byte(3)};
}

/// This is a frame in double, painted shape by shape.
class Canvas {
 public:
  Canvas(const std::vector<std::uint32_t>& picture, int width, int height, const Place& place)
      : pixels_(kWidth * kHeight) {
    for (int y = 0; y < int(kHeight); ++y)
      for (int x = 0; x < int(kWidth); ++x) {
        Colour& c = pixels_[std::size_t(y) * kWidth + std::size_t(x)];
        c = unpacked(kBackground);
        if (x < int(place.left) || x >= int(place.right) || y < int(place.top) || y >= int(place.bottom))
          continue;
        const double px = (x - int(place.left) + 0.5) * width / (place.right - place.left) - 0.5,
                     py = (y - int(place.top) + 0.5) * height / (place.bottom - place.top) - 0.5;
        c = {};
        c.a = 0;
        for (int j = 0; j < height; ++j)  // tents over all texels, those at the rim going on for ever
          for (int i = 0; i < width; ++i) {
            const auto tent = [](double at, int n, int count) {
              return std::max(0.0, 1 - std::abs(std::clamp(at, 0.0, count - 1.0) - n));
            };
            const double weight = tent(px, i, width) * tent(py, j, height);
            const Colour t = unpacked(picture[std::size_t(j * width + i)]);
            c.r += weight * t.r, c.g += weight * t.g, c.b += weight * t.b;
          }
      }
  }

  /// `shade` gives colour and opacity at the middle of a pixel.
  void paint(const std::function<Colour(double x, double y)>& shade) {
    for (std::size_t n = 0; n < pixels_.size(); ++n) {
      const Colour s = shade(double(n % kWidth) + 0.5, double(n / kWidth) + 0.5);
      Colour& c = pixels_[n];
      c.r += s.a * (s.r - c.r), c.g += s.a * (s.g - c.g), c.b += s.a * (s.b - c.b);
    }
  }

  std::vector<double> bytes() const {
    std::vector<double> all;
    for (const Colour& c : pixels_)
      for (const double v : {c.r, c.g, c.b}) all.push_back(255 * v);
    return all;
  }

 private:
  std::vector<Colour> pixels_;
};

double largest_difference(const std::vector<std::uint8_t>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (std::size_t n = 0; n < a.size(); ++n) most = std::max(most, std::abs(a[n] - b[n]));
  return most;
}

/// These functions draw random shapes into both frames.
struct Random {
  std::mt19937 engine{7};
  double operator()(double low, double high) { return std::uniform_real_distribution(low, high)(engine); }
  std::uint32_t colour() { return std::uint32_t(engine()); }
  Point point() { return {float((*this)(-9, kWidth + 9)), float((*this)(-9, kHeight + 9))}; }
  Box box() {
    const Point a = point(), b = point();
    return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
  }
};

bool inside(const Box& b, double x, double y) {
  return x >= b.low.x && x < b.high.x && y >= b.low.y && y < b.high.y;
}

void add_rectangle(Random& random, Overlay& overlay, Canvas& canvas) {
  const Box box = random.box();
  const std::uint32_t colour = random.colour();
  overlay.rectangle(box, colour);
  canvas.paint([&](double x, double y) { return inside(box, x, y) ? unpacked(colour) : Colour{.a = 0}; });
}

void add_glyph(Random& random, const std::vector<std::uint8_t>& font, Overlay& overlay, Canvas& canvas) {
  const Box box = random.box();
  const double du = random(0.01, kFontWidth / double(box.high.x - box.low.x)),
               dv = random(0.01, kFontHeight / double(box.high.y - box.low.y));
  const Box texels{
      {0.25f, 0.5f},
      {float(0.25 + (box.high.x - box.low.x) * du * 0.9), float(0.5 + (box.high.y - box.low.y) * dv * 0.9)}};
  const std::uint32_t colour = random.colour();
  overlay.glyph(box, texels, colour);
  canvas.paint([&](double x, double y) {
    Colour c = unpacked(colour);
    if (!inside(box, x, y)) return Colour{.a = 0};
    const double u = texels.low.x +
                     (x - box.low.x) / (box.high.x - box.low.x) * (texels.high.x - texels.low.x),
                 v = texels.low.y +
                     (y - box.low.y) / (box.high.y - box.low.y) * (texels.high.y - texels.low.y);
    c.a *= font[std::size_t(v) * kFontWidth + std::size_t(u)] / 255.0;
    return c;
  });
}

void add_triangle(Random& random, Overlay& overlay, Canvas& canvas) {
  std::array<Overlay::Corner, 3> c;
  for (auto& corner : c) corner = {random.point(), random.colour()};
  const Box clip{{3, 5}, {61, 47}};
  overlay.triangle(c, clip);
  canvas.paint([&](double x, double y) {
    const auto area = [&](const Point& a, const Point& b) {
      return (double(b.x) - a.x) * (y - a.y) - (double(b.y) - a.y) * (x - a.x);
    };
    const double w[] = {area(c[1].at, c[2].at), area(c[2].at, c[0].at), area(c[0].at, c[1].at)},
                 sum = w[0] + w[1] + w[2];
    if (!inside(clip, x, y) || w[0] / sum < 0 || w[1] / sum < 0 || w[2] / sum < 0) return Colour{.a = 0};
    Colour mixed{.a = 0};
    for (int k = 0; k < 3; ++k) {
      const Colour v = unpacked(c[std::size_t(k)].colour);
      mixed.r += w[k] / sum * v.r, mixed.g += w[k] / sum * v.g, mixed.b += w[k] / sum * v.b,
          mixed.a += w[k] / sum * v.a;
    }
    return mixed;
  });
}

std::vector<std::uint32_t> random_picture(Random& random, int width, int height) {
  std::vector<std::uint32_t> picture(std::size_t(width * height));
  for (auto& p : picture) p = random.colour();
  return picture;
}

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("view overlay: pictures of any size, rectangles, letters and triangles in their order") {
    struct Case {
      int width, height;
      Place place;
    };
    // Pictures are of their place's size, smaller, larger, and wholly hidden.
    for (const Case& c : {Case{40, 30, {10, 5, 50, 35}}, Case{13, 9, {0, 0, kWidth, kHeight}},
                          Case{90, 80, {3, 2, 60, 50}}, Case{5, 5, {7, 7, 7, 7}}}) {
      Random random;
      const auto picture = random_picture(random, c.width, c.height);
      std::vector<std::uint8_t> font(kFontWidth * kFontHeight);
      for (auto& texel : font) texel = std::uint8_t(random.engine());
      Overlay overlay;
      Canvas canvas(picture, c.width, c.height, c.place);
      for (int n = 0; n < 40; ++n) {
        add_rectangle(random, overlay, canvas);
        add_glyph(random, font, overlay, canvas);
        add_triangle(random, overlay, canvas);
      }
      for_each_device([&](gpu::Device& device) {
        Composer composer(device);
        composer.font(font, kFontWidth);
        const auto memory = device.allocate({.bytes = picture.size() * 4});
        device.stream().upload(*memory, std::as_bytes(std::span(picture)));
        for (const bool blue_first : {false, true}) {
          composer.compose({memory.get(), std::uint32_t(c.width), std::uint32_t(c.height)}, c.place, overlay,
                           kWidth, kHeight, kBackground, blue_first);
          CHECK(largest_difference(composer.download_rgb(), canvas.bytes()) < 0.6);
        }
      });
    }
  }

  TEST_CASE("view overlay: a frame drawn over another one is the one that is drawn anew") {
    Random random;
    const auto pictures = {random_picture(random, 13, 9), random_picture(random, 13, 9)};
    std::vector<std::uint8_t> font(kFontWidth * kFontHeight);
    for (auto& texel : font) texel = std::uint8_t(random.engine());
    const auto rectangle = [](float x, float y, std::uint32_t colour) {
      Overlay o;
      o.rectangle({{x, y}, {x + 9, y + 5}}, colour);
      o.glyph({{50, 40}, {57, 50}}, {{0, 0}, {7, 9}}, 0xff00ff00);
      return o;
    };
    // Rectangles appear, disappear, move, change colour, and change the order in which they are drawn.
    std::vector<Overlay> overlays{
        rectangle(3, 3, 0xff0000ff), rectangle(3, 3, 0xff00ffff), rectangle(33, 20, 0xff00ffff), {}};
    overlays.push_back(overlays[0]);
    overlays.back().rectangle({{5, 5}, {8, 40}}, 0xffffffff);
    overlays.emplace_back();
    overlays.back().rectangle({{5, 5}, {8, 40}}, 0xffffffff);
    overlays.back().rectangle({{3, 3}, {12, 8}}, 0xff0000ff);
    const Place places[] = {{20, 10, 60, 45}, {0, 0, 30, 20}};
    for_each_device([&](gpu::Device& device) {
      Composer composer(device);
      composer.font(font, kFontWidth);
      std::vector<std::shared_ptr<gpu::Memory>> memory;
      for (const auto& picture : pictures) {
        memory.push_back(device.allocate({.bytes = picture.size() * 4}));
        device.stream().upload(*memory.back(), std::as_bytes(std::span(picture)));
      }
      // Picture 0 means none.
      const auto frame = [&](Composer& on, std::size_t n, std::size_t picture, std::size_t place,
                             std::uint32_t width) {
        view::PixelView seen{};
        if (picture > 0) seen = {memory[picture - 1].get(), 13, 9, picture};
        on.compose(seen, places[place], overlays[n], width, kHeight, kBackground, false);
        return on.download_rgb();
      };
      for (int n = 0; n < 60; ++n) {
        const auto any = [&](std::size_t count) { return std::size_t(random.engine()) % count; };
        const std::size_t overlay = any(overlays.size()), picture = any(3), place = any(10) / 9;
        const std::uint32_t width = any(12) == 0 ? kWidth - 20 : kWidth;
        Composer anew(device);
        anew.font(font, kFontWidth);
        REQUIRE(frame(composer, overlay, picture, place, width) ==
                frame(anew, overlay, picture, place, width));
      }
    });
  }

  TEST_CASE("view overlay: two triangles of a square draw each of its pixels once") {
    constexpr std::uint32_t kHalf = 0x80ffffff;  // drawn twice it would be brighter
    const Box square{{8, 4}, {40, 36}}, all{{0, 0}, {kWidth, kHeight}};
    Overlay overlay;
    const Overlay::Corner a{{8, 4}, kHalf}, b{{40, 4}, kHalf}, c{{40, 36}, kHalf}, d{{8, 36}, kHalf};
    overlay.triangle({a, b, c}, all);  // the diagonal goes through the middle of pixels
    overlay.triangle({c, a, d}, all);
    overlay.triangle({a, a, d}, all);  // nothing
    CHECK(overlay.count() == 2);
    Overlay whole;
    whole.rectangle(square, kHalf);
    for_each_device([&](gpu::Device& device) {
      Composer composer(device);
      composer.compose({}, {}, overlay, kWidth, kHeight, kBackground, false);
      const auto of_triangles = composer.download_rgb();
      composer.compose({}, {}, whole, kWidth, kHeight, kBackground, false);
      CHECK(of_triangles == composer.download_rgb());
    });
  }
}

}  // namespace glueball::test::kernel_view_overlay
