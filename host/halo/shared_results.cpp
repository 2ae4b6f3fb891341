#include "halo/shared_results.hpp"

#include <algorithm>
#include <stdexcept>

#include "comm/of_all.hpp"

namespace glueball {
namespace {

/// Whether all ranks say so.
bool on_all(Communicator& ranks, bool mine) {
  const auto all = of_all(ranks, std::uint8_t(mine));
  return std::ranges::all_of(all, [](std::uint8_t one) { return one != 0; });
}

/// A number of a rank's that the others look for.
std::byte mark(int rank, std::size_t n) { return std::byte(n * 29 + std::size_t(rank) * 59 + 7); }

}  // namespace

std::unique_ptr<SharedResults> SharedResults::open(const DeviceLattice& lattice, std::size_t capacity) {
  Communicator& ranks = lattice.domain()->ranks();
  auto own = SharedMemory::make(SharedPlaces::both(capacity));
  if (own) {
    std::size_t n = 0;
    for (std::byte& b : own->bytes()) b = mark(ranks.rank(), n++);
  }
  const auto names = of_all(ranks, own ? own->name() : SharedMemoryName{});
  std::unique_ptr<SharedResults> made(new SharedResults(lattice));
  bool all = own.has_value();
  for (int rank = 0; all && rank < ranks.size(); ++rank) {
    auto memory = SharedMemory::open(names[std::size_t(rank)]);
    all = memory && memory->bytes().size() == own->bytes().size();
    for (std::size_t n = 0; all && n < memory->bytes().size(); ++n) all = memory->bytes()[n] == mark(rank, n);
    if (all) made->all_.emplace_back(std::move(*memory));
  }
  if (!on_all(ranks, all)) return nullptr;
  // One that others look at is not written to: its own rank tries that when they are done.
  for (int rank = 0; rank < ranks.size(); ++rank)
    if (rank != ranks.rank()) made->all_[std::size_t(rank)].import(lattice, false);
  ranks.barrier();
  made->all_[std::size_t(ranks.rank())].import(lattice, true);
  return made;
}

bool SharedResults::on_device() const {
  return std::ranges::all_of(all_, [](const SharedPlaces& one) { return one.on_device(0) != nullptr; });
}

void SharedResults::publish(const BoundMemory& own, std::size_t bytes) {
  Communicator& ranks = lattice_.domain()->ranks();
  gpu::Stream& stream = lattice_.stream();
  ++published_;
  const SharedPlaces& mine = all_[std::size_t(ranks.rank())];
  if (gpu::Memory* const place = mine.on_device(turn())) {
    stream.copy(own.memory(), *place, bytes);
    stream.finish();
  } else {
    stream.download(own.memory(), mine.place(turn()).first(bytes));
  }
  for (const std::uint64_t theirs : of_all(ranks, published_))
    if (theirs != published_) throw std::logic_error("ranks are at two different sums");
}

}  // namespace glueball
