// Global sums of device fields, read back to the host. This is the only place where ranks' numbers are
// combined.
#pragma once

#include <optional>
#include <vector>

#include "field/device_lattice.hpp"
#include "kernels/linalg.hpp"
#include "lattice/su3.hpp"

namespace glueball {

class GlobalSums {
 public:
  /// Makes space for so many components in `partials()`.
  explicit GlobalSums(const DeviceLattice& lattice, std::uint32_t components = Partials::kComponents)
      : lattice_(lattice), partials_(lattice, lattice.most_sums() * components), totals_(lattice) {}

  double norm2(const Field& x);
  /// Returns <x, y> = sum conj(x) y.
  Complex dot(const Field& x, const Field& y);

  // For any kernel of Shape::sums or blocks: let it write `partials()`, `collect` its components, read the
  // `totals`. With Shape::blocks the sums are of the whole lattice and bit-identical for every split: each
  // rank has the blocks of all ranks and adds them in one order.
  Partials& partials() { return partials_; }
  /// Collects sums. With `add_to_last` they are added to those collected before, since a field has two
  /// parities.
  void collect(std::uint32_t components, bool add_to_last, Shape shape = Shape::blocks);
  /// Collects largest values instead of sums.
  void collect_maximum(std::uint32_t components, bool with_last, Shape shape = Shape::blocks);
  /// Collects sums over rows of slices across mu (lattice/sum_blocks.hpp), which the last domains along mu
  /// have.
  void collect_rows(std::uint32_t components, int mu);
  std::array<double, Partials::kComponents> totals();
  /// Returns the partial results of a kernel of Shape::blocks on the host: block by block of the whole
  /// lattice in their order (lattice/sum_blocks.hpp), one component after the other.
  std::vector<double> blocks(std::uint32_t components);

  /// Partial results of all ranks; `count` is the number a component.
  struct Collected {
    const Partials& partials;
    std::uint32_t count;
  };
  enum class Fold { sum, maximum };
  /// Returns partial results to be added on the device: those in `partials()`; Shape::sums only on one rank.
  /// If ranks have devices of several kinds, the result is one number, already folded.
  Collected collected(std::uint32_t components, Shape shape = Shape::blocks, Fold fold = Fold::sum);
  /// Returns the partial results of hops in `own`. Those of several launches, one behind the other, become
  /// one component.
  Collected collected_of_hops(const Partials& own, std::uint32_t launches = 1);
  /// Returns the first component of the last collected totals.
  Collected first_total();

 private:
  /// Returns the numbers to be added. On a split lattice they are the partial results of all ranks, in their
  /// order.
  Collected collected(const Partials& own, std::uint32_t components, const ResultOrder& order, Fold fold);
  /// Puts them in `gathered_` by device copies alone. Returns the number a component; nothing if such copies
  /// are not possible.
  std::optional<std::uint32_t> copied_from_all(const Partials& own, std::uint32_t components,
                                               const ResultOrder& order);
  void make_room(std::size_t results);
  /// Returns the results in `own` without gaps; there are `of_each` results, then unused space up to
  /// `stride`.
  const Partials& packed(const Partials& own, std::uint32_t launches, std::size_t of_each,
                         std::size_t stride);
  /// Returns their sum or largest value for each component, in an order of the host's own.
  std::vector<std::uint64_t> on_host(const std::vector<std::uint64_t>& all, std::uint32_t components,
                                     Fold fold) const;
  /// Returns the partial results of all ranks on the host.
  std::vector<std::uint64_t> of_all_ranks(const Partials& own, std::uint32_t components,
                                          const ResultOrder& order);

  const DeviceLattice& lattice_;
  Partials partials_;
  Totals totals_;
  std::optional<Partials> gathered_, packed_, first_;
};

}  // namespace glueball
