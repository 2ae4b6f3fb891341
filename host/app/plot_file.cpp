#include "app/plot_file.hpp"

#include "base/error.hpp"
#include "io/png.hpp"

namespace glueball::app {
namespace {

const std::filesystem::path& known_ending(const std::filesystem::path& path) {
  if (path.extension() != ".png" && path.extension() != ".svg")
    throw Error(ErrorKind::bad_value, "a plot '" + path.string() + "' is neither PNG nor SVG",
                "give a name that ends in .png or .svg");
  return path;
}

}  // namespace

PlotFile::PlotFile(const std::filesystem::path& path, bool force)
    : svg_(path.extension() == ".svg"), file_(known_ending(path), force) {}

void PlotFile::write(const LinePlot& plot) {
  if (svg_) {
    file_.write(draw_svg(plot).file());
  } else {
    const Picture picture = draw(plot);
    file_.write(io::png(picture.width(), picture.height(), picture.rgb()));
  }
}

}  // namespace glueball::app
