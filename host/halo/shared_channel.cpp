#include "halo/shared_channel.hpp"

namespace glueball {

namespace {
constexpr int kOut = 0, kIn = 1;  // streams of copies
}  // namespace

SharedChannel::SharedChannel(const DeviceLattice& lattice, std::size_t capacity, RankTimelines* timelines,
                             int mu, std::size_t side)
    : lattice_(lattice),
      timelines_(lattice.device().copies(kOut) != nullptr ? timelines : nullptr),
      mu_(mu),
      side_(side),
      outgoing_(lattice.allocate_buffer(capacity)),
      arrived_(lattice.allocate_buffer(capacity)) {
  if (auto memory = SharedMemory::make(SharedPlaces::both(capacity))) {
    own_.emplace(std::move(*memory));
    own_->import(lattice, true);
  }
}

bool SharedChannel::open(const ChannelOffer& theirs) {
  auto memory = SharedMemory::open(theirs.memory);
  if (!memory || !own_ || memory->bytes().size() != 2 * own_->bytes()) return false;
  theirs_.emplace(std::move(*memory));
  // no other process writes to it before both ends have said that they are open
  theirs_->import(lattice_, true);
  return true;
}

// Both copy streams wait for the device's work so far. Kernels have then written the outgoing message and
// read the previous one. The same holds for the neighbour's message. The buffer that it writes to is free: it
// was read before this end sent its last message.
void SharedChannel::start(std::size_t bytes, gpu::Ticket submitted) {
  if (!by_devices_) return;
  gpu::Stream &kernels = lattice_.stream(), &out = *lattice_.device().copies(kOut),
              &in = *lattice_.device().copies(kIn);
  const std::size_t turn = sending();
  out.await(kernels, submitted);
  out.copy(outgoing_.memory(), *own_->on_device(turn), bytes);
  gone_ = timelines_->raise(out, RankTimelines::to_neighbour(mu_, side_));
  in.await(kernels, submitted);
  timelines_->await(in, lattice_.domain()->neighbour(mu_, side_ == 0 ? -1 : 1),
                    RankTimelines::to_neighbour(mu_, 1 - side_));
  in.copy(*theirs_->on_device(turn), arrived_.memory(), bytes);
  come_ = in.submit();
}

void SharedChannel::begin_send(std::size_t bytes) {
  if (by_devices_) return;
  if (gpu::Memory* const place = own_->on_device(sending()))
    lattice_.stream().copy(outgoing_.memory(), *place, bytes);
}

std::span<const std::byte> SharedChannel::send(std::size_t bytes, gpu::Ticket submitted) {
  if (by_devices_) return sent_one_more();
  if (own_->on_device(0))
    lattice_.stream().wait(submitted);
  else
    lattice_.stream().download(outgoing_.memory(), own_->place(sending()).first(bytes));
  return sent_one_more();
}

BoundMemory& SharedChannel::arrived(std::size_t bytes) {
  const std::size_t turn = arriving();
  if (by_devices_) {
    lattice_.stream().await(*lattice_.device().copies(kIn), come_);
    // the next message may be written afterwards
    lattice_.stream().await(*lattice_.device().copies(kOut), gone_);
    return arrived_;
  }
  if (gpu::Memory* const place = theirs_->on_device(turn))
    lattice_.stream().copy(*place, arrived_.memory(), bytes);
  else
    lattice_.stream().upload(arrived_.memory(), theirs_->place(turn).first(bytes));
  return arrived_;
}

}  // namespace glueball
