#include "app/plot_file.hpp"

#include <algorithm>
#include <cctype>

#include "base/error.hpp"
#include "draw/canvas.hpp"
#include "io/png.hpp"

namespace glueball::app {
namespace {

constexpr int kWidth = 960, kHeight = 600;

/// Returns the ending of a name in small letters.
std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return ending;
}

const std::filesystem::path& known_ending(const std::filesystem::path& path) {
  if (ending_of(path) != ".png" && ending_of(path) != ".svg")
    throw Error(ErrorKind::bad_value, "a plot '" + path.string() + "' is neither PNG nor SVG",
                "give a name that ends in .png or .svg");
  return path;
}

}  // namespace

PlotFile::PlotFile(const std::filesystem::path& path, bool force)
    : svg_(ending_of(path) == ".svg"), file_(known_ending(path), force) {
  Canvas::require_library();
}

void PlotFile::write(const LinePlot& plot) {
  file_.write(svg_ ? draw_svg(plot, kWidth, kHeight)
                   : io::png(kWidth, kHeight, draw_rgb(plot, kWidth, kHeight)));
}

void PlotFile::write(int width, int height, std::string_view title,
                     const std::function<void(Canvas&)>& paint) {
  Canvas canvas(svg_ ? Canvas::Kind::svg : Canvas::Kind::pixels, width, height);
  paint(canvas);
  file_.write(svg_ ? canvas.svg(title) : io::png(width, height, canvas.rgb()));
}

}  // namespace glueball::app
