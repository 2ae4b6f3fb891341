#include "draw/canvas.hpp"

#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "base/printable.hpp"
#include "draw/words.hpp"

namespace glueball {
namespace {

void require_drawn(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(std::string("a picture cannot be drawn: ") + cairo_status_to_string(status));
}

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t* sheet(Canvas::Kind kind, int width, int height, std::string& svg) {
  if (kind == Canvas::Kind::pixels) return cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_surface_t* surface = cairo_svg_surface_create_for_stream(append, &svg, width, height);
  cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

void set_color(cairo_t* cairo, Color c) {
  cairo_set_source_rgb(cairo, c[0] / 255.0, c[1] / 255.0, c[2] / 255.0);
}

void set_font(cairo_t* cairo, const char* family, double size) {
  cairo_select_font_face(cairo, family, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, size);
}

cairo_text_extents_t extents(cairo_t* cairo, const std::string& words) {
  cairo_text_extents_t of;
  cairo_text_extents(cairo, words.c_str(), &of);
  return of;
}

/// Without a font, Cairo has letters of its own; the same word is as wide in both then.
bool a_font_is_there(cairo_t* cairo) {
  const auto width = [&](const char* family) {
    set_font(cairo, family, 100);
    return extents(cairo, "Wilson").x_advance;
  };
  return std::abs(width("sans") - width("@cairo:")) > 1e-6;
}

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words)
    text += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return text;
}

std::string drawable(cairo_t* cairo, std::string_view words) {
  static const bool font = a_font_is_there(cairo);
  const std::string text = printable(words);  // what is no UTF-8 would be an error of Cairo
  return font ? text : plain(text);
}

}  // namespace

Canvas::Canvas(Kind kind, int width, int height)
    : width_(width),
      height_(height),
      surface_(sheet(kind, width, height, svg_)),
      cairo_(cairo_create(surface_)) {
  cairo_set_source_rgb(cairo_, 1, 1, 1);
  cairo_paint(cairo_);
  finish_setup();
}

Canvas::Canvas(int width, int height, const std::vector<std::uint8_t>& rgb)
    : Canvas(Kind::pixels, width, height) {
  cairo_surface_flush(surface_);
  unsigned char* bytes = cairo_image_surface_get_data(surface_);
  if (bytes == nullptr) return;
  const auto stride = std::size_t(cairo_image_surface_get_stride(surface_));
  const std::size_t pixels = std::min(std::size_t(width) * std::size_t(height), rgb.size() / 3);
  for (std::size_t n = 0; n < pixels; ++n) {
    const std::uint32_t pixel =
        std::uint32_t(rgb[3 * n]) << 16 | std::uint32_t(rgb[3 * n + 1]) << 8 | rgb[3 * n + 2];
    *reinterpret_cast<std::uint32_t*>(bytes + n / std::size_t(width) * stride + n % std::size_t(width) * 4) =
        pixel;
  }
  cairo_surface_mark_dirty(surface_);
}

Canvas::~Canvas() {
  cairo_destroy(cairo_);
  cairo_surface_destroy(surface_);
}

void Canvas::finish_setup() {
  // The same pixels on every machine with the same font, whatever its screen is.
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cairo_, options);
  cairo_font_options_destroy(options);
  cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
}

void Canvas::line(Point from, Point to, double thickness, Color color) {
  lines({from, to}, thickness, color);
}

void Canvas::lines(const std::vector<Point>& points, double thickness, Color color, double dash) {
  if (points.empty()) return;
  set_color(cairo_, color);
  cairo_set_line_width(cairo_, thickness);
  cairo_set_line_cap(cairo_, dash > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_dash(cairo_, &dash, dash > 0 ? 1 : 0, 0);
  for (const Point& p : points) cairo_line_to(cairo_, p.x, p.y);
  cairo_stroke(cairo_);
  cairo_set_dash(cairo_, nullptr, 0, 0);
}

void Canvas::disc(Point center, double radius, Color color) {
  set_color(cairo_, color);
  cairo_arc(cairo_, center.x, center.y, radius, 0, 2 * std::numbers::pi);
  cairo_fill(cairo_);
}

void Canvas::rectangle(Point corner, Point opposite, Color color) {
  set_color(cairo_, color);
  cairo_rectangle(cairo_, corner.x, corner.y, opposite.x - corner.x, opposite.y - corner.y);
  cairo_fill(cairo_);
}

void Canvas::write(Point at, double size, std::string_view words, Color color, Align align, double angle) {
  const std::string text = drawable(cairo_, words);
  set_color(cairo_, color);
  set_font(cairo_, "sans", size);
  const double capital = -extents(cairo_, "H").y_bearing;
  const double share = align == Align::left ? 0 : align == Align::middle ? 0.5 : 1;
  const double back = share * extents(cairo_, text).x_advance;
  cairo_save(cairo_);
  cairo_translate(cairo_, at.x, at.y);
  cairo_rotate(cairo_, angle);
  cairo_move_to(cairo_, -back, capital / 2);
  cairo_show_text(cairo_, text.c_str());
  cairo_restore(cairo_);
  cairo_new_path(cairo_);
}

void Canvas::text(Point at, double size, std::string_view words, Color color, Align align) {
  write(at, size, words, color, align, 0);
}

void Canvas::text_upwards(Point at, double size, std::string_view words, Color color) {
  write(at, size, words, color, Align::middle, -std::numbers::pi / 2);
}

double Canvas::text_width(double size, std::string_view words) const {
  const std::string text = drawable(cairo_, words);
  set_font(cairo_, "sans", size);
  return extents(cairo_, text).x_advance;
}

std::vector<std::uint8_t> Canvas::rgb() const {
  require_drawn(cairo_status(cairo_));
  cairo_surface_flush(surface_);
  const unsigned char* bytes = cairo_image_surface_get_data(surface_);
  if (bytes == nullptr) throw std::logic_error("an SVG has no pixels");
  const auto stride = std::size_t(cairo_image_surface_get_stride(surface_));
  std::vector<std::uint8_t> all;
  all.reserve(std::size_t(width_) * std::size_t(height_) * 3);
  for (std::size_t y = 0; y < std::size_t(height_); ++y)
    for (std::size_t x = 0; x < std::size_t(width_); ++x) {
      const auto pixel = *reinterpret_cast<const std::uint32_t*>(bytes + y * stride + 4 * x);
      for (const int shift : {16, 8, 0}) all.push_back(std::uint8_t(pixel >> shift));
    }
  return all;
}

std::string Canvas::svg(std::string_view title) {
  require_drawn(cairo_status(cairo_));
  cairo_surface_finish(surface_);
  require_drawn(cairo_surface_status(surface_));
  const auto head = svg_.find('>', svg_.find("<svg"));
  if (head == std::string::npos) throw std::logic_error("these pixels are no SVG");
  return svg_.substr(0, head + 1) + "\n<title>" + escaped(printable(title)) + "</title>" +
         svg_.substr(head + 1);
}

}  // namespace glueball
