// Global sums of device fields, read back to the host: the only place where a number becomes one of all
// ranks.
#pragma once

#include <optional>
#include <vector>

#include "field/result_order.hpp"
#include "kernels/linalg.hpp"
#include "lattice/su3.hpp"

namespace glueball {

class GlobalSums {
 public:
  /// With room for so many components in `partials()`.
  explicit GlobalSums(const DeviceLattice& lattice, std::uint32_t components = Partials::kComponents)
      : lattice_(lattice), partials_(lattice, lattice.most_sums() * components), totals_(lattice) {}

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
  enum class Fold { sum, maximum };
  /// For who adds them up on the device: those that are in `partials()`, of Shape::sums only where there is
  /// one rank. Where ranks have devices of several kinds it is one, already folded.
  Collected collected(std::uint32_t components, Shape shape = Shape::blocks, Fold fold = Fold::sum);
  /// The same of what hops have left in `own`: of so many launches, one behind the other, and now one
  /// component of all of them.
  Collected collected_of_hops(const Partials& own, std::uint32_t launches = 1);
  /// The same of the first component of what has been collected last.
  Collected first_total();

 private:
  /// What there is to add up. Of a split lattice the partial results of all ranks, in their order.
  Collected collected(const Partials& own, std::uint32_t components, const ResultOrder& order, Fold fold);
  /// Puts them in `gathered_` by copies of the device alone. How many a component; nothing where such copies
  /// would not do.
  std::optional<std::uint32_t> copied_from_all(const Partials& own, std::uint32_t components,
                                               const ResultOrder& order);
  void make_room(std::size_t results);
  /// What lies with gaps in `own`, `of_each` results and then room up to `stride`, without them.
  const Partials& packed(const Partials& own, std::uint32_t launches, std::size_t of_each,
                         std::size_t stride);
  /// Their sum or largest, one a component, in an order of the host's.
  std::vector<std::uint64_t> on_host(const std::vector<std::uint64_t>& all, std::uint32_t components,
                                     Fold fold) const;
  /// The same on the host.
  std::vector<std::uint64_t> of_all_ranks(const Partials& own, std::uint32_t components,
                                          const ResultOrder& order);

  const DeviceLattice& lattice_;
  Partials partials_;
  Totals totals_;
  std::optional<Partials> gathered_, packed_, first_;
};

}  // namespace glueball
