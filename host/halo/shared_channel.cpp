#include "halo/shared_channel.hpp"

#include <algorithm>
#include <vector>

namespace glueball {

SharedChannel::SharedChannel(const DeviceLattice& lattice, std::size_t capacity)
    : lattice_(lattice),
      outgoing_(lattice.allocate_buffer(capacity)),
      arrived_(lattice.allocate_buffer(capacity)) {
  if (auto memory = SharedMemory::make(2 * SharedMemory::aligned(capacity))) {
    own_.emplace(Half{std::move(*memory), {}});
    import(*own_);
  }
}

bool SharedChannel::open(const ChannelOffer& theirs) {
  auto memory = SharedMemory::open(theirs.memory);
  if (!memory || !own_ || memory->bytes().size() != own_->memory.bytes().size()) return false;
  theirs_.emplace(Half{std::move(*memory), {}});
  import(*theirs_);
  return true;
}

/// Never by what the driver returns alone: memory imported without an error has shown other bytes.
void SharedChannel::import(Half& half) const {
  const std::size_t alignment = lattice_.device().info().host_alignment;
  if (alignment == 0 || SharedMemory::kAlignment % alignment != 0) return;
  constexpr std::size_t kTried = 4096;
  std::vector<std::byte> pattern(kTried), found(kTried);
  for (std::size_t turn = 0; turn < 2; ++turn) {
    half.on_device[turn] = lattice_.device().import_host(half.place(turn));
    if (!half.on_device[turn]) break;
    // Nobody else writes there before both ends have said that they are open.
    for (std::size_t n = 0; n < kTried; ++n) pattern[n] = std::byte(n * 37 + turn * 101 + 13);
    const auto there = half.place(turn).first(kTried);
    const std::vector<std::byte> before(there.begin(), there.end());
    lattice_.stream().upload(*half.on_device[turn], pattern);
    lattice_.stream().finish();
    const bool written = std::equal(pattern.begin(), pattern.end(), there.begin());
    std::copy(before.begin(), before.end(), there.begin());
    lattice_.stream().download(*half.on_device[turn], found);
    if (!written || found != before) half.on_device[turn].reset();
    if (!half.on_device[turn]) break;
  }
  if (!half.on_device[1]) half.on_device[0].reset();
}

void SharedChannel::begin_send(std::size_t bytes) {
  if (own_->on_device[0]) lattice_.stream().copy(outgoing_.memory(), *own_->on_device[sending()], bytes);
}

std::span<const std::byte> SharedChannel::send(std::size_t bytes) {
  if (own_->on_device[0])
    lattice_.stream().finish();
  else
    lattice_.stream().download(outgoing_.memory(), own_->place(sending()).first(bytes));
  return sent_one_more();
}

BoundMemory& SharedChannel::arrived(std::size_t bytes) {
  const std::size_t turn = arriving();
  if (theirs_->on_device[0])
    lattice_.stream().copy(*theirs_->on_device[turn], arrived_.memory(), bytes);
  else
    lattice_.stream().upload(arrived_.memory(), theirs_->place(turn).first(bytes));
  return arrived_;
}

}  // namespace glueball
