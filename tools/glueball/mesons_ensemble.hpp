// Meson correlators of several configurations: means and errors, and a plot.
#pragma once

#include <string>
#include <vector>

#include "measure/graph.hpp"
#include "options/quark_options.hpp"
#include "run/meson_run.hpp"

namespace glueball::app {

/// Collects the correlators of each file in the order of the chain.
class MesonEnsemble {
 public:
  /// All files must give the same correlators of one length. Throws Error(bad_file) that names a file with
  /// another time extent.
  void add(const std::string& file, const std::vector<MesonCorrelators>& results);
  bool empty() const { return files_.empty(); }

  // Errors are by the Gamma method, or with a `bin` above 0 by the jackknife over bins.
  /// Returns a line {"summary": ...} for each correlator, or tables of text. `unit` of times is
  /// configurations.
  std::string json(const QuarkOptions& quark, std::size_t bin) const;
  std::string text(const QuarkOptions& quark, std::size_t bin) const;
  /// Plots the channels of the first correlator.
  Graph graph(const QuarkOptions& quark, std::size_t bin) const;

 private:
  std::vector<std::string> files_;
  std::vector<std::vector<MesonCorrelators>> results_;  ///< [file][correlator]
};

}  // namespace glueball::app
