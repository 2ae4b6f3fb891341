#include "linalg/global_sums.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "halo/channels.hpp"
#include "lattice/sum_blocks.hpp"

namespace glueball {

double GlobalSums::norm2(const Field& x) {
  kernels::Norm2::run({lattice_, kernels::vector_flags(x)}, {}, x, partials_);
  collect(1, false);
  return totals()[0];
}

Complex GlobalSums::dot(const Field& x, const Field& y) {
  kernels::Dot::run({lattice_, kernels::vector_flags(x)}, {}, x, y, partials_);
  collect(2, false);
  const auto sums = totals();
  return {sums[0], sums[1]};
}

namespace {

constexpr std::size_t kResult = sizeof(std::uint64_t);

/// Calls see(rank, from, to, count) for every run of results that follow one another both among those of a
/// rank and among those of all in their order. Returns how many a component has of all.
template <class See>
std::size_t for_each_run(const RankGrid& grid, std::uint32_t components, const Site& blocks, int across,
                         See see) {
  Site whole = blocks;
  for (int mu = 0; mu < kDirections; ++mu)
    if (mu != across) whole[mu] *= grid.ranks[mu];
  const std::size_t count = product(blocks), total = product(whole);
  // Results follow one another as far as their directions are not split, and through the first that is.
  std::size_t run = 1;
  int mu = 0;
  while (mu < kDirections && whole[mu] == blocks[mu]) run *= std::size_t(blocks[mu++]);
  if (mu < kDirections) run *= std::size_t(blocks[mu]);
  for (int rank = 0; rank < grid.size(); ++rank) {
    const Site at = grid.position(rank);
    if (across >= 0 && at[across] + 1 != grid.ranks[across]) continue;
    for (std::size_t n = 0; n < count; n += run) {
      std::size_t rest = n, to = 0, stride = 1;
      for (int nu = 0; nu < kDirections; ++nu) {
        const std::size_t first = nu == across ? 0 : std::size_t(at[nu]) * std::size_t(blocks[nu]);
        to += stride * (first + rest % std::size_t(blocks[nu]));
        rest /= std::size_t(blocks[nu]);
        stride *= std::size_t(whole[nu]);
      }
      for (std::size_t c = 0; c < components; ++c) see(rank, c * count + n, c * total + to, run);
    }
  }
  return total;
}

}  // namespace

SharedResults* GlobalSums::published(const Partials& own, std::size_t bytes) {
  SharedResults* const shared = Channels::of(lattice_).results(bytes);
  if (shared != nullptr) shared->publish(own, bytes);
  return shared;
}

std::vector<std::uint64_t> GlobalSums::of_all_ranks(const Partials& own, std::uint32_t components,
                                                    const Site& blocks, int across) {
  const std::size_t count = components * product(blocks), bytes = count * kResult;
  const Domain* domain = lattice_.domain();
  std::vector<std::uint64_t> all(count * std::size_t(domain == nullptr ? 1 : domain->grid().size()));
  if (domain == nullptr) {
    lattice_.stream().download(own.memory(), std::as_writable_bytes(std::span(all)));
    return all;
  }
  if (SharedResults* const shared = published(own, bytes)) {
    for (int rank = 0; rank < domain->grid().size(); ++rank)
      std::memcpy(&all[std::size_t(rank) * count], shared->of(rank).data(), bytes);
  } else {
    std::vector<std::uint64_t> mine(count);
    lattice_.stream().download(own.memory(), std::as_writable_bytes(std::span(mine)));
    domain->ranks().gather(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)));
  }
  std::vector<std::uint64_t> ordered(all.size());
  const std::size_t total =
      for_each_run(domain->grid(), components, blocks, across,
                   [&](int rank, std::size_t from, std::size_t to, std::size_t run) {
                     std::copy_n(&all[std::size_t(rank) * count + from], run, &ordered[to]);
                   });
  ordered.resize(components * total);
  return ordered;
}

