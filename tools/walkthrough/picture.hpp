// The plot that a chapter's program draws if its command line names a file for it.
#pragma once

#include <memory>
#include <string_view>

#include "app/plot_file.hpp"

namespace glueball::chapter {

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
    if (!file_) return;
    file_->write(plot);
    file_->commit();
    file_.reset();  // on several devices the first one draws
  }

 private:
  std::unique_ptr<app::PlotFile> file_;
};

}  // namespace glueball::chapter
