// A channel past the host's messages, whose two ends must connect before use.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "halo/channel.hpp"
#include "halo/descriptor_post.hpp"
#include "halo/shared_memory.hpp"

namespace glueball {

/// The data by which an end lets the other one connect.
struct ChannelOffer {
  std::uint64_t there = 0;  ///< 0: this end is not available
  SharedMemoryName memory{};
  PostName post{};
};

/// Both ends are made with the same capacity. They exchange offers, hand over their descriptors, and open
/// after both have done so.
class DirectChannel : public Channel {
 public:
  virtual ChannelOffer offer() const = 0;
  virtual void hand_over(const ChannelOffer& /*theirs*/) {}
  /// Connects to the other end. Returns false if it is not there.
  virtual bool open(const ChannelOffer& theirs) = 0;
  /// Returns true if this opened end could leave the transfer to the devices alone. It is done if both ends
  /// could.
  virtual bool could_leave_it_to_devices() const { return false; }
  virtual void leave_it_to_devices() {}

  /// Hosts send each other the number of messages only.
  std::span<std::byte> reply(std::size_t) final { return std::as_writable_bytes(std::span(&received_, 1)); }

 protected:
  // There are two buffers, which alternate. After the neighbour's n-th message has arrived, the neighbour has
  // read message n - 1, since it waited for its device in between.
  std::size_t sending() const { return sent_ % 2; }
  std::span<const std::byte> sent_one_more() {
    ++sent_;
    return std::as_bytes(std::span(&sent_, 1));
  }
  /// Returns the buffer of the message that has arrived. Throws std::logic_error if the ends have sent
  /// different numbers of messages.
  std::size_t arriving() const {
    if (received_ != sent_) throw std::logic_error("neighbours are at two different exchanges");
    return (received_ - 1) % 2;
  }

 private:
  std::uint64_t sent_ = 0, received_ = 0;
};

}  // namespace glueball
