#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/canvas.hpp"
#include "draw/words.hpp"
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
  Canvas picture(width, height, rgb);
  const Rgb ground{scene.background[0] / 255.0, scene.background[1] / 255.0, scene.background[2] / 255.0};
  const double ink_level = oklab(ground)[0] < 0.5 ? 0.88 : 0.15;
  const Color ink = bytes({ink_level, ink_level, ink_level});
  // The sizes are the height of capital letters, and the line height of a font with such capitals.
  const double size = std::max(6.0, std::min(width, height) / 55.0), letters = size / 0.73;
  const double margin = 1.6 * size;

  // The colour bar is in the middle of the right side, with the highest value on top.
  const double range = legend.high - legend.low;
  constexpr int kTicks = 4;
  std::array<std::string, kTicks + 1> labels;
  double room = 0;
  for (int tick = 0; tick <= kTicks; ++tick) {
    labels[std::size_t(tick)] = number(legend.low + range * tick / kTicks, range);
    room = std::max(room, picture.text_width(letters, labels[std::size_t(tick)]));
  }
  const double bar_width = 1.3 * size, bar_height = 0.5 * height, top = 0.25 * height;
  const double left = width - margin - room - 0.8 * size - bar_width;
  if (left > width / 2.0 && !legend.colours.empty()) {
    const double n = double(legend.colours.size());
    for (double y = 0; y < bar_height; ++y) {
      const std::size_t entry = std::size_t(std::clamp((1 - y / bar_height) * n, 0.0, n - 1));
      picture.rectangle({left, top + y}, {left + bar_width, std::min(top + y + 1, top + bar_height)},
                        bytes(view::rgb(legend.colours[entry])));
    }
    for (int tick = 0; tick <= kTicks; ++tick) {
      const double y = top + bar_height * (1 - double(tick) / kTicks), x = left + bar_width;
      picture.line({x, y}, {x + 0.4 * size, y}, std::max(1.0, size / 9), ink);
      picture.text({x + 0.8 * size, y}, letters, labels[std::size_t(tick)], ink);
    }
    // Marks show the values of the surfaces.
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
  const auto line = [&](const std::string& formula) {
    if (formula.empty()) return;
    const std::string words = superscripts(formula);
    // Text that is too long is made smaller, so that it is not cut.
    const double share = (width - 2 * margin) / std::max(picture.text_width(letters, words), 1.0);
    if (share > 0) picture.text({margin, y + size / 2}, letters * std::min(share, 1.0), words, ink);
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
