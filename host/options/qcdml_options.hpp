// Options of commands that describe configurations for ILDG's catalogue.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "io/qcdml.hpp"

namespace glueball::app {

struct QcdmlOptions {
  std::string ensemble;  ///< markovChainURI; if it is empty no document is written
  std::string series, participant, institution, machine, licence;

  bool wanted() const { return !ensemble.empty(); }
  /// Returns the names, the code and the present date.
  io::QcdmlOrigin origin() const;
  /// Returns the logical file name of `file`: for the ensemble mc://a/b it is lfn://a/b/FILE, or
  /// lfn://a/b/SERIES/FILE if the series is given.
  std::string logical_filename(const std::string& file) const;
};

/// `chain` adds the options for an ensemble's document, which a chain writes.
void declare_qcdml(CLI::App& table, QcdmlOptions& o, bool chain);

}  // namespace glueball::app
