#include "halo/rank_timelines.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "comm/of_all.hpp"
#include "halo/descriptor_post.hpp"

namespace glueball {
namespace {

constexpr double kPatience = 2;  // seconds

}  // namespace

bool done_soon(gpu::Stream& stream, gpu::Ticket ticket) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(kPatience);
  while (!stream.done(ticket))
    if (std::chrono::steady_clock::now() > end) return false;
  return true;
}

std::unique_ptr<RankTimelines> RankTimelines::open(const DeviceLattice& lattice) {
  Communicator& ranks = lattice.domain()->ranks();
  std::unique_ptr<RankTimelines> made(new RankTimelines(lattice));
  made->lines_.resize(std::size_t(ranks.size()));
  if (!on_all(ranks, made->make_own())) return nullptr;
  if (!on_all(ranks, made->import_all())) return nullptr;
  if (!on_all(ranks, made->try_hosts())) return nullptr;
  if (!on_all(ranks, made->try_devices())) return nullptr;
  return made;
}

bool RankTimelines::make_own() {
  for (Line& line : own()) {
    line.timeline = lattice_.device().make_timeline();
    if (!line.timeline) return false;
  }
  return true;
}

bool RankTimelines::import_all() {
  Communicator& ranks = lattice_.domain()->ranks();
  const int n = ranks.size(), here = ranks.rank();
  DescriptorPost post;
  const auto names = of_all(ranks, post.name());
  std::vector<int> sent;
  for (const Line& line : own()) sent.push_back(line.timeline->descriptor());
  const bool all = std::ranges::all_of(sent, [](int one) { return one >= 0; });
  bool well = all;
  // Ranks send in turn, so that each receiver knows the sender.
  for (int shift = 1; shift < n; ++shift) {
    if (all) well = post.send(names[std::size_t((here + shift) % n)], sent) && well;
    ranks.barrier();
    const std::vector<int> received = post.receive();
    well = well && received.size() == kLines;
    for (std::size_t k = 0; k < received.size(); ++k) {
      if (well)
        lines_[std::size_t((here + n - shift) % n)][k].timeline =
            lattice_.device().import_timeline(received[k]);
      else
        close(received[k]);
    }
    ranks.barrier();
  }
  for (const int one : sent)
    if (one >= 0) close(one);
  return well && std::ranges::all_of(lines_, [](const Lines& lines) {
           return std::ranges::all_of(lines, [](const Line& line) { return line.timeline != nullptr; });
         });
}

/// Tests that the hosts of all ranks see what a device raises, and not earlier.
bool RankTimelines::try_hosts() {
  Communicator& ranks = lattice_.domain()->ranks();
  bool well = true;
  for (Lines& lines : lines_) well = well && !lines[kResults].timeline->reaches(1, 0);
  ranks.barrier();
  lattice_.stream().wait(raise(lattice_.stream(), kResults));
  ranks.barrier();
  for (Lines& lines : lines_) {
    well = well && lines[kResults].timeline->reaches(1, kPatience);
    lines[kResults].value = 1;
  }
  return well;
}

/// Tests that a device waits until the hosts of all ranks have raised, and no longer.
bool RankTimelines::try_devices() {
  constexpr std::chrono::microseconds kLong(500);
  Communicator& ranks = lattice_.domain()->ranks();
  gpu::Stream& stream = lattice_.stream();
  constexpr std::size_t kRaised = to_neighbour(0, 0), kWaiting = to_neighbour(0, 1);
  for (int rank = 0; rank < ranks.size(); ++rank)
    if (rank != ranks.rank()) await(stream, rank, kRaised);
  Line& other = own()[kWaiting];
  const gpu::Ticket ticket = stream.raise(*other.timeline, ++other.value);
  std::this_thread::sleep_for(kLong);
  bool well = !stream.done(ticket);
  ranks.barrier();
  Line& mine = own()[kRaised];
  mine.timeline->raise(++mine.value);
  if (!done_soon(stream, ticket)) {
    well = false;
    release();
    stream.wait(ticket);
  }
  for (std::size_t rank = 0; rank < lines_.size(); ++rank)
    if (rank != std::size_t(ranks.rank())) lines_[rank][kWaiting].value = other.value;
  return well;
}

gpu::Ticket RankTimelines::raise(gpu::Stream& stream, std::size_t line) {
  Line& mine = own()[line];
  return stream.raise(*mine.timeline, ++mine.value);
}

void RankTimelines::await(gpu::Stream& stream, int rank, std::size_t line) {
  Line& theirs = lines_[std::size_t(rank)][line];
  stream.await(*theirs.timeline, ++theirs.value);
}

void RankTimelines::release() {
  const auto here = std::size_t(lattice_.domain()->ranks().rank());
  for (std::size_t rank = 0; rank < lines_.size(); ++rank)
    if (rank != here)
      for (Line& line : lines_[rank])
        if (!line.timeline->reaches(line.value, 0)) line.timeline->raise(line.value);
}

}  // namespace glueball
