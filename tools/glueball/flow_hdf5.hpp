// What glueball flow writes to HDF5.
#pragma once

#include <string>

#include "flow_command.hpp"
#include "flow_file.hpp"

namespace glueball::app {

/// How it flows, as attributes.
void set_flow(Hdf5Output& hdf5, const FlowOptions& options);
/// A time of file number `n`.
void append_row(Hdf5Output& hdf5, std::size_t n, const FlowRow& row);
/// A file that is done; `checksum`: of the links that were read.
void append_file(Hdf5Output& hdf5, const FlowFile& file, const std::string& path,
                 const std::string& checksum);

}  // namespace glueball::app
