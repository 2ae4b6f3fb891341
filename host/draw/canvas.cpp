#include "draw/canvas.hpp"

#include <numbers>
#include <stdexcept>

#include "base/load_library.hpp"
#include "base/printable.hpp"
#include "draw/sheet.hpp"
#include "draw/words.hpp"

namespace glueball {
namespace {

MakeSheet* sheet_maker() {
  static MakeSheet* const loaded = load_function<MakeSheet*()>(
      "libglueball_cairo.so", "glueball_sheet_maker", "plots need Cairo, which cannot be loaded",
      "install Cairo, and put libglueball_cairo.so beside the program")();
  return loaded;
}

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words)
    text += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return text;
}

std::string drawable(Sheet& sheet, std::string_view words) {
  static const bool font = sheet.has_font();
  const std::string text = printable(words);  // Cairo fails on text that is not UTF-8
  return font ? text : plain(text);
}

}  // namespace

Canvas::Canvas(Kind kind, int width, int height)
    : width_(width), height_(height), sheet_(sheet_maker()(kind, width, height)) {}

Canvas::Canvas(int width, int height, const std::vector<std::uint8_t>& rgb)
    : Canvas(Kind::pixels, width, height) {
  sheet_->paste(rgb);
}

Canvas::~Canvas() = default;

void Canvas::require_library() { sheet_maker(); }

void Canvas::line(Point from, Point to, double thickness, Color color) {
  lines({from, to}, thickness, color);
}

void Canvas::lines(const std::vector<Point>& points, double thickness, Color color, double dash) {
  if (!points.empty()) sheet_->lines(points, thickness, color, dash);
}

void Canvas::disc(Point center, double radius, Color color) { sheet_->disc(center, radius, color); }

void Canvas::rectangle(Point corner, Point opposite, Color color) {
  sheet_->rectangle(corner, opposite, color);
}

void Canvas::text(Point at, double size, std::string_view words, Color color, Align align) {
  sheet_->write(at, size, drawable(*sheet_, words), color, align, 0);
}

void Canvas::text_upwards(Point at, double size, std::string_view words, Color color) {
  sheet_->write(at, size, drawable(*sheet_, words), color, Align::middle, -std::numbers::pi / 2);
}

double Canvas::text_width(double size, std::string_view words) const {
  return sheet_->text_width(size, drawable(*sheet_, words));
}

std::vector<std::uint8_t> Canvas::rgb() const { return sheet_->rgb(); }

std::string Canvas::svg(std::string_view title) {
  const std::string file = sheet_->svg();
  const auto head = file.find('>', file.find("<svg"));
  if (head == std::string::npos) throw std::logic_error("a canvas of pixels cannot be written as SVG");
  return file.substr(0, head + 1) + "\n<title>" + escaped(printable(title)) + "</title>" +
         file.substr(head + 1);
}

}  // namespace glueball
