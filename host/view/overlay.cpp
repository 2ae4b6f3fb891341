#include "view/overlay.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace glueball::view {
namespace {

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

/// Packs two coordinates into a word, limited to the range of a frame.
std::uint32_t packed(Overlay::Point p) {
  const auto word = [](float x) { return std::uint32_t(std::clamp(x, 0.0f, 65535.0f)); };
  return word(p.x) | word(p.y) << 16;
}

/// Returns the range [first, last) of `count` tiles that coordinates from `low` to `high` touch.
std::array<std::uint32_t, 2> range(float low, float high, std::uint32_t count) {
  const auto tile = [&](float x) { return std::clamp(x / Overlay::kTile, 0.0f, float(count)); };
  return {std::uint32_t(tile(low)), std::uint32_t(std::ceil(tile(high)))};
}

}  // namespace

void Overlay::clear() {
  words_.clear();
  bounds_.clear();
}

void Overlay::add(const std::array<std::uint32_t, kWords>& shape, const Box& bounds) {
  if (!(bounds.low.x < bounds.high.x && bounds.low.y < bounds.high.y)) return;
  words_.insert(words_.end(), shape.begin(), shape.end());
  bounds_.push_back(bounds);
}

void Overlay::rectangle(const Box& box, std::uint32_t colour) {
  add({kPlain, colour, 0, 0, bits(box.low.x), bits(box.low.y), bits(box.high.x), bits(box.high.y)}, box);
}

void Overlay::glyph(const Box& box, const Box& texels, std::uint32_t colour) {
  const float du = (texels.high.x - texels.low.x) / (box.high.x - box.low.x),
              dv = (texels.high.y - texels.low.y) / (box.high.y - box.low.y);
  add({kGlyph, colour, bits(texels.low.x), bits(texels.low.y), bits(box.low.x), bits(box.low.y),
       bits(box.high.x), bits(box.high.y), bits(du), bits(dv)},
      box);
}

void Overlay::triangle(std::array<Corner, 3> c, const Box& clip) {
  const auto area =
      (c[1].at.x - c[0].at.x) * (c[2].at.y - c[0].at.y) - (c[1].at.y - c[0].at.y) * (c[2].at.x - c[0].at.x);
  if (!(std::abs(area) > 0)) return;
  if (area < 0) std::swap(c[1], c[2]);
  const auto [left, right] = std::minmax({c[0].at.x, c[1].at.x, c[2].at.x});
  const auto [top, bottom] = std::minmax({c[0].at.y, c[1].at.y, c[2].at.y});
  add({kTriangle, c[0].colour, c[1].colour, c[2].colour, bits(c[0].at.x), bits(c[0].at.y), bits(c[1].at.x),
       bits(c[1].at.y), bits(c[2].at.x), bits(c[2].at.y), packed(clip.low), packed(clip.high)},
      {{std::max(left, clip.low.x), std::max(top, clip.low.y)},
       {std::min(right, clip.high.x), std::min(bottom, clip.high.y)}});
}

std::vector<std::uint32_t> Overlay::tiles(std::uint32_t width, std::uint32_t height) const {
  const std::uint32_t across = (width + kTile - 1) / kTile, down = (height + kTile - 1) / kTile,
                      count = across * down;
  const auto for_each = [&](auto visit) {
    for (std::uint32_t n = 0; n < bounds_.size(); ++n) {
      const auto x = range(bounds_[n].low.x, bounds_[n].high.x, across),
                 y = range(bounds_[n].low.y, bounds_[n].high.y, down);
      for (std::uint32_t j = y[0]; j < y[1]; ++j)
        for (std::uint32_t i = x[0]; i < x[1]; ++i) visit(j * across + i, n);
    }
  };
  std::vector<std::uint32_t> lists(count + 1, 0);
  for_each([&](std::uint32_t tile, std::uint32_t) { ++lists[tile + 1]; });
  lists[0] = count + 1;
  std::partial_sum(lists.begin(), lists.end(), lists.begin());
  std::vector<std::uint32_t> next(lists.begin(), lists.end() - 1);
  lists.resize(lists.back());
  for_each([&](std::uint32_t tile, std::uint32_t n) { lists[next[tile]++] = n; });
  return lists;
}

}  // namespace glueball::view
