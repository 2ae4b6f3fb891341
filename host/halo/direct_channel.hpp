// A channel whose ends must find each other before it is one.
#pragma once

#include <cstdint>

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
};

}  // namespace glueball
