// Records of runs as rows of HDF5 tables; host/io/HDF5.md describes the layout.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"
#include "measure/observable.hpp"
#include "run/fixed_copy.hpp"
#include "run/flow_run.hpp"
#include "run/provenance.hpp"
#include "run/solve_run.hpp"
#include "run/step_record.hpp"

namespace glueball {

using Hdf5Row = std::vector<io::Hdf5Column>;

Hdf5Row hdf5_row(const StepRecord& record);
Hdf5Row hdf5_row(const FlowRecord& record);
Hdf5Row hdf5_row(const FixedCopy& copy);
Hdf5Row hdf5_row(const SolveRecord& record);
/// Returns "t0", "w0" and other scales of a finished flow; NaN if a scale is not reached.
Hdf5Row hdf5_scales(const FlowCurve& clover, const FlowCurve& plaquette);
/// Makes a column with the shape of a Quantity: one number for shape {}.
io::Hdf5Column hdf5_column(const std::string& name, const std::vector<std::size_t>& shape,
                           const std::vector<double>& values);
/// Returns means, and errors and autocorrelation times if there are any, as arrays "NAME", "NAME_error" and
/// "NAME_tau_int". "NAME_reliable" is 1 if all errors are reliable, else 0.
Hdf5Row hdf5_arrays(const Summary& summary);
/// Returns the attributes of the root.
std::vector<io::Hdf5Attribute> hdf5_attributes(const Provenance& provenance);

}  // namespace glueball
