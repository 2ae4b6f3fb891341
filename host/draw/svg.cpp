#include "draw/svg.hpp"

#include <fmt/format.h>

namespace glueball {
namespace {

std::string hex(Color c) { return fmt::format("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]); }

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words)
    text += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return text;
}

std::string svg_line(Point from, Point to, double thickness, Color color, const std::string& more) {
  return fmt::format(
      R"(<line x1="{:.2f}" y1="{:.2f}" x2="{:.2f}" y2="{:.2f}" stroke="{}" stroke-width="{:.4g}"{}/>)"
      "\n",
      from.x, from.y, to.x, to.y, hex(color), thickness, more);
}

}  // namespace

void Svg::line(Point from, Point to, double thickness, Color color) {
  elements_ += svg_line(from, to, thickness, color, R"( stroke-linecap="round")");
}

void Svg::dashes(Point from, Point to, double thickness, Color color, double period) {
  elements_ += svg_line(from, to, thickness, color, fmt::format(R"( stroke-dasharray="{:.4g}")", period / 2));
}

void Svg::disc(Point center, double radius, Color color) {
  elements_ += fmt::format(R"(<circle cx="{:.2f}" cy="{:.2f}" r="{:.4g}" fill="{}"/>)"
                           "\n",
                           center.x, center.y, radius, hex(color));
}

void Svg::text(Point at, double size, std::string_view words, Color color) {
  if (words.empty()) return;
  // Capitals are about 0.7 of what fonts call their size; the width is what the layout counts on.
  elements_ +=
      fmt::format(R"(<text x="{:.2f}" y="{:.2f}" font-size="{:.2f}" textLength="{:.2f}" fill="{}">)"
                  "{}</text>\n",
                  at.x, at.y + size, size / 0.7, text_width(size, words), hex(color), escaped(words));
}

std::string Svg::file() const {
  return fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" )"
                     R"(viewBox="0 0 {0} {1}" font-family="sans-serif">)"
                     "\n"
                     R"(<rect width="{0}" height="{1}" fill="#ffffff"/>)"
                     "\n{2}</svg>\n",
                     width_, height_, elements_);
}

}  // namespace glueball
