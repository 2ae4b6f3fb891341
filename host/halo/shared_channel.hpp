// A channel through memory of the host that both ranks see: each writes its own, and reads the other's. Where
// the driver lets a device work on that memory, it is copied to and from by the device, else by its host.
#pragma once

#include <optional>

#include "halo/direct_channel.hpp"
#include "halo/shared_places.hpp"

namespace glueball {

class SharedChannel final : public DirectChannel {
 public:
  SharedChannel(const DeviceLattice& lattice, std::size_t capacity);

  ChannelOffer offer() const override {
    return own_ ? ChannelOffer{.there = 1, .memory = own_->name(), .post = {}} : ChannelOffer{};
  }
  bool open(const ChannelOffer& theirs) override;

  Transport transport() const override { return Transport::shared; }
  BoundMemory& outgoing() override { return outgoing_; }
  void begin_send(std::size_t bytes) override;
  std::span<const std::byte> send(std::size_t bytes, gpu::Ticket submitted) override;
  BoundMemory& arrived(std::size_t bytes) override;

 private:
  const DeviceLattice& lattice_;
  std::optional<SharedPlaces> own_, theirs_;
  BoundMemory outgoing_, arrived_;
};

}  // namespace glueball
