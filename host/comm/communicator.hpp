// Messages between the ranks of a run: processes, one a device.
//
// All calls but `end_all` are collective: every rank makes the same ones in the same order. They return when
// their buffers may be used again.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace glueball {

class Communicator {
 public:
  virtual ~Communicator() = default;
  /// From 0 to size() - 1.
  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// Sends `out` to rank `to` while `in` is filled by what rank `from` sends here. Every rank names its own
  /// two, which may be one, and may be itself.
  virtual void exchange(int to, std::span<const std::byte> out, int from, std::span<std::byte> in) = 0;
  /// `data` of rank `root` to all.
  virtual void broadcast(std::span<std::byte> data, int root) = 0;
  /// What all ranks give, as many bytes each, in the order of ranks, to all.
  virtual void gather(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
  /// The same to rank 0 alone; `all` is not looked at elsewhere.
  virtual void gather_first(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
  virtual void barrier() = 0;
  /// Ends all ranks with this status, from any of them at any time.
  [[noreturn]] virtual void end_all(int status) = 0;

  bool alone() const { return size() == 1; }
  /// Whether this is the rank that prints and writes.
  bool first() const { return rank() == 0; }
};

/// Of a program that runs alone.
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

/// All the processes that one mpirun has started. MPI is begun when it is first asked for and there are
/// several; a program that was started alone never begins it. Throws Error(bad_value) where there are several
/// and this build has no MPI.
Communicator& world();
/// This process's number among those on its host, as the launcher says; 0 where it says nothing.
int rank_on_host();
/// How many processes of this mpirun are on this host, as the launcher says; 1 where it says nothing.
int ranks_on_host();
/// Ends MPI where it was begun; all ranks come here. To be called once, at the end of the program.
void leave_world();

}  // namespace glueball
