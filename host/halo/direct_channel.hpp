// A channel whose ends must find each other before it is one.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "halo/channel.hpp"
#include "halo/descriptor_post.hpp"
#include "halo/shared_memory.hpp"

namespace glueball {

/// What an end tells the other of itself.
struct ChannelOffer {
  std::uint64_t there = 0;  ///< 0: this end cannot be one
  SharedMemoryName memory{};
  PostName post{};
};

/// Both ends are made with the same capacity; they exchange offers, hand over, and open when both have done
/// so.
class DirectChannel : public Channel {
 public:
  virtual ChannelOffer offer() const = 0;
  virtual void hand_over(const ChannelOffer& /*theirs*/) {}
  /// Whether the other end is there.
  virtual bool open(const ChannelOffer& theirs) = 0;
  /// Whether this end, opened, could leave messages to the devices alone; they are, where both ends could.
  virtual bool could_leave_it_to_devices() const { return false; }
  virtual void leave_it_to_devices() {}

  /// What hosts send each other is the number of messages.
  std::span<std::byte> reply(std::size_t) final { return std::as_writable_bytes(std::span(&received_, 1)); }

 protected:
  // There are two places to write to, which take turns: who has the neighbour's n-th message knows that the
  // neighbour has read the one before, since it waited for its device in between.
  std::size_t sending() const { return sent_ % 2; }
  std::span<const std::byte> sent_one_more() {
    ++sent_;
    return std::as_bytes(std::span(&sent_, 1));
  }
  /// Of the message that has come. std::logic_error where the ends have not sent as many.
  std::size_t arriving() const {
    if (received_ != sent_) throw std::logic_error("neighbours are at two different exchanges");
    return (received_ - 1) % 2;
  }

 private:
  std::uint64_t sent_ = 0, received_ = 0;
};

}  // namespace glueball
