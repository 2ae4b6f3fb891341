// The options of glueball hmc.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "chain_options.hpp"
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
  double lambda = std::numeric_limits<double>::quiet_NaN();  ///< NaN: the integrator's own
  std::vector<std::string> levels, monomials;
  double target_acceptance = 0;
  double runaway = 100;  ///< HmcParameters::runaway
};

void declare(CLI::App& table, HmcOptions& options);

/// Drops from the table what levels and monomials say themselves, so that a printed configuration says it
/// once. To be called when it has been parsed. Throws Error(bad_value) where both are given.
void settle_levels(CLI::App& table, HmcOptions& options);

/// The parameters, complete and sound. Throws Error(bad_value), OptionError for a level or a monomial.
HmcParameters checked(const HmcOptions& options);

}  // namespace glueball::app
