// The options that runs of a Markov chain share.
#pragma once

#include <cstdint>
#include <string>

#include "app/options.hpp"
#include "hdf5_options.hpp"
#include "option_group.hpp"
#include "qcdml_options.hpp"
#include "run/chain_run.hpp"
#include "run_window.hpp"
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
  std::vector<std::string> where;  ///< what --save-where says
  std::string output;
  std::string resume;
  std::string defaults;  ///< of all options, as TOML
  Hdf5Options hdf5;
  QcdmlOptions qcdml;  ///< of configurations
  WindowOptions window;

  RandomNumbers random_numbers() const { return {.ranlux = random == "ranlux", .luxury = luxury}; }
  /// Whether the first configuration is made, not read.
  bool is_made() const { return start == "cold" || start == "hot"; }
  /// As Command has them. What is wrong with a file is said where it is read.
  std::size_t sites() const;
};

void declare_start(CLI::App& table, ChainOptions& o);
/// `count` is the flag that counts steps, `step` what they are called.
void declare_chain(const OptionGroup& group, ChainOptions& o, const std::string& count,
                   const std::string& step);
/// After the groups of the algorithm: observables, output, resume, and what every command takes.
void declare_output(CLI::App& table, ChainOptions& o, const std::string& count);

/// The values, and those of the defaults as TOML into `o`; to be called after parsing and before the values
/// are used.
ConfigValues settle(CLI::App& table, ChainOptions& o);

}  // namespace glueball::app
