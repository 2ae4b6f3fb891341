// The channels of a lattice to its neighbours.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "halo/channel.hpp"
#include "halo/cuda.hpp"
#include "halo/shared_results.hpp"

namespace glueball {

class Channels final : public Kept {
 public:
  /// Those of this lattice, which keeps them; there are none before they are asked for.
  static Channels& of(const DeviceLattice& lattice);
  explicit Channels(const DeviceLattice& lattice) : lattice_(lattice) {}

  using Both = std::array<std::unique_ptr<Channel>, 2>;
  /// To the neighbours one back and one further along mu, for messages of up to so many bytes. All ranks ask
  /// for the same. Throws Error(device) where the way that the domain asks for does not lead to a neighbour.
  Both& along(int mu, std::size_t bytes);
  /// Where ranks of one host leave up to so many bytes of partial results each for all; null where there is
  /// no such place, or messages are asked for. All ranks ask for the same.
  SharedResults* results(std::size_t bytes);
  /// By which the devices of all ranks wait for each other; null where they do not. All ranks ask.
  RankTimelines* timelines();
  /// Whether any channel is of this kind.
  bool any(Transport transport) const;

 private:
  Both opened(int mu, std::size_t bytes);
  const std::shared_ptr<Cuda>& cuda();

  struct Way {
    std::size_t capacity = 0;
    Both both;
  };
  const DeviceLattice& lattice_;
  std::optional<std::shared_ptr<Cuda>> cuda_;
  std::optional<std::unique_ptr<RankTimelines>> timelines_;
  std::unique_ptr<SharedResults> results_;
  std::size_t tried_results_ = 0;  ///< bytes
  std::array<Way, kDirections> ways_;
};

/// The transports of the channels that this rank has opened, each once, by commas; empty where there are
/// none.
std::string transports(const DeviceLattice& lattice);

/// Takes `bytes` of what is in the outgoing memory of both channels along mu to the other ends, and theirs to
/// here, for Channel::arrived. A null channel is none at its other end too. What the device has been given by
/// `begin_messages` is submitted; it may be given more before the messages are completed.
using ChannelPair = std::array<Channel*, 2>;
gpu::Ticket begin_messages(gpu::Stream& stream, const ChannelPair& channels, std::size_t bytes);
void complete_messages(const Domain& domain, int mu, const ChannelPair& channels, std::size_t bytes,
                       gpu::Ticket submitted);
/// Both at once.
void exchange_messages(const DeviceLattice& lattice, int mu, const ChannelPair& channels, std::size_t bytes);

}  // namespace glueball
