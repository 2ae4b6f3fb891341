#include "linalg/global_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

#include "comm/gather.hpp"
#include "halo/channels.hpp"
#include "lattice/sum_blocks.hpp"
#include "linalg/result_runs.hpp"

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
}  // namespace

std::vector<std::uint64_t> GlobalSums::of_all_ranks(const Partials& own, std::uint32_t components,
                                                    const ResultOrder& order) {
  const Domain* domain = lattice_.domain();
  const std::size_t count = components * product(order.extents);
  std::vector<std::uint64_t> mine;
  const auto download = [&] {
    mine.resize(count);
    lattice_.stream().download(own.memory(), std::as_writable_bytes(std::span(mine)));
  };
  if (domain == nullptr) {
    download();
    return mine;
  }
  const ResultRuns all(*domain, order, components);
  std::vector<std::uint64_t> ordered(components * all.total);
  if (SharedResults* const shared = Channels::of(lattice_).results(all.most() * kResult)) {
    shared->publish(own, count * kResult);
    for (const ResultRun& r : all.runs)
      std::memcpy(&ordered[r.to], shared->of(r.rank).data() + r.from * kResult, r.count * kResult);
  } else {
    download();
    const auto parts = parts_of(
        domain->ranks(), std::span<const std::uint64_t>(mine),
        [&](int rank) { return all.of_rank[std::size_t(rank)]; }, true);
    for (const ResultRun& r : all.runs) std::copy_n(&parts.of(r.rank)[r.from], r.count, &ordered[r.to]);
  }
  return ordered;
}

std::optional<std::uint32_t> GlobalSums::copied_from_all(const Partials& own, std::uint32_t components,
                                                         const ResultOrder& order) {
  if (!lattice_.domain()->devices().alike) return {};
  const ResultRuns all(*lattice_.domain(), order, components);
  // A device needs about a microsecond for each.
  constexpr std::size_t kMostRuns = 256;
  SharedResults* const shared = Channels::of(lattice_).results(all.most() * kResult);
  if (shared == nullptr || !shared->on_device() || all.runs.size() > kMostRuns) return {};
  make_room(components * all.total);
  const auto take = [&](int rank, const gpu::Memory& from, bool apart) {
    std::vector<gpu::CopiedPiece> pieces;
    for (const ResultRun& r : all.runs)
      if (r.rank == rank) pieces.push_back({r.from * kResult, r.to * kResult, r.count * kResult});
    if (!pieces.empty()) lattice_.stream().copy(from, gathered_->memory(), pieces, apart);
  };
  const Communicator& ranks = lattice_.domain()->ranks();
  take(ranks.rank(), own.memory(), false);
  shared->publish_to_devices(own, components * product(order.extents) * kResult);
  for (int rank = 0; rank < ranks.size(); ++rank)
    if (rank != ranks.rank()) take(rank, shared->on_device(rank), true);
  return std::uint32_t(all.total);
}

void GlobalSums::make_room(std::size_t results) {
  if (!gathered_ || gathered_->memory().bytes() < results * kResult) gathered_.emplace(lattice_, results);
}

GlobalSums::Collected GlobalSums::collected(const Partials& own, std::uint32_t components,
                                            const ResultOrder& order, Fold fold) {
  if (lattice_.domain() == nullptr) return {own, std::uint32_t(product(order.extents))};
  if (const auto count = copied_from_all(own, components, order)) return {*gathered_, *count};
  auto ordered = of_all_ranks(own, components, order);
  // Devices of several kinds could add differently, and ranks would then decide differently.
  if (!lattice_.domain()->devices().alike) ordered = on_host(ordered, components, fold);
  make_room(ordered.size());
  lattice_.stream().upload(gathered_->memory(), std::as_bytes(std::span(ordered)));
  return {*gathered_, std::uint32_t(ordered.size() / components)};
}

std::vector<std::uint64_t> GlobalSums::on_host(const std::vector<std::uint64_t>& all,
                                               std::uint32_t components, Fold fold) const {
  std::vector<std::uint64_t> totals;
  for (std::size_t c = 0, a_component = all.size() / components; c < components; ++c) {
    double total = 0;
    for (std::size_t n = 0; n < a_component; ++n) {
      const std::uint64_t words = all[c * a_component + n];
      const double one = lattice_.decode_sum(std::uint32_t(words), std::uint32_t(words >> 32));
      if (fold == Fold::sum)
        total += one;
      else if (one > total || std::isnan(one))
        total = one;
    }
    totals.push_back(lattice_.encode_sum(total));
  }
  return totals;
}

std::vector<double> GlobalSums::blocks(std::uint32_t components) {
  std::vector<double> all;
  for (const std::uint64_t words : of_all_ranks(partials_, components, {sum_blocks(lattice_.geometry())}))
    all.push_back(lattice_.decode_sum(std::uint32_t(words), std::uint32_t(words >> 32)));
  return all;
}

GlobalSums::Collected GlobalSums::collected(std::uint32_t components, Shape shape, Fold fold) {
  if (shape == Shape::blocks)
    return collected(partials_, components, {sum_blocks(lattice_.geometry())}, fold);
  return {partials_, lattice_.partials(shape)};
}

const Partials& GlobalSums::packed(const Partials& own, std::uint32_t launches, std::size_t of_each,
                                   std::size_t stride) {
  if (launches == 1 || of_each == stride) return own;
  if (!packed_) packed_.emplace(lattice_, launches * of_each);
  std::vector<gpu::CopiedPiece> pieces;
  for (std::size_t n = 0; n < launches; ++n)
    pieces.push_back({n * stride * kResult, n * of_each * kResult, of_each * kResult});
  lattice_.stream().copy(own.memory(), packed_->memory(), pieces);
  return *packed_;
}

GlobalSums::Collected GlobalSums::collected_of_hops(const Partials& own, std::uint32_t launches) {
  const std::uint32_t stride = lattice_.partials(Shape::hops);
  if (lattice_.domain() == nullptr) return {own, launches * stride};
  const ResultOrder order = lattice_.hop_sums();
  const Collected all =
      collected(packed(own, launches, product(order.extents), stride), launches, order, Fold::sum);
  return {all.partials, launches * all.count};
}

GlobalSums::Collected GlobalSums::first_total() {
  if (!first_) first_.emplace(lattice_, std::size_t(1));
  lattice_.stream().copy(totals_.memory(), first_->memory(), kResult);
  return {*first_, 1};
}

void GlobalSums::collect(std::uint32_t components, bool add_to_last, Shape shape) {
  const Collected all = collected(components, shape);
  kernels::run_components<kernels::Sum>(lattice_, {.count = all.count, .accumulate = add_to_last}, components,
                                        all.partials, totals_);
}

void GlobalSums::collect_maximum(std::uint32_t components, bool with_last, Shape shape) {
  const Collected all = collected(components, shape, Fold::maximum);
  kernels::run_components<kernels::Maximum>(lattice_, {.count = all.count, .accumulate = with_last},
                                            components, all.partials, totals_);
}

void GlobalSums::collect_rows(std::uint32_t components, int mu) {
  const ResultOrder rows{.extents = sum_rows(lattice_.geometry(), mu), .across = mu};
  const Collected all = collected(partials_, components, rows, Fold::sum);
  kernels::run_components<kernels::Sum>(lattice_, {.count = all.count, .accumulate = 0}, components,
                                        all.partials, totals_);
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
