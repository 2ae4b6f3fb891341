// What quarks leave behind as rows of HDF5 tables, their quantum numbers as attributes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "quark_options.hpp"
#include "run/hdf5_records.hpp"
#include "run/meson_run.hpp"

namespace glueball::app {

/// Action, kappa or mass, and all else that the operator has.
std::vector<io::Hdf5Attribute> hdf5_quark(const QuarkOptions& quark);

/// A column a correlator, named for its channel, momentum, direction and, where there are several, masses.
Hdf5Row hdf5_correlators(const QuarkOptions& quark, const std::string& source,
                         const std::string& normalization, std::span<const MesonCorrelators> all);
/// Of each mass its mean and error, and the pseudoscalar one where there is one.
Hdf5Row hdf5_condensates(const QuarkOptions& quark, std::span<const ChiralCondensate> all);

}  // namespace glueball::app
