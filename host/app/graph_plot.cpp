#include "app/graph_plot.hpp"

#include <utility>

#include "app/progress.hpp"
#include "base/error.hpp"
#include "comm/communicator.hpp"

namespace glueball::app {

LinePlot line_plot(const Graph& graph) {
  LinePlot plot{.title = graph.title, .x_label = graph.x_label, .y_label = graph.y_label};
  plot.y_logarithmic = graph.y_logarithmic;
  for (const Curve& curve : graph.curves) {
    const bool line = curve.errors.empty();
    Series series{.name = curve.name, .points = {}, .dashed = line, .errors = curve.errors, .joined = line};
    for (std::size_t n = 0; n < curve.x.size(); ++n) series.points.push_back({curve.x[n], curve.y[n]});
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  if (plot.series.empty())
    throw Error(ErrorKind::not_converged, "--plot: no point of '" + graph.title + "' is determined",
                "measure more files, or shorter times and distances");
  return plot;
}

GraphPlots::GraphPlots(const std::vector<std::string>& paths, bool force) : paths_(paths) {
  if (!world().first()) return;
  for (const std::string& path : paths) files_.push_back(std::make_unique<PlotFile>(path, force));
}

void GraphPlots::write(const Graph& graph, bool quiet) {
  for (std::size_t n = 0; n < files_.size(); ++n) {
    files_[n]->write(line_plot(graph));
    files_[n]->commit();
    say(quiet, "wrote " + paths_[n]);
  }
}

}  // namespace glueball::app
