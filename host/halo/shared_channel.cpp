#include "halo/shared_channel.hpp"

namespace glueball {

SharedChannel::SharedChannel(const DeviceLattice& lattice, std::size_t capacity)
    : lattice_(lattice),
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
  theirs_->import(lattice_, true);  // nobody else writes there before both ends have said that they are open
  return true;
}

void SharedChannel::begin_send(std::size_t bytes) {
  if (gpu::Memory* const place = own_->on_device(sending()))
    lattice_.stream().copy(outgoing_.memory(), *place, bytes);
}

std::span<const std::byte> SharedChannel::send(std::size_t bytes, gpu::Ticket submitted) {
  if (own_->on_device(0))
    lattice_.stream().wait(submitted);
  else
    lattice_.stream().download(outgoing_.memory(), own_->place(sending()).first(bytes));
  return sent_one_more();
}

BoundMemory& SharedChannel::arrived(std::size_t bytes) {
  const std::size_t turn = arriving();
  if (gpu::Memory* const place = theirs_->on_device(turn))
    lattice_.stream().copy(*place, arrived_.memory(), bytes);
  else
    lattice_.stream().upload(arrived_.memory(), theirs_->place(turn).first(bytes));
  return arrived_;
}

}  // namespace glueball
