// The communicator of MPI. It is a library of its own that is loaded on several ranks only, so that a single
// process neither needs MPI nor waits for it.
#define OMPI_SKIP_MPICXX
#include <mpi.h>

#include <algorithm>
#include <cstdlib>

#include "comm/communicator.hpp"

namespace glueball {
namespace {

// MPI's counts are ints, so longer messages are sent in pieces.
constexpr std::size_t kPiece = std::size_t(1) << 30;

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator() {
    int given = 0;
    // OpenMP threads run beside the thread that calls MPI.
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiCommunicator() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void exchange(int to, std::span<const std::byte> out, int from, std::span<std::byte> in) override {
    for (std::size_t at = 0; at < std::max(out.size(), in.size()); at += kPiece) {
      const auto send = piece(out, at);
      const auto receive = piece(in, at);
      MPI_Sendrecv(send.data(), int(send.size()), MPI_BYTE, to, 0, receive.data(), int(receive.size()),
                   MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }

  void broadcast(std::span<std::byte> data, int root) override {
    for (std::size_t at = 0; at < data.size(); at += kPiece) {
      const auto some = piece(data, at);
      MPI_Bcast(some.data(), int(some.size()), MPI_BYTE, root, MPI_COMM_WORLD);
    }
  }

  void gather(std::span<const std::byte> mine, std::span<std::byte> all) override {
    if (mine.size() <= kPiece / std::size_t(size_)) {
      MPI_Allgather(mine.data(), int(mine.size()), MPI_BYTE, all.data(), int(mine.size()), MPI_BYTE,
                    MPI_COMM_WORLD);
      return;
    }
    gather_first(mine, all);
    broadcast(all, 0);
  }

  void gather_first(std::span<const std::byte> mine, std::span<std::byte> all) override {
    if (rank_ == 0) std::copy(mine.begin(), mine.end(), all.begin());
    for (std::size_t at = 0; at < mine.size(); at += kPiece) {
      const auto some = piece(mine, at);
      if (rank_ != 0) {
        MPI_Send(some.data(), int(some.size()), MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        continue;
      }
      for (int from = 1; from < size_; ++from)
        MPI_Recv(&all[std::size_t(from) * mine.size() + at], int(some.size()), MPI_BYTE, from, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }

  void barrier() override { MPI_Barrier(MPI_COMM_WORLD); }

  [[noreturn]] void end_all(int status) override {
    MPI_Abort(MPI_COMM_WORLD, status);
    std::_Exit(status);
  }

 private:
  template <class Byte>
  static std::span<Byte> piece(std::span<Byte> of, std::size_t at) {
    return at < of.size() ? of.subspan(at, std::min(kPiece, of.size() - at)) : std::span<Byte>();
  }

  int rank_ = 0, size_ = 1;
};

}  // namespace

}  // namespace glueball

extern "C" __attribute__((visibility("default"))) glueball::Communicator* glueball_mpi_communicator() {
  return new glueball::MpiCommunicator;
}
