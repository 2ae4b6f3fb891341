#include "comm/communicator.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <stdexcept>

#include "base/load_library.hpp"

namespace glueball {
namespace {

/// Returns the number at the start of the first of these environment variables that is set. Launchers
/// describe their processes there: Open MPI, the MPICH family, and Slurm, whose `srun` writes 4(x2) for eight
/// tasks on two hosts.
int said(std::initializer_list<const char*> names, int otherwise) {
  for (const char* name : names)
    if (const char* number = std::getenv(name)) return std::atoi(number);
  return otherwise;
}

/// Slurm's number of tasks counts only if it gives them a way to find each other (PMIx). Otherwise it starts
/// several independent programs.
int started_together() {
  const int by_slurm = std::getenv("PMIX_RANK") ? said({"SLURM_STEP_NUM_TASKS"}, 1) : 1;
  return std::max(1, said({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, by_slurm));
}

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

int rank_on_host() {
  return std::max(0, said({"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}, 0));
}

int ranks_on_host() {
  const int all = started_together();
  return std::clamp(said({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_STEP_TASKS_PER_NODE"}, 1),
                    1, all);
}

void leave_world() { instance().reset(); }

std::unique_ptr<Communicator> make_mpi_communicator() {
  // Open MPI's own plug-ins look for its symbols among the global ones.
  const auto make = load_function<Communicator*()>(
      "libglueball_mpi.so", "glueball_mpi_communicator",
      "several processes were started together, and there is no MPI",
      "install Open MPI (libopenmpi-dev to build), or start one process", true);
  return std::unique_ptr<Communicator>(make());
}

}  // namespace glueball
