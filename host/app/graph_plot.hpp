// Pictures of what an ensemble says, as a command writes them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/plot_file.hpp"
#include "measure/graph.hpp"

namespace glueball::app {

/// Curves with errors are points, those without are dashed lines to compare with. Throws Error(not_converged)
/// where no curve has a point.
LinePlot line_plot(const Graph& graph);

/// The files of --plot, on the first rank.
class GraphPlots {
 public:
  /// What cannot be written is refused before the work, as PlotFile does.
  GraphPlots(const std::vector<std::string>& paths, bool force);
  bool empty() const { return paths_.empty(); }
  /// Says so on stderr, unless quiet. Throws as line_plot and PlotFile do.
  void write(const Graph& graph, bool quiet);

 private:
  std::vector<std::string> paths_;
  std::vector<std::unique_ptr<PlotFile>> files_;
};

}  // namespace glueball::app
