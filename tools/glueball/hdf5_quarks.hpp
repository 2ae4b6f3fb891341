// Results of quarks as rows of HDF5 tables, with quantum numbers as attributes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "options/quark_options.hpp"
#include "run/hdf5_records.hpp"
#include "run/meson_run.hpp"

namespace glueball::app {

/// Returns action, kappa or mass, and all other parameters of the operator.
std::vector<io::Hdf5Attribute> hdf5_quark(const QuarkOptions& quark);

/// Returns a column for each correlator, named by channel, momentum, direction and, if there are several,
/// masses.
Hdf5Row hdf5_correlators(const QuarkOptions& quark, const std::string& source,
                         const std::string& normalization, std::span<const MesonCorrelators> all);
/// Returns for each mass mean and error, and also the pseudoscalar ones if there are any.
Hdf5Row hdf5_condensates(const QuarkOptions& quark, std::span<const ChiralCondensate> all);

}  // namespace glueball::app
