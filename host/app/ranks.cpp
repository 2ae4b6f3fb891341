#include "app/ranks.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "app/progress.hpp"
#include "base/error.hpp"
#include "comm/gather.hpp"
#include "comm/of_all.hpp"
#include "io/checksums.hpp"
#include "io/gauge_source.hpp"

namespace glueball::app {

namespace {

Communicator* several = nullptr;  ///< all ranks; null if there is only one

}  // namespace

int threads_of_rank(int processors, int of_host, int ranks) {
  return processors < of_host ? processors : std::max(1, processors / std::max(1, ranks));
}

void join_ranks() {
  if (world().alone()) return;
  if (std::getenv("OMP_NUM_THREADS") == nullptr)
    omp_set_num_threads(
        threads_of_rank(omp_get_num_procs(), int(sysconf(_SC_NPROCESSORS_ONLN)), ranks_on_host()));
  several = &world();
  if (several->first()) return;
  mute(true);
  if (std::freopen("/dev/null", "w", stdout) == nullptr) std::fclose(stdout);
}

void require_one_rank(const std::string& command, const CommonOptions& flags) {
  const int ranks = world().size();
  if (ranks == 1 && (flags.ranks == "auto" || flags.ranks == "1,1,1,1") && flags.load_balance == "equal")
    return;
  throw Error(ErrorKind::bad_value,
              ranks > 1
                  ? fmt::format("{} does not work on several ranks yet, and {} were started", command, ranks)
                  : fmt::format("{} does not work on several ranks yet: --ranks {}, --load-balance {}",
                                command, flags.ranks, flags.load_balance),
              "start one process");
}

void let_first_rank_tell() {
  if (several == nullptr || several->first()) return;
  // Ten seconds suffice for the first rank on a busy host; an error of this rank alone may wait.
  std::this_thread::sleep_for(std::chrono::seconds(10));
  mute(false);
}

int end_ranks(int status) {
  if (several != nullptr) {
    std::fflush(stdout);
    several->end_all(status);
  }
  return status;
}

bool on_any_rank(bool mine) {
  Communicator& ranks = world();
  if (ranks.alone()) return mine;
  const auto all = of_all(ranks, std::byte{mine});
  return std::any_of(all.begin(), all.end(), [](std::byte b) { return b != std::byte{0}; });
}

PartOfFile read_part(const std::filesystem::path& path, const io::ReadOptions& options,
                     const std::function<Geometry(const Geometry& whole)>& part_of) {
  Communicator& ranks = world();
  std::unique_ptr<io::GaugeSource> source;
  Site extents{};
  if (ranks.first()) {
    source = io::open_source(path, options);
    extents = source->geometry().extents();
  }
  ranks.broadcast(std::as_writable_bytes(std::span(extents)), 0);
  const Geometry whole(extents);
  Configuration part(part_of(whole));
  io::ScidacChecksum checksum(kDirections * sizeof(Matrix3));
  const std::size_t slice_sites = whole.volume() / std::size_t(whole.extent(3));
  std::vector<Matrix3> received(slice_sites * kDirections);
  const auto pass_on = [&](int t, std::span<const Matrix3> slice) {
    if (ranks.first()) {
      checksum.add(std::as_bytes(slice), std::size_t(t) * slice_sites);
      std::copy(slice.begin(), slice.end(), received.begin());
    }
    ranks.broadcast(std::as_writable_bytes(std::span(received)), 0);
    keep_slice(part, t, received);
  };
  if (ranks.first())
    io::stream(*source, pass_on);
  else
    for (int t = 0; t < whole.extent(3); ++t) pass_on(t, {});
  ranks.barrier();  // an error at the end of the file must be known to all ranks before one continues
  return {std::move(part), ranks.first() ? checksum.to_string() : std::string()};
}

}  // namespace glueball::app
