// The processes of an mpirun.
#pragma once

#include <memory>

#include "comm/communicator.hpp"

namespace glueball {

/// Begins MPI, which its destructor ends. Throws Error(bad_value) where libglueball_mpi.so, which is built
/// where MPI is there, cannot be loaded.
std::unique_ptr<Communicator> make_mpi_communicator();

}  // namespace glueball
