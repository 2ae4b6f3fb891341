// A subcommand of the program: its options and its function.
#pragma once

#include <functional>

#include "app/exit_status.hpp"
#include "app/options.hpp"
#include "app/setup.hpp"
#include "base/error.hpp"

namespace glueball::app {

struct Command {
  CLI::App* table;
  const CommonOptions& flags;      ///< part of the options that `run` holds
  std::function<int(Setup&)> run;  ///< returns the exit status, or throws Error
  bool several_ranks = false;      ///< true if it works on several ranks
  /// Returns the sites of the lattice over all ranks if options determine them and there is no window, else
  /// 0.
  std::function<std::size_t()> sites = [] { return std::size_t(0); };
};

// Each of these functions adds its subcommand to `root`.
Command bench_command(CLI::App& root);
Command catalogue_command(CLI::App& root);
Command convert_command(CLI::App& root);
Command devices_command(CLI::App& root);
Command doctor_command(CLI::App& root);
Command eigenvalues_command(CLI::App& root);
Command fix_command(CLI::App& root);
Command heatbath_command(CLI::App& root);
Command flow_command(CLI::App& root);
Command hmc_command(CLI::App& root);
Command info_command(CLI::App& root);
Command measure_command(CLI::App& root);
Command mesons_command(CLI::App& root);
Command rational_command(CLI::App& root);
Command smear_command(CLI::App& root);
Command solve_command(CLI::App& root);
Command summary_command(CLI::App& root);
Command view_command(CLI::App& root);

}  // namespace glueball::app
