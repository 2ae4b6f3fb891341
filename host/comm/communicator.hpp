// Messages between the ranks of a run: processes with one device each.
//
// All calls but `end_all` are collective: every rank makes the same calls in the same order. A call
// returns when its buffers may be used again.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace glueball {

class Communicator {
 public:
  virtual ~Communicator() = default;
  /// Returns the rank, from 0 to size() - 1.
  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// Sends `out` to rank `to` and receives into `in` from rank `from`. Both may be one rank, and may be this
  /// rank.
  virtual void exchange(int to, std::span<const std::byte> out, int from, std::span<std::byte> in) = 0;
  /// Sends `data` of rank `root` to all ranks.
  virtual void broadcast(std::span<std::byte> data, int root) = 0;
  /// Collects `mine` of all ranks, of equal size, in the order of ranks, on all ranks.
  virtual void gather(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
  /// Collects on rank 0 alone; the other ranks do not use `all`.
  virtual void gather_first(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
  virtual void barrier() = 0;
  /// Ends all ranks with this status; any rank may call it at any time.
  [[noreturn]] virtual void end_all(int status) = 0;

  bool alone() const { return size() == 1; }
  /// Returns true on the rank that prints and writes.
  bool first() const { return rank() == 0; }
};

/// The communicator of a program that runs alone.
class SelfCommunicator final : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void exchange(int to, std::span<const std::byte> out, int from, std::span<std::byte> in) override;
  void broadcast(std::span<std::byte>, int) override {}
  void gather(std::span<const std::byte> mine, std::span<std::byte> all) override;
  void gather_first(std::span<const std::byte> mine, std::span<std::byte> all) override { gather(mine, all); }
  void barrier() override {}
  [[noreturn]] void end_all(int status) override;
};

/// Returns the communicator of all processes that one mpirun started. The first call initialises MPI if there
/// are several; a single process never does. Throws Error(bad_value) if there are several and this build has
/// no MPI.
Communicator& world();
/// Returns this process's number among those on its host, as the launcher says; 0 if it says nothing.
int rank_on_host();
/// Returns how many processes of this mpirun are on this host, as the launcher says; 1 if it says nothing.
int ranks_on_host();
/// Finalises MPI if it was initialised. All ranks call this once, at the end of the program.
void leave_world();

/// Initialises MPI; the destructor finalises it. Throws Error(bad_value) if libglueball_mpi.so, which is
/// built with MPI only, cannot be loaded.
std::unique_ptr<Communicator> make_mpi_communicator();

}  // namespace glueball
