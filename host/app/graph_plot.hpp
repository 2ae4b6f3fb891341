// Plots of an ensemble's results.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/plot_file.hpp"
#include "measure/graph.hpp"

namespace glueball::app {

/// Makes a plot: curves with errors are points, curves without are dashed lines for comparison. Throws
/// Error(not_converged) if no curve has a point.
LinePlot line_plot(const Graph& graph);

/// The files of --plot, on the first rank.
class GraphPlots {
 public:
  /// Refuses a file that cannot be written before the work starts, as PlotFile does.
  GraphPlots(const std::vector<std::string>& paths, bool force);
  bool empty() const { return paths_.empty(); }
  /// Writes the files and reports them on stderr unless `quiet`. Throws as line_plot and PlotFile do.
  void write(const Graph& graph, bool quiet);

 private:
  std::vector<std::string> paths_;
  std::vector<std::unique_ptr<PlotFile>> files_;
};

}  // namespace glueball::app
