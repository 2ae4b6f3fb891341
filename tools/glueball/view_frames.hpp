// `glueball view --headless`: pictures of a run as files.
#pragma once

#include <optional>

#include "io/webp.hpp"
#include "run/run_directory.hpp"
#include "view/renderer.hpp"
#include "view_options.hpp"

namespace glueball::app {

class ViewFrames {
 public:
  /// Throws Error(bad_value) for an output directory that cannot be written. `config` is the options as TOML.
  ViewFrames(const ViewOptions& options, std::string config);

  /// Draws all frames, writes the animation and the requested links. SIGINT ends it after a frame. On several
  /// ranks rank 0 draws and writes.
  void draw(view::LiveRun& run);

 private:
  void frame(view::LiveRun& run, view::Renderer& renderer, int n);
  void report(view::LiveRun& run, view::Renderer& renderer, const view::Scene& scene, int n,
              const std::string& file, double total, double seconds);
  void finish(view::LiveRun& run, int frames);

  const ViewOptions& o_;
  std::string config_;
  view::Scene scene_;
  std::array<int, 2> size_;
  std::optional<RunDirectory> directory_;  ///< on rank 0
  std::optional<io::WebpAnimation> animation_;
};

}  // namespace glueball::app
