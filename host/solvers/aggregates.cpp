#include "solvers/aggregates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/error.hpp"
#include "cpu/dense_matrix.hpp"

namespace glueball {
namespace {

constexpr int kMostVectors = 64;
/// Fraction of its square below which what is left of a vector is rounding.
constexpr double kDependent = 1e-10;

bool divides(int block, int extent) {
  return block > 0 && block < 64 && block % 2 == 0 && extent % block == 0 && extent / block % 2 == 0;
}

/// Returns the extent of a block nearest to 4 by their ratio, the smaller of two; 0 if none divides.
int nearest_block(int extent) {
  int best = 0;
  const auto distance = [](int block) { return std::abs(std::log(block / 4.0)); };
  for (int block = 2; block <= extent / 2; block += 2)
    if (divides(block, extent) && (best == 0 || distance(block) < distance(best) - 1e-9)) best = block;
  return best;
}

}  // namespace

Aggregation aggregation_for(const Geometry& fine, const std::optional<Site>& block, int vectors) {
  if (vectors < 4 || vectors > kMostVectors || vectors % 4 != 0)
    throw Error(ErrorKind::bad_value, fmt::format("multigrid with {} near-null vectors", vectors),
                fmt::format("give a multiple of 4 up to {}", kMostVectors));
  Aggregation a{.vectors = std::uint32_t(vectors)};
  for (int mu = 0; mu < kDirections; ++mu) {
    const int extent = fine.extent(mu);
    a.block[mu] = block ? (*block)[mu] : nearest_block(extent);
    if (divides(a.block[mu], extent)) continue;
    if (block)
      throw Error(
          ErrorKind::bad_value,
          fmt::format("multigrid: blocks of {} sites in {}, which has {}", a.block[mu], "xyzt"[mu], extent),
          "blocks and their number must be even in each direction");
    throw Error(
        ErrorKind::bad_value,
        fmt::format("multigrid: no even number of even blocks makes up {} sites in {}", extent, "xyzt"[mu]),
        "take extents that are multiples of 4, or <solver cg>");
  }
  if (a.vectors > 6 * a.half_block())
    throw Error(ErrorKind::bad_value,
                fmt::format("multigrid: {} vectors in blocks of {} sites are not independent", vectors,
                            2 * a.half_block()),
                "give fewer vectors or larger blocks");
  return a;
}

Aggregates::Aggregates(const DeviceLattice& fine, const DeviceLattice& coarse, const Aggregation& aggregation)
    : fine_(fine), coarse_(coarse), aggregation_(aggregation) {
  fields_[int(Parity::even)].emplace(fine, vectors());
}

void Aggregates::begin_set_up() {
  fields_[int(Parity::odd)].emplace(fine_, vectors());
  products_.emplace(fine_, aggregates(), vectors());
}

void Aggregates::end_set_up() {
  fields_[int(Parity::odd)].reset();
  products_.reset();
}

void Aggregates::set(std::uint32_t n, Parity parity, const SpinorField& psi) {
  kernels::ToAggregates::run(launch(), {.parity = std::uint32_t(parity), .vector = n}, psi,
                             *fields_[int(parity)]);
}

void Aggregates::orthonormalise() {
  const std::size_t n = vectors(), matrices = 2 * aggregates(), size = n * n;
  std::vector<std::complex<float>> single(matrices * size);
  // Rounding of the first pass, which is large for nearly parallel vectors, is removed by the second.
  for (int pass = 0; pass < 2; ++pass) {
    kernels::Gram::run(launch(), matrices * size, {}, *fields_[0], *fields_[1], *products_);
    fine_.stream().download(products_->memory(), std::as_writable_bytes(std::span(single)));
    bool dependent = false;
#pragma omp parallel for reduction(|| : dependent)
    for (std::size_t k = 0; k < matrices; ++k) {
      const auto of_block = single.begin() + std::ptrdiff_t(k * size);
      std::vector<Complex> gram(of_block, of_block + std::ptrdiff_t(size));
      dependent = dependent || !cpu::invert_root(n, gram, kDependent);
      std::copy(gram.begin(), gram.end(), of_block);
    }
    if (dependent)
      throw Error(ErrorKind::not_converged, "multigrid: near-null vectors depend linearly on each other",
                  "give fewer vectors or larger blocks, or take <solver cg>");
    fine_.stream().upload(products_->memory(), std::as_bytes(std::span(single)));
    for (auto& field : fields_)
      kernels::Combine::run(launch(), matrices * 3 * aggregation_.half_block(), {}, *field, *products_);
  }
}

void Aggregates::restrict_to(FullCoarseField& coarse, std::span<const SpinorField* const> psi,
                             Parity parity) const {
  for (std::size_t n = 0; n < psi.size(); n += ColumnGroups::kMost) {
    const std::size_t count = std::min<std::size_t>(ColumnGroups::kMost, psi.size() - n);
    const auto at = [&](std::size_t k) -> const SpinorField& { return *psi[n + std::min(k, count - 1)]; };
    for (const Parity target : kParities)
      kernels::Restrict::run(launch(ColumnGroups::flags(std::uint32_t(count))), aggregates() / 2 * vectors(),
                             {.parity = std::uint32_t(parity),
                              .coarse_parity = std::uint32_t(target),
                              .column = std::uint32_t(n)},
                             of(parity), at(0), at(1), at(2), at(3), coarse[std::size_t(target)]);
  }
}

void Aggregates::prolong(const FullCoarseField& coarse, std::span<SpinorField* const> psi,
                         Parity parity) const {
  for (std::size_t n = 0; n < psi.size(); n += ColumnGroups::kMost) {
    const std::size_t count = std::min<std::size_t>(ColumnGroups::kMost, psi.size() - n);
    const auto at = [&](std::size_t k) -> SpinorField& { return *psi[n + std::min(k, count - 1)]; };
    kernels::Prolong::run(launch(ColumnGroups::flags(std::uint32_t(count))), fine_.geometry().half_volume(),
                          {.parity = std::uint32_t(parity), .coarse_parity = 0, .column = std::uint32_t(n)},
                          of(parity), coarse[0], coarse[1], at(0), at(1), at(2), at(3));
  }
}

}  // namespace glueball
