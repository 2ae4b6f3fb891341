#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/picture.hpp"
#include "view/colours.hpp"
#include "view/renderer.hpp"

namespace glueball::view {
namespace {

Color bytes(const Rgb& c) {
  return {std::uint8_t(std::lround(c[0] * 255)), std::uint8_t(std::lround(c[1] * 255)),
          std::uint8_t(std::lround(c[2] * 255))};
}

std::string number(double value, double range) {
  return std::abs(value) < 1e-9 * range ? "0" : fmt::format("{:.3g}", value);
}

}  // namespace

void annotate(std::vector<std::uint8_t>& rgb, int width, int height, const Scene& scene,
              const Legend& legend) {
  Picture picture(width, height, std::move(rgb));
  const Rgb ground{scene.background[0] / 255.0, scene.background[1] / 255.0, scene.background[2] / 255.0};
  const double ink_level = oklab(ground)[0] < 0.5 ? 0.88 : 0.15;
  const Color ink = bytes({ink_level, ink_level, ink_level});
  const double size = std::max(6.0, std::min(width, height) / 55.0), margin = 1.6 * size;

  // The bar, highest value on top, in the middle of the right side.
  const double bar_width = 1.3 * size, bar_height = 0.5 * height, top = 0.25 * height;
  const double letters = 7, left = width - margin - letters * size - bar_width;
  if (left > width / 2.0 && !legend.colours.empty()) {
    const double n = double(legend.colours.size());
    for (double y = 0; y < bar_height; ++y) {
      const std::size_t entry = std::size_t(std::clamp((1 - y / bar_height) * n, 0.0, n - 1));
      picture.line({left, top + y + 0.5}, {left + bar_width, top + y + 0.5}, 1.2,
                   bytes(view::rgb(legend.colours[entry])));
    }
    const double range = legend.high - legend.low;
    constexpr int kTicks = 4;
    for (int tick = 0; tick <= kTicks; ++tick) {
      const double y = top + bar_height * (1 - double(tick) / kTicks), x = left + bar_width;
      picture.line({x, y}, {x + 0.4 * size, y}, std::max(1.0, size / 9), ink);
      picture.text({x + 0.8 * size, y - size / 2}, size, number(legend.low + range * tick / kTicks, range),
                   ink);
    }
    // Where surfaces are.
    if (scene.mode == Mode::surfaces && scene.field != FieldKind::polyakov) {
      for (const double side : {1.0, -1.0}) {
        const double share = is_signed(scene.field) ? 0.5 + 0.5 * side * scene.threshold : scene.threshold;
        if (side < 0 && !is_signed(scene.field)) continue;
        const double y = top + bar_height * (1 - share);
        picture.line({left - 0.7 * size, y}, {left, y}, std::max(1.5, size / 6), ink);
      }
    }
  }
  double y = margin;
  const auto line = [&](const std::string& words) {
    if (words.empty()) return;
    picture.text({margin, y}, size, words, ink);
    y += 1.9 * size;
  };
  line(legend.unit.empty() ? legend.name : legend.name + " in " + legend.unit);
  line(legend.flow);
  line(legend.remark);
  y = height - margin - size - (legend.run.empty() || legend.time.empty() ? 0 : 1.9 * size);
  line(legend.run);
  line(legend.time);
  rgb = picture.rgb();
}

}  // namespace glueball::view
