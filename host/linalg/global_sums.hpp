// Global sums of device fields, read back to the host: the only place where a number becomes one of all
// ranks.
#pragma once

#include <optional>
#include <vector>

#include "halo/shared_results.hpp"
#include "kernels/linalg.hpp"
#include "lattice/su3.hpp"

namespace glueball {

class GlobalSums {
 public:
  explicit GlobalSums(const DeviceLattice& lattice)
      : lattice_(lattice), partials_(lattice), totals_(lattice) {}

  double norm2(const Field& x);
  /// <x, y> = sum conj(x) y.
  Complex dot(const Field& x, const Field& y);

  // For any kernel of Shape::sums or blocks: let it write `partials()`, `collect` its components, read the
  // `totals`. With Shape::blocks they are of the whole lattice, and have the same bits however it is split:
  // every rank has the blocks of all, and adds them in their order.
  Partials& partials() { return partials_; }
  /// With `add_to_last` the sums are added to those collected before: a field has two parities.
  void collect(std::uint32_t components, bool add_to_last, Shape shape = Shape::blocks);
  /// The same for largest values rather than sums.
  void collect_maximum(std::uint32_t components, bool with_last, Shape shape = Shape::blocks);
  /// Of the rows of slices across mu (lattice/sum_blocks.hpp), which the last domains along mu have.
  void collect_rows(std::uint32_t components, int mu);
  std::array<double, Partials::kComponents> totals();
  /// What a kernel of Shape::blocks has left, on the host: block by block of the whole lattice in their order
  /// (lattice/sum_blocks.hpp), a component after the other.
  std::vector<double> blocks(std::uint32_t components);

  /// Partial results of all ranks, so many a component.
  struct Collected {
    const Partials& partials;
    std::uint32_t count;
  };
  /// For who adds them up on the device: those that are in `partials()`, of Shape::sums only where there is
  /// one rank.
  Collected collected(std::uint32_t components, Shape shape = Shape::blocks);
  /// The same of one component that hops have left in `own`.
  Collected collected_of_hops(const Partials& own);

 private:
  /// What there is to add up. Of a split lattice the partial results of all ranks, `blocks` of them along
  /// each direction of a domain; those of the last domains alone along `across`, where that is a direction.
  Collected collected(const Partials& own, std::uint32_t components, const Site& blocks, int across);
  /// The same in `gathered_`, by copies of the device alone; false where these would not do.
  bool collected_on_device(const Partials& own, std::uint32_t components, const Site& blocks, int across);
  void make_room(std::size_t results);
  /// Where all ranks have left `bytes` of their results; null where they need messages for that.
  SharedResults* published(const Partials& own, std::size_t bytes);
  /// The same on the host.
  std::vector<std::uint64_t> of_all_ranks(const Partials& own, std::uint32_t components, const Site& blocks,
                                          int across);

  const DeviceLattice& lattice_;
  Partials partials_;
  Totals totals_;
  std::optional<Partials> gathered_;
};

}  // namespace glueball
