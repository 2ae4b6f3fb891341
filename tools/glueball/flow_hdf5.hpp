// The HDF5 output of glueball flow.
#pragma once

#include <string>

#include "flow_command.hpp"
#include "flow_file.hpp"

namespace glueball::app {

/// Writes the parameters of the flow as attributes.
void set_flow(Hdf5Output& hdf5, const FlowOptions& options);
/// Appends a flow time of file number `n`.
void append_row(Hdf5Output& hdf5, std::size_t n, const FlowRow& row);
/// Appends a finished file; `checksum` is that of the links that were read.
void append_file(Hdf5Output& hdf5, const FlowFile& file, const std::string& path,
                 const std::string& checksum);

}  // namespace glueball::app
