// The options of glueball hmc.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "options/chain_options.hpp"
#include "update/hmc_parameters.hpp"

namespace glueball::app {

struct HmcOptions : ChainOptions {
  HmcParameters parameters;
  Four boundary{{1, 1, 1, -1}};
  FourReals twist{};
  double imaginary_mu = 0;
  std::string gauge_action = "wilson";
  std::string integrator = "omelyan";
  std::string inner = "auto", energies = "auto";
  double lambda = std::numeric_limits<double>::quiet_NaN();  ///< NaN: the integrator's default
  std::vector<std::string> levels, monomials;
  std::vector<std::string> settings;  ///< values of --set, already merged into the tables
  double target_acceptance = 0;
  double runaway = 100;  ///< HmcParameters::runaway
};

void declare(CLI::App& table, HmcOptions& options);

/// Removes options that levels and monomials determine from the table, so that a printed configuration has
/// them once. Must be called after parsing. Throws Error(bad_value) if both are given.
void settle_levels(CLI::App& table, HmcOptions& options);

/// Returns the complete, checked parameters. Throws Error(bad_value), and OptionError for a level or a
/// monomial.
HmcParameters checked(const HmcOptions& options);

}  // namespace glueball::app
