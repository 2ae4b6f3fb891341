#include "comm/mpi_communicator.hpp"

#include "base/load_library.hpp"

namespace glueball {

std::unique_ptr<Communicator> make_mpi_communicator() {
  // Open MPI's own plug-ins look for its symbols among the global ones.
  const auto make =
      load_function<Communicator*()>("libglueball_mpi.so", "glueball_mpi_communicator",
                                     "several processes were started together, and there is no MPI",
                                     "install libopenmpi-dev and build again, or start one", true);
  return std::unique_ptr<Communicator>(make());
}

}  // namespace glueball
