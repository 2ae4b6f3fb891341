// The curve that a chapter's program draws where one is asked for.
#pragma once

#include <memory>
#include <string_view>

#include "app/plot_file.hpp"

namespace glueball::chapter {

/// An argument that ends in .png or .svg, which is taken out of the others: what is there is overwritten.
class Picture {
 public:
  /// Throws as app::PlotFile does, before any work is done.
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
