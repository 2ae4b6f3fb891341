// The channels from a lattice's domain to its neighbours.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "halo/channel.hpp"
#include "halo/cuda.hpp"
#include "halo/shared_results.hpp"

namespace glueball {

class Channels final : public Attachment {
 public:
  /// Returns the channels of this lattice, which owns them; they are made at the first call.
  static Channels& of(const DeviceLattice& lattice);
  explicit Channels(const DeviceLattice& lattice) : lattice_(lattice) {}

  using Both = std::array<std::unique_ptr<Channel>, 2>;
  /// Returns the channels to the neighbours one back and one further along mu, for messages of up to so many
  /// bytes. All ranks call this alike. Throws Error(device) if the domain's transport does not reach a
  /// neighbour.
  Both& along(int mu, std::size_t bytes);
  /// Returns shared memory for up to so many bytes of partial results of each rank of one host; null if there
  /// is none, or if messages are asked for. All ranks call this alike.
  SharedResults* results(std::size_t bytes);
  /// Returns the timelines by which the devices of all ranks wait for each other; null if they do not work.
  /// All ranks call this.
  RankTimelines* timelines();
  /// Returns true if any channel uses this transport.
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

/// Returns the transports of the channels that this rank has opened, each once, by commas; empty if there are
/// none.
std::string transports(const DeviceLattice& lattice);

/// Sends `bytes` of the outgoing memory of both channels along mu, and receives the neighbours' for
/// Channel::arrived. A null channel is null at its other end too. `begin_messages` submits the device's work;
/// more may follow before the messages are completed.
using ChannelPair = std::array<Channel*, 2>;
gpu::Ticket begin_messages(gpu::Stream& stream, const ChannelPair& channels, std::size_t bytes);
void complete_messages(const Domain& domain, int mu, const ChannelPair& channels, std::size_t bytes,
                       gpu::Ticket submitted);
/// Calls both functions in turn.
void exchange_messages(const DeviceLattice& lattice, int mu, const ChannelPair& channels, std::size_t bytes);

}  // namespace glueball
