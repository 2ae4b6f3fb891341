// The options of commands that describe configurations for ILDG's catalogue.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "io/qcdml.hpp"

namespace glueball::app {

struct QcdmlOptions {
  std::string ensemble;  ///< markovChainURI; no document is written when it is empty
  std::string series, participant, institution, machine, licence;

  bool wanted() const { return !ensemble.empty(); }
  /// What the options, the clock and this program tell: the names, the code, the date of now.
  io::QcdmlOrigin origin() const;
  /// The logical file name of `file` beside its ensemble: mc://a/b gives lfn://a/b/FILE, and
  /// lfn://a/b/SERIES/FILE where the series is given.
  std::string logical_filename(const std::string& file) const;
};

/// `chain`: with those of the document of an ensemble, which a chain writes.
void declare_qcdml(CLI::App& table, QcdmlOptions& o, bool chain);

}  // namespace glueball::app
