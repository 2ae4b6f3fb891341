#include "view/window/draw_data.hpp"

#include <imgui.h>

#include <algorithm>

namespace glueball::view {
namespace {

using Point = Overlay::Point;
using Box = Overlay::Box;

/// The transformation of one command's coordinates to pixels and texels, and its clip rectangle.
struct Frame {
  ImVec2 origin, scale;
  float font_width, font_height;
  Box clip;

  Point pixel(const ImVec2& p) const { return {(p.x - origin.x) * scale.x, (p.y - origin.y) * scale.y}; }
  Point texel(const ImVec2& uv) const { return {uv.x * font_width, uv.y * font_height}; }
};

bool same(const ImVec2& a, const ImVec2& b) { return a.x == b.x && a.y == b.y; }

/// True if two triangles (a, b, c), (a, c, d) form an upright rectangle of one colour, as most do.
bool is_rectangle(const ImDrawVert* v, const ImDrawIdx* i) {
  if (i[3] != i[0] || i[4] != i[2]) return false;
  const ImDrawVert &a = v[i[0]], &b = v[i[1]], &c = v[i[2]], &d = v[i[5]];
  return a.pos.y == b.pos.y && b.pos.x == c.pos.x && c.pos.y == d.pos.y && d.pos.x == a.pos.x &&
         a.pos.x <= c.pos.x && a.pos.y <= c.pos.y && a.col == b.col && a.col == c.col && a.col == d.col;
}

void add_rectangle(const ImDrawVert& a, const ImDrawVert& c, const Frame& frame, Overlay& overlay) {
  const Box box{frame.pixel(a.pos), frame.pixel(c.pos)};
  const Box seen{{std::max(box.low.x, frame.clip.low.x), std::max(box.low.y, frame.clip.low.y)},
                 {std::min(box.high.x, frame.clip.high.x), std::min(box.high.y, frame.clip.high.y)}};
  if (!(seen.low.x < seen.high.x && seen.low.y < seen.high.y)) return;
  if (same(a.uv, c.uv)) return overlay.rectangle(seen, a.col);
  const Point first = frame.texel(a.uv), last = frame.texel(c.uv);
  const auto at = [&](const Point& p) {
    return Point{first.x + (p.x - box.low.x) / (box.high.x - box.low.x) * (last.x - first.x),
                 first.y + (p.y - box.low.y) / (box.high.y - box.low.y) * (last.y - first.y)};
  };
  overlay.glyph(seen, {at(seen.low), at(seen.high)}, a.col);
}

void append(const ImDrawVert* v, const ImDrawIdx* i, unsigned count, const Frame& frame, Overlay& overlay) {
  for (unsigned n = 0; n + 3 <= count;) {
    if (n + 6 <= count && is_rectangle(v, i + n)) {
      add_rectangle(v[i[n]], v[i[n + 2]], frame, overlay);
      n += 6;
      continue;
    }
    const auto corner = [&](unsigned k) {
      return Overlay::Corner{frame.pixel(v[i[n + k]].pos), v[i[n + k]].col};
    };
    overlay.triangle({corner(0), corner(1), corner(2)}, frame.clip);
    n += 3;
  }
}

}  // namespace

void append(const ImDrawData& data, int font_width, int font_height, Overlay& overlay) {
  Frame frame{data.DisplayPos, data.FramebufferScale, float(font_width), float(font_height), {}};
  for (int n = 0; n < data.CmdListsCount; ++n) {
    const ImDrawList& list = *data.CmdLists[n];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const ImVec4& c = command.ClipRect;
      frame.clip = {frame.pixel({c.x, c.y}), frame.pixel({c.z, c.w})};
      append(list.VtxBuffer.Data + command.VtxOffset, list.IdxBuffer.Data + command.IdxOffset,
             command.ElemCount, frame, overlay);
    }
  }
}

}  // namespace glueball::view
