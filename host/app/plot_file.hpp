// A plot that a command writes.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "draw/line_plot.hpp"
#include "io/atomic_file.hpp"

namespace glueball::app {

/// A PNG or an SVG file, by the ending of its name in small or capital letters.
class PlotFile {
 public:
  /// Refuses a file that cannot be written before the work starts. Throws Error(bad_value) for other endings
  /// and without Cairo, and as AtomicFile does.
  PlotFile(const std::filesystem::path& path, bool force);
  // The next two functions throw as `draw` and AtomicFile do.
  void write(const LinePlot& plot);
  /// Writes what `paint` draws on a canvas of this size. `title` is the text for screen readers.
  void write(int width, int height, std::string_view title, const std::function<void(Canvas&)>& paint);
  void commit() { file_.commit(); }

 private:
  bool svg_;
  io::AtomicFile file_;
};

}  // namespace glueball::app
