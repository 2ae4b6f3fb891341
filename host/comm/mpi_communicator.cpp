#include "comm/mpi_communicator.hpp"

#include <dlfcn.h>

#include <string>

#include "base/error.hpp"

namespace glueball {

std::unique_ptr<Communicator> make_mpi_communicator() {
  // Found as the shaders' library is. Open MPI's own plug-ins look for its symbols among the global ones.
  void* const library = dlopen("libglueball_mpi.so", RTLD_NOW | RTLD_GLOBAL);
  void* const made = library == nullptr ? nullptr : dlsym(library, "glueball_mpi_communicator");
  if (made == nullptr)
    throw Error(ErrorKind::bad_value,
                std::string("several processes were started together, and there is no MPI: ") + dlerror(),
                "install libopenmpi-dev and build again, or start one");
  return std::unique_ptr<Communicator>(reinterpret_cast<Communicator* (*)()>(made)());
}

}  // namespace glueball
