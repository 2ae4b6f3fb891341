// The picture that a chapter's program draws if its command line names a file for it.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/plot_file.hpp"
#include "draw/canvas.hpp"

namespace glueball::chapter {

/// A map of a rectangle of sites, with a color each; y counts upwards.
struct Map {
  std::string title;
  int columns, rows;
  std::function<Color(int x, int y)> color;
  int block = 0;  ///< lines divide the map into blocks of this side; 0: a frame alone
};

/// White for 0, dark blue for 1, in steps that keep files small.
inline Color shade(double value) {
  const double v = std::round(32 * std::clamp(value, 0.0, 1.0)) / 32;
  const auto between = [&](double light, double dark) {
    return std::uint8_t(std::lround(light + v * (dark - light)));
  };
  return {between(255, 8), between(255, 48), between(255, 107)};
}

/// Draws into the file whose name is the argument that ends in .png or .svg. An existing file is overwritten.
/// Without such an argument nothing is drawn.
class Picture {
 public:
  /// Removes the file's name from the arguments. Throws as app::PlotFile does, before any work is done.
  Picture(int& argc, char** argv) {
    int kept = 0;
    for (int n = 0; n < argc; ++n) {
      const std::string_view word = argv[n];
      if (n > 0 && (word.ends_with(".png") || word.ends_with(".svg")))
        file_ = std::make_unique<app::PlotFile>(word, true);
      else
        argv[kept++] = argv[n];
    }
    argc = kept;
  }
  void draw(const LinePlot& plot) {
    if (file_) file_->write(plot);
    finish();
  }
  /// Draws what `make` returns, which is called only if there is a file.
  template <class Make>
  requires std::is_invocable_v<Make>
  void draw(const Make& make) {
    if (file_) draw(make());
  }
  /// Draws maps side by side.
  void draw(const std::vector<Map>& maps) {
    int width = kGap, height = 0;
    for (const Map& map : maps)
      width += cell(map) * map.columns + kGap, height = std::max(height, cell(map) * map.rows);
    if (file_)
      file_->write(width, kTitle + height + kGap, maps.front().title, [&](Canvas& canvas) {
        int left = kGap;
        for (const Map& map : maps) draw(canvas, map, left), left += cell(map) * map.columns + kGap;
      });
    finish();
  }

 private:
  static constexpr int kSide = 288, kGap = 16, kTitle = 32;
  /// Whole pixels, so that edges are sharp.
  static int cell(const Map& map) { return std::max(1, kSide / std::max(map.columns, map.rows)); }
  static void draw(Canvas& canvas, const Map& map, int left) {
    const int side = cell(map), right = left + side * map.columns, bottom = kTitle + side * map.rows;
    constexpr Color kText{40, 40, 40}, kLine{130, 130, 130};
    canvas.text({0.5 * (left + right), 0.5 * kTitle}, 18, map.title, kText, Align::middle);
    const auto at = [&](int x, int y) { return Point{double(left + side * x), double(bottom - side * y)}; };
    for (int y = 0; y < map.rows; ++y)
      for (int x = 0; x < map.columns; ++x) canvas.rectangle(at(x, y), at(x + 1, y + 1), map.color(x, y));
    const int across = map.block > 0 ? map.block : map.columns, up = map.block > 0 ? map.block : map.rows;
    for (int x = 0; x <= map.columns; x += across) canvas.line(at(x, 0), at(x, map.rows), 1, kLine);
    for (int y = 0; y <= map.rows; y += up) canvas.line(at(0, y), at(map.columns, y), 1, kLine);
  }
  void finish() {
    if (file_) file_->commit();
    file_.reset();  // on several devices the first one draws
  }

  std::unique_ptr<app::PlotFile> file_;
};

}  // namespace glueball::chapter
