// The options that all commands with a Markov chain share.
#pragma once

#include <cstdint>
#include <string>

#include "app/options.hpp"
#include "options/hdf5_options.hpp"
#include "options/option_group.hpp"
#include "options/qcdml_options.hpp"
#include "options/run_window.hpp"
#include "run/chain_run.hpp"
#include "update/chain_ranlux.hpp"

namespace glueball::app {

struct ChainOptions : ChainSettings {
  CommonOptions common;
  std::string start = "cold";
  Four lattice{{8, 8, 8, 8}};
  bool lattice_given = false;
  bool ignore_checksum = false;
  std::string random = "philox";
  int luxury = 3;
  std::vector<std::string> where;  ///< values of --save-where
  std::string output;
  std::string resume;
  std::string defaults;  ///< defaults of all options as TOML
  Hdf5Options hdf5;
  QcdmlOptions qcdml;  ///< documents of configurations
  WindowOptions window;

  RandomNumbers random_numbers() const { return {.ranlux = random == "ranlux", .luxury = luxury}; }
  /// True if the first configuration is made instead of read.
  bool is_made() const { return start == "cold" || start == "hot"; }
  /// Returns Command::sites. Errors in a file are reported when it is read.
  std::size_t sites() const;
};

void declare_start(CLI::App& table, ChainOptions& o);
/// `count` is the flag for the number of steps, `step` is their name.
void declare_chain(const OptionGroup& group, ChainOptions& o, const std::string& count,
                   const std::string& step);
/// Declares the groups after those of the algorithm: observables, output, resume, and common flags.
void declare_output(CLI::App& table, ChainOptions& o, const std::string& count,
                    std::initializer_list<FlagGroup> flags);

/// Returns the values, and writes those of the defaults as TOML into `o`. Must be called after parsing and
/// before the values are used.
ConfigValues settle(CLI::App& table, ChainOptions& o);

}  // namespace glueball::app
