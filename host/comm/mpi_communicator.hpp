// Loads the communicator of MPI.
#pragma once

#include <memory>

#include "comm/communicator.hpp"

namespace glueball {

/// Initialises MPI; the destructor finalises it. Throws Error(bad_value) if libglueball_mpi.so, which is
/// built with MPI only, cannot be loaded.
std::unique_ptr<Communicator> make_mpi_communicator();

}  // namespace glueball
