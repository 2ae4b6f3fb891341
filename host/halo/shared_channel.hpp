// A channel through memory of the host that both ranks see: each writes its own, and reads the other's. Where
// the driver lets a device work on that memory, it is copied to and from by the device, else by its host.
#pragma once

#include <memory>
#include <optional>

#include "halo/direct_channel.hpp"

namespace glueball {

class SharedChannel final : public DirectChannel {
 public:
  SharedChannel(const DeviceLattice& lattice, std::size_t capacity);

  ChannelOffer offer() const override {
    return own_ ? ChannelOffer{.there = 1, .memory = own_->memory.name(), .post = {}} : ChannelOffer{};
  }
  bool open(const ChannelOffer& theirs) override;

  Transport transport() const override { return Transport::shared; }
  BoundMemory& outgoing() override { return outgoing_; }
  void begin_send(std::size_t bytes) override;
  std::span<const std::byte> send(std::size_t bytes) override;
  BoundMemory& arrived(std::size_t bytes) override;

 private:
  struct Half {
    SharedMemory memory;
    std::shared_ptr<gpu::Memory> on_device[2];
    std::span<std::byte> place(std::size_t turn) const {
      const std::size_t size = memory.bytes().size() / 2;
      return memory.bytes().subspan(turn * size, size);
    }
  };
  void import(Half& half) const;

  const DeviceLattice& lattice_;
  std::optional<Half> own_, theirs_;
  BoundMemory outgoing_, arrived_;
};

}  // namespace glueball
