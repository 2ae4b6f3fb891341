// A channel through the host and MPI messages.
#pragma once

#include <vector>

#include "halo/channel.hpp"

namespace glueball {

class MessageChannel final : public Channel {
 public:
  MessageChannel(const DeviceLattice& lattice, std::size_t capacity)
      : stream_(lattice.stream()),
        outgoing_(lattice.allocate_buffer(capacity)),
        arrived_(lattice.allocate_buffer(capacity)),
        sent_(capacity),
        received_(capacity) {}

  Transport transport() const override { return Transport::messages; }
  BoundMemory& outgoing() override { return outgoing_; }
  std::span<const std::byte> send(std::size_t bytes, gpu::Ticket) override {
    stream_.download(outgoing_.memory(), std::span(sent_).first(bytes));
    return std::span(sent_).first(bytes);
  }
  std::span<std::byte> reply(std::size_t bytes) override { return std::span(received_).first(bytes); }
  BoundMemory& arrived(std::size_t bytes) override {
    stream_.upload(arrived_.memory(), std::span(received_).first(bytes));
    return arrived_;
  }

 private:
  gpu::Stream& stream_;
  BoundMemory outgoing_, arrived_;
  std::vector<std::byte> sent_, received_;
};

}  // namespace glueball