bool GlobalSums::collected_on_device(const Partials& own, std::uint32_t components, const Site& blocks,
                                     int across) {
  const RankGrid& grid = lattice_.domain()->grid();
  std::vector<std::vector<gpu::CopiedPiece>> pieces(std::size_t(grid.size()));
  std::size_t runs = 0;
  const std::size_t total = for_each_run(
      grid, components, blocks, across, [&](int rank, std::size_t from, std::size_t to, std::size_t run) {
        pieces[std::size_t(rank)].push_back({from * kResult, to * kResult, run * kResult});
        ++runs;
      });
  // A device takes a microsecond or so for each.
  constexpr std::size_t kMostRuns = 64;
  const bool software = lattice_.device().info().type == gpu::DeviceType::software;
  SharedResults* const shared = Channels::of(lattice_).results(components * product(blocks) * kResult);
  if (software || shared == nullptr || runs > kMostRuns) return false;
  for (int rank = 0; rank < grid.size(); ++rank)
    if (!shared->on_device(rank)) return false;
  published(own, components * product(blocks) * kResult);
  make_room(components * total);
  for (int rank = 0; rank < grid.size(); ++rank)
    if (!pieces[std::size_t(rank)].empty())
      lattice_.stream().copy(*shared->on_device(rank), gathered_->memory(), pieces[std::size_t(rank)]);
  return true;
}

void GlobalSums::make_room(std::size_t results) {
  if (!gathered_ || gathered_->memory().bytes() < results * kResult) gathered_.emplace(lattice_, results);
}

GlobalSums::Collected GlobalSums::collected(const Partials& own, std::uint32_t components, const Site& blocks,
                                            int across) {
  if (lattice_.domain() == nullptr) return {own, std::uint32_t(product(blocks))};
  std::size_t total = product(blocks);
  for (int mu = 0; mu < kDirections; ++mu)
    if (mu != across) total *= std::size_t(lattice_.domain()->grid().ranks[mu]);
  if (!collected_on_device(own, components, blocks, across)) {
    const auto ordered = of_all_ranks(own, components, blocks, across);
    make_room(ordered.size());
    lattice_.stream().upload(gathered_->memory(), std::as_bytes(std::span(ordered)));
  }
  return {*gathered_, std::uint32_t(total)};
}

std::vector<double> GlobalSums::blocks(std::uint32_t components) {
  std::vector<double> all;
  for (const std::uint64_t words : of_all_ranks(partials_, components, sum_blocks(lattice_.geometry()), -1))
    all.push_back(lattice_.decode_sum(std::uint32_t(words), std::uint32_t(words >> 32)));
  return all;
}

GlobalSums::Collected GlobalSums::collected(std::uint32_t components, Shape shape) {
  if (shape == Shape::blocks) return collected(partials_, components, sum_blocks(lattice_.geometry()), -1);
  return {partials_, lattice_.partials(shape)};
}

GlobalSums::Collected GlobalSums::collected_of_hops(const Partials& own) {
  if (lattice_.domain() == nullptr) return {own, lattice_.partials(Shape::hops)};
  return collected(own, 1, lattice_.hop_sums(), -1);
}

void GlobalSums::collect(std::uint32_t components, bool add_to_last, Shape shape) {
  const Collected all = collected(components, shape);
  kernels::Sum::run(lattice_, {.count = all.count, .components = components, .accumulate = add_to_last},
                    all.partials, totals_);
}

void GlobalSums::collect_maximum(std::uint32_t components, bool with_last, Shape shape) {
  const Collected all = collected(components, shape);
  kernels::Maximum::run(lattice_, {.count = all.count, .components = components, .accumulate = with_last},
                        all.partials, totals_);
}

void GlobalSums::collect_rows(std::uint32_t components, int mu) {
  const Collected all = collected(partials_, components, sum_rows(lattice_.geometry(), mu), mu);
  kernels::Sum::run(lattice_, {.count = all.count, .components = components, .accumulate = 0}, all.partials,
                    totals_);
}

std::array<double, Partials::kComponents> GlobalSums::totals() {
  std::array<std::uint32_t, 2 * Partials::kComponents> words;
  gpu::Stream& stream = lattice_.stream();
  const int handle = stream.readback(totals_.memory(), 0, sizeof words);
  stream.finish();
  std::memcpy(words.data(), stream.readback_data(handle).data(), sizeof words);
  std::array<double, Partials::kComponents> sums;
  for (std::size_t c = 0; c < sums.size(); ++c) sums[c] = lattice_.decode_sum(words[2 * c], words[2 * c + 1]);
  return sums;
}

}  // namespace glueball
