#include "halo/channels.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "halo/cuda_channel.hpp"
#include "halo/message_channel.hpp"
#include "halo/shared_channel.hpp"

namespace glueball {
namespace {

/// Sends both elements of `send` to the neighbours along mu, one back first, and receives theirs in `reply`.
void exchange_with_neighbours(const Domain& domain, int mu,
                              const std::array<std::span<const std::byte>, 2>& send,
                              const std::array<std::span<std::byte>, 2>& reply) {
  const int back = domain.neighbour(mu, -1), further = domain.neighbour(mu, 1);
  domain.ranks().exchange(back, send[0], further, reply[1]);
  domain.ranks().exchange(further, send[1], back, reply[0]);
}

template <class T>
std::array<T, 2> exchanged(const Domain& domain, int mu, const std::array<T, 2>& mine) {
  std::array<T, 2> theirs{};
  exchange_with_neighbours(
      domain, mu, {std::as_bytes(std::span(&mine[0], 1)), std::as_bytes(std::span(&mine[1], 1))},
      {std::as_writable_bytes(std::span(&theirs[0], 1)), std::as_writable_bytes(std::span(&theirs[1], 1))});
  return theirs;
}

/// Returns the test pattern that a rank sends to one side.
std::vector<std::byte> pattern(int rank, int side, int turn, std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t n = 0; n < size; ++n)
    bytes[n] = std::byte(n * 31 + n / 251 + std::size_t(rank) * 7 + std::size_t(side) * 101 +
                         std::size_t(turn) * 53 + 1);
  return bytes;
}

using Ends = std::array<std::unique_ptr<DirectChannel>, 2>;

/// Drops the channels that failed at either end.
void keep_agreed(const Domain& domain, int mu, Ends& ends, const std::array<std::uint64_t, 2>& content) {
  const auto theirs = exchanged(domain, mu, content);
  for (std::size_t side = 0; side < 2; ++side)
    if (!content[side] || !theirs[side]) ends[side].reset();
}

/// Connects both ends of the channels and tries them with patterns in both directions. Unreliable channels
/// are dropped.
void open_and_try(const DeviceLattice& lattice, int mu, Ends& ends, std::size_t size) {
  const Domain& domain = *lattice.domain();
  std::array<ChannelOffer, 2> offers{};
  for (std::size_t side = 0; side < 2; ++side)
    if (ends[side]) offers[side] = ends[side]->offer();
  const auto theirs = exchanged(domain, mu, offers);
  for (std::size_t side = 0; side < 2; ++side) {
    if (!offers[side].there || !theirs[side].there) ends[side].reset();
    if (ends[side]) ends[side]->hand_over(theirs[side]);
  }
  keep_agreed(domain, mu, ends, {1, 1});  // both ends must have handed over before either opens
  std::array<std::uint64_t, 2> well{};
  for (std::size_t side = 0; side < 2; ++side) well[side] = ends[side] && ends[side]->open(theirs[side]);
  keep_agreed(domain, mu, ends, well);
  std::array<std::uint64_t, 2> devices{};
  for (std::size_t side = 0; side < 2; ++side)
    devices[side] = ends[side] && ends[side]->could_leave_it_to_devices();
  const auto their_devices = exchanged(domain, mu, devices);
  for (std::size_t side = 0; side < 2; ++side)
    if (devices[side] && their_devices[side]) ends[side]->leave_it_to_devices();

  well = {1, 1};
  const int neighbours[] = {domain.neighbour(mu, -1), domain.neighbour(mu, 1)};
  for (int turn = 0; turn < 2; ++turn) {
    for (std::size_t side = 0; side < 2; ++side)
      if (ends[side])
        lattice.stream().upload(ends[side]->outgoing().memory(),
                                pattern(domain.ranks().rank(), int(side), turn, size));
    exchange_messages(lattice, mu, {ends[0].get(), ends[1].get()}, size);
    std::vector<std::byte> found(size);
    for (std::size_t side = 0; side < 2; ++side) {
      if (!ends[side]) continue;
      lattice.stream().download(ends[side]->arrived(size).memory(), found);
      well[side] = well[side] && found == pattern(neighbours[side], int(1 - side), turn, size);
    }
  }
  keep_agreed(domain, mu, ends, well);
}

/// Returns the seconds of an exchange for each side, the longer of both ends'. The shortest of several trials
/// counts: the first ones find unmapped memory and idle devices, and other processes disturb. (A mean over
/// eight made two of four H200 use host memory for a whole run, at a third of the speed.)
std::array<double, 2> measured(const DeviceLattice& lattice, int mu, const Ends& ends, std::size_t size) {
  constexpr int kTurns = 12;
  double mine = HUGE_VAL;
  for (int turn = 0; turn < kTurns; ++turn) {
    const auto start = std::chrono::steady_clock::now();
    exchange_messages(lattice, mu, {ends[0].get(), ends[1].get()}, size);
    for (const auto& end : ends)
      if (end) end->arrived(size);
    lattice.stream().finish();
    mine = std::min(mine, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  auto longer = exchanged(*lattice.domain(), mu, std::array{mine, mine});
  for (double& seconds : longer) seconds = std::max(seconds, mine);
  return longer;
}

}  // namespace

gpu::Ticket begin_messages(gpu::Stream& stream, const ChannelPair& channels, std::size_t bytes) {
  for (Channel* const channel : channels)
    if (channel) channel->begin_send(bytes);
  return stream.close();
}

void complete_messages(const Domain& domain, int mu, const ChannelPair& channels, std::size_t bytes,
                       gpu::Ticket submitted) {
  const auto each = [&](auto&& act) {
    for (std::size_t side = 0; side < 2; ++side)
      if (channels[side]) act(*channels[side], side);
  };
  std::array<std::span<const std::byte>, 2> sent;
  std::array<std::span<std::byte>, 2> reply;
  each([&](Channel& c, std::size_t) { c.start(bytes, submitted); });
  each([&](Channel& c, std::size_t side) { sent[side] = c.send(bytes, submitted); });
  each([&](Channel& c, std::size_t side) { reply[side] = c.reply(bytes); });
  exchange_with_neighbours(domain, mu, sent, reply);
}

void exchange_messages(const DeviceLattice& lattice, int mu, const ChannelPair& channels, std::size_t bytes) {
  const gpu::Ticket submitted = begin_messages(lattice.stream(), channels, bytes);
  complete_messages(*lattice.domain(), mu, channels, bytes, submitted);
}

Channels& Channels::of(const DeviceLattice& lattice) {
  auto& kept = lattice.channels();
  if (!kept) kept = std::make_unique<Channels>(lattice);
  return static_cast<Channels&>(*kept);
}

bool Channels::any(Transport transport) const {
  return std::ranges::any_of(ways_, [&](const Way& way) {
    return std::ranges::any_of(
        way.both, [&](const auto& channel) { return channel && channel->transport() == transport; });
  });
}

std::string transports(const DeviceLattice& lattice) {
  std::string all;
  if (lattice.domain() == nullptr) return all;
  for (const Transport transport : {Transport::messages, Transport::shared, Transport::cuda})
    if (Channels::of(lattice).any(transport))
      all += (all.empty() ? "" : ", ") + std::string(to_string(transport));
  return all;
}

Channels::Both& Channels::along(int mu, std::size_t bytes) {
  Way& way = ways_[std::size_t(mu)];
  if (way.capacity < bytes) {
    way.both = {};
    way.capacity = std::bit_ceil(bytes);
    way.both = opened(mu, way.capacity);
  }
  return way.both;
}

SharedResults* Channels::results(std::size_t bytes) {
  if (tried_results_ < bytes) {
    tried_results_ = std::bit_ceil(bytes);
    results_.reset();
    if (lattice_.domain()->transport() != Transport::messages)
      results_ = SharedResults::open(lattice_, tried_results_, timelines());
  }
  return results_.get();
}

RankTimelines* Channels::timelines() {
  if (!timelines_) timelines_ = RankTimelines::open(lattice_);
  return timelines_->get();
}

Channels::Both Channels::opened(int mu, std::size_t bytes) {
  const Domain& domain = *lattice_.domain();
  const Transport wanted = domain.transport();
  Ends best;
  std::array<double, 2> shortest{};
  for (const Transport kind : {Transport::cuda, Transport::shared}) {
    if (wanted != Transport::best && wanted != kind) continue;
    Ends ends;
    for (std::size_t side = 0; side < 2; ++side)
      if (kind == Transport::shared)
        ends[side] = std::make_unique<SharedChannel>(lattice_, bytes, timelines(), mu, side);
      else if (const auto& gpu = cuda())
        ends[side] = std::make_unique<CudaChannel>(lattice_, gpu, bytes, int(side));
    open_and_try(lattice_, mu, ends, bytes);
    const auto seconds = measured(lattice_, mu, ends, bytes);
    for (std::size_t side = 0; side < 2; ++side) {
      if (!ends[side] || (best[side] && shortest[side] <= seconds[side])) continue;
      best[side] = std::move(ends[side]);
      shortest[side] = seconds[side];
    }
  }
  Both both;
  for (std::size_t side = 0; side < 2; ++side) {
    if (best[side])
      both[side] = std::move(best[side]);
    else if (wanted == Transport::best || wanted == Transport::messages)
      both[side] = std::make_unique<MessageChannel>(lattice_, bytes);
    else
      throw Error(ErrorKind::device,
                  "rank " + std::to_string(domain.ranks().rank()) + " reaches no neighbour by transport " +
                      std::string(to_string(wanted)),
                  "use <transport messages>");
  }
  return both;
}

/// Returns CUDA on the lattice's GPU, opened at the first call; null without NVIDIA's driver.
const std::shared_ptr<Cuda>& Channels::cuda() {
  const gpu::DeviceInfo& device = lattice_.device().info();
  if (!cuda_ && device.api == gpu::Api::vulkan && device.type == gpu::DeviceType::discrete)
    cuda_ = Cuda::open(device.uuid);
  else if (!cuda_)
    cuda_.emplace();
  return *cuda_;
}

}  // namespace glueball
