// Drawing with Cairo. This is a library of its own, loaded when something is drawn, so that other programs do
// not wait for the libraries behind it.
#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "draw/sheet.hpp"

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

class CairoSheet final : public Sheet {
 public:
  CairoSheet(Canvas::Kind kind, int width, int height)
      : width_(std::size_t(width)),
        height_(std::size_t(height)),
        surface_(kind == Canvas::Kind::pixels
                     ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)
                     : cairo_svg_surface_create_for_stream(append, &svg_, width, height)),
        cairo_(cairo_create(surface_)) {
    if (kind == Canvas::Kind::svg) cairo_svg_surface_set_document_unit(surface_, CAIRO_SVG_UNIT_PX);
    cairo_set_source_rgb(cairo_, 1, 1, 1);
    cairo_paint(cairo_);
    // Gray antialiasing makes the pixels equal on every machine with the same font, whatever its screen is.
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo_, options);
    cairo_font_options_destroy(options);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
  }
  CairoSheet(const CairoSheet&) = delete;
  CairoSheet& operator=(const CairoSheet&) = delete;
  ~CairoSheet() override {
    cairo_destroy(cairo_);
    cairo_surface_destroy(surface_);
  }

  void paste(const std::vector<std::uint8_t>& rgb) override {
    cairo_surface_flush(surface_);
    unsigned char* bytes = cairo_image_surface_get_data(surface_);
    if (bytes == nullptr) return;
    const auto stride = std::size_t(cairo_image_surface_get_stride(surface_));
    const std::size_t pixels = std::min(width_ * height_, rgb.size() / 3);
    for (std::size_t n = 0; n < pixels; ++n) {
      const std::uint32_t pixel =
          std::uint32_t(rgb[3 * n]) << 16 | std::uint32_t(rgb[3 * n + 1]) << 8 | rgb[3 * n + 2];
      *reinterpret_cast<std::uint32_t*>(bytes + n / width_ * stride + n % width_ * 4) = pixel;
    }
    cairo_surface_mark_dirty(surface_);
  }

  void lines(const std::vector<Point>& points, double thickness, Color color, double dash) override {
    set_color(color);
    cairo_set_line_width(cairo_, thickness);
    cairo_set_line_cap(cairo_, dash > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(cairo_, &dash, dash > 0 ? 1 : 0, 0);
    for (const Point& p : points) cairo_line_to(cairo_, p.x, p.y);
    cairo_stroke(cairo_);
    cairo_set_dash(cairo_, nullptr, 0, 0);
  }

  void disc(Point center, double radius, Color color) override {
    set_color(color);
    cairo_arc(cairo_, center.x, center.y, radius, 0, 2 * std::numbers::pi);
    cairo_fill(cairo_);
  }

  void rectangle(Point corner, Point opposite, Color color) override {
    set_color(color);
    cairo_rectangle(cairo_, corner.x, corner.y, opposite.x - corner.x, opposite.y - corner.y);
    cairo_fill(cairo_);
  }

  void write(Point at, double size, const std::string& text, Color color, Align align,
             double angle) override {
    set_color(color);
    set_font("sans", size);
    const double capital = -extents("H").y_bearing;
    const double share = align == Align::left ? 0 : align == Align::middle ? 0.5 : 1;
    const double back = share * extents(text).x_advance;
    cairo_save(cairo_);
    cairo_translate(cairo_, at.x, at.y);
    cairo_rotate(cairo_, angle);
    cairo_move_to(cairo_, -back, capital / 2);
    cairo_show_text(cairo_, text.c_str());
    cairo_restore(cairo_);
    cairo_new_path(cairo_);
  }

  double text_width(double size, const std::string& text) override {
    set_font("sans", size);
    return extents(text).x_advance;
  }

  /// Without any font Cairo uses built-in letters. Then a word is equally wide in all families.
  bool has_font() override {
    const auto width = [&](const char* family) {
      set_font(family, 100);
      return extents("Wilson").x_advance;
    };
    return std::abs(width("sans") - width("@cairo:")) > 1e-6;
  }

  std::vector<std::uint8_t> rgb() const override {
    require_drawn(cairo_status(cairo_));
    cairo_surface_flush(surface_);
    const unsigned char* bytes = cairo_image_surface_get_data(surface_);
    if (bytes == nullptr) throw std::logic_error("an SVG has no pixels");
    const auto stride = std::size_t(cairo_image_surface_get_stride(surface_));
    std::vector<std::uint8_t> all;
    all.reserve(width_ * height_ * 3);
    for (std::size_t y = 0; y < height_; ++y)
      for (std::size_t x = 0; x < width_; ++x) {
        const auto pixel = *reinterpret_cast<const std::uint32_t*>(bytes + y * stride + 4 * x);
        for (const int shift : {16, 8, 0}) all.push_back(std::uint8_t(pixel >> shift));
      }
    return all;
  }

  std::string svg() override {
    require_drawn(cairo_status(cairo_));
    cairo_surface_finish(surface_);
    require_drawn(cairo_surface_status(surface_));
    return svg_;
  }

 private:
  void set_color(Color c) { cairo_set_source_rgb(cairo_, c[0] / 255.0, c[1] / 255.0, c[2] / 255.0); }
  void set_font(const char* family, double size) {
    cairo_select_font_face(cairo_, family, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo_, size);
  }
  cairo_text_extents_t extents(const std::string& words) {
    cairo_text_extents_t of;
    cairo_text_extents(cairo_, words.c_str(), &of);
    return of;
  }

  std::size_t width_, height_;
  std::string svg_;
  cairo_surface_t* surface_;
  cairo_t* cairo_;
};

std::unique_ptr<Sheet> make_sheet(Canvas::Kind kind, int width, int height) {
  return std::make_unique<CairoSheet>(kind, width, height);
}

}  // namespace
}  // namespace glueball

extern "C" __attribute__((visibility("default"))) glueball::MakeSheet* glueball_sheet_maker() {
  return glueball::make_sheet;
}
