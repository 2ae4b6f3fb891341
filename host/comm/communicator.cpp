#include "comm/communicator.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <stdexcept>

#include "comm/mpi_communicator.hpp"

namespace glueball {
namespace {

/// The number that the first of these variables holds. Launchers tell processes of each other through the
/// environment: Open MPI, and MPICH and those of its family.
int said(std::initializer_list<const char*> names, int otherwise) {
  for (const char* name : names)
    if (const char* number = std::getenv(name)) return std::atoi(number);
  return otherwise;
}

int started_together() { return std::max(1, said({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1)); }

std::unique_ptr<Communicator>& instance() {
  static std::unique_ptr<Communicator> all;
  return all;
}

}  // namespace

void SelfCommunicator::exchange(int, std::span<const std::byte> out, int, std::span<std::byte> in) {
  if (out.size() != in.size()) throw std::logic_error("messages to oneself of two sizes");
  std::copy(out.begin(), out.end(), in.begin());
}

void SelfCommunicator::gather(std::span<const std::byte> mine, std::span<std::byte> all) {
  std::copy(mine.begin(), mine.end(), all.begin());
}

void SelfCommunicator::end_all(int status) { std::_Exit(status); }

Communicator& world() {
  auto& all = instance();
  if (!all) {
    if (started_together() == 1)
      all = std::make_unique<SelfCommunicator>();
    else
      all = make_mpi_communicator();
  }
  return *all;
}

int rank_on_host() { return std::max(0, said({"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID"}, 0)); }

void leave_world() { instance().reset(); }

}  // namespace glueball
