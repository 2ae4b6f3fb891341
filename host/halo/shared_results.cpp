#include "halo/shared_results.hpp"

#include <algorithm>
#include <stdexcept>

#include "comm/of_all.hpp"

namespace glueball {
namespace {

/// Returns a byte of a rank's test pattern.
std::byte mark(int rank, std::size_t n) { return std::byte(n * 29 + std::size_t(rank) * 59 + 7); }

}  // namespace

std::unique_ptr<SharedResults> SharedResults::open(const DeviceLattice& lattice, std::size_t capacity,
                                                   RankTimelines* timelines) {
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
  // A rank's memory must not be written while others test it; its own rank does so afterwards.
  for (int rank = 0; rank < ranks.size(); ++rank)
    if (rank != ranks.rank()) made->all_[std::size_t(rank)].import(lattice, false);
  ranks.barrier();
  made->all_[std::size_t(ranks.rank())].import(lattice, true);
  if (timelines != nullptr && on_all(ranks, made->on_device())) {
    made->timelines_ = timelines;
    if (!on_all(ranks, made->try_timelines())) made->timelines_ = nullptr;
  }
  return made;
}

bool SharedResults::on_device() const {
  return std::ranges::all_of(all_, [](const SharedPlaces& one) { return one.on_device(0) != nullptr; });
}

const SharedPlaces& SharedResults::own_places() const {
  return all_[std::size_t(lattice_.domain()->ranks().rank())];
}

/// Copies results from one device to the others.
void SharedResults::pass_on(const BoundMemory& own, std::size_t bytes, std::size_t from) {
  const Communicator& ranks = lattice_.domain()->ranks();
  gpu::Stream& stream = lattice_.stream();
  ++published_;
  const gpu::CopiedPiece piece[] = {{from, 0, bytes}};
  stream.copy(own.memory(), *own_places().on_device(turn()), piece);
  timelines_->raise(stream, RankTimelines::kResults);
  for (int rank = 0; rank < ranks.size(); ++rank)
    if (rank != ranks.rank()) timelines_->await(stream, rank, RankTimelines::kResults);
}

/// Sends different numbers many times, faster than a host reads, and checks that they arrive. Writes might be
/// reordered, and a device might read old numbers from its cache.
bool SharedResults::try_timelines() {
  constexpr std::size_t kTurns = 32, kWords = 64, kBytes = kWords * sizeof(std::uint32_t);
  const Communicator& ranks = lattice_.domain()->ranks();
  const std::size_t n = std::size_t(ranks.size());
  const auto number = [](std::size_t rank, std::size_t turn, std::size_t word) {
    return std::uint32_t((turn * 64 + word) * 2654435761u + rank * 40503u);
  };
  std::vector<std::uint32_t> sent, found(kTurns * n * kWords), expected;
  for (std::size_t turn = 0; turn < kTurns; ++turn)
    for (std::size_t word = 0; word < kWords; ++word)
      sent.push_back(number(std::size_t(ranks.rank()), turn, word));
  gpu::Stream& stream = lattice_.stream();
  const BoundMemory source(lattice_.allocate_buffer(kTurns * kBytes));
  const BoundMemory arrived(lattice_.allocate_buffer(kTurns * n * kBytes));
  stream.upload(source.memory(), std::as_bytes(std::span(sent)));
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    pass_on(source, kBytes, turn * kBytes);
    for (std::size_t rank = 0; rank < n; ++rank) {
      const gpu::CopiedPiece piece[] = {{0, (turn * n + rank) * kBytes, kBytes}};
      stream.copy(on_device(int(rank)), arrived.memory(), piece);
      for (std::size_t word = 0; word < kWords; ++word) expected.push_back(number(rank, turn, word));
    }
  }
  if (const gpu::Ticket ticket = stream.submit(); !done_soon(stream, ticket)) {
    timelines_->release();
    stream.wait(ticket);
    return false;
  }
  stream.download(arrived.memory(), std::as_writable_bytes(std::span(found)));
  return found == expected;
}

void SharedResults::publish_to_devices(const BoundMemory& own, std::size_t bytes) {
  if (timelines_ != nullptr)
    pass_on(own, bytes, 0);
  else
    publish(own, bytes);
}

void SharedResults::publish(const BoundMemory& own, std::size_t bytes) {
  Communicator& ranks = lattice_.domain()->ranks();
  gpu::Stream& stream = lattice_.stream();
  ++published_;
  const SharedPlaces& mine = own_places();
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
