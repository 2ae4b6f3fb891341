// A channel through host memory that both ranks map: each writes its own and reads the other's. The device
// copies to and from that memory if the driver allows it; otherwise its host copies. If devices also wait for
// each other and have queues for copies, the hosts take no part, and copies overlap with kernels.
#pragma once

#include <optional>

#include "halo/direct_channel.hpp"
#include "halo/rank_timelines.hpp"
#include "halo/shared_places.hpp"

namespace glueball {

class SharedChannel final : public DirectChannel {
 public:
  /// Makes the channel to the neighbour on one side along mu. Timelines, if given, must outlive it.
  SharedChannel(const DeviceLattice& lattice, std::size_t capacity, RankTimelines* timelines, int mu,
                std::size_t side);

  ChannelOffer offer() const override {
    return own_ ? ChannelOffer{.there = 1, .memory = own_->name(), .post = {}} : ChannelOffer{};
  }
  bool open(const ChannelOffer& theirs) override;

  bool could_leave_it_to_devices() const override {
    return timelines_ != nullptr && own_->on_device(0) && theirs_->on_device(0);
  }
  void leave_it_to_devices() override { by_devices_ = true; }

  Transport transport() const override { return Transport::shared; }
  BoundMemory& outgoing() override { return outgoing_; }
  void begin_send(std::size_t bytes) override;
  void start(std::size_t bytes, gpu::Ticket submitted) override;
  std::span<const std::byte> send(std::size_t bytes, gpu::Ticket submitted) override;
  BoundMemory& arrived(std::size_t bytes) override;

 private:
  const DeviceLattice& lattice_;
  RankTimelines* timelines_;  ///< null if copies have no queues of their own
  int mu_;
  std::size_t side_;
  bool by_devices_ = false;
  gpu::Ticket gone_ = 0, come_ = 0;  ///< tickets of the streams that copy out and in
  std::optional<SharedPlaces> own_, theirs_;
  BoundMemory outgoing_, arrived_;
};

}  // namespace glueball
