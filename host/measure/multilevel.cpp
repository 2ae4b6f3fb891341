#include "measure/multilevel.hpp"

#include <array>

#include "linalg/copy.hpp"
#include "measure/links_in_time.hpp"

namespace glueball {
namespace {

/// A part of two lines: L_ab conj(L'_cd) in row 3 a + c and column 3 b + d, so that consecutive parts are a
/// product of matrices.
using TwoLines = std::array<Complex, 81>;

void add_lines(TwoLines& sum, const Matrix3& one, const Matrix3& other) {
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 3; ++c)
        for (int d = 0; d < 3; ++d)
          sum[std::size_t(9 * (3 * a + c) + 3 * b + d)] += one[a][b] * std::conj(other[c][d]);
}

TwoLines after(const TwoLines& first, const TwoLines& then) {
  TwoLines product{};
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t k = 0; k < 9; ++k)
      for (std::size_t j = 0; j < 9; ++j) product[9 * i + j] += first[9 * i + k] * then[9 * k + j];
  return product;
}

/// Returns products of the time links of one sublattice, from each site of its first slice on.
std::vector<Matrix3> parts_of_lines(const Geometry& g, const std::vector<Matrix3>& in_time, int from,
                                    int links) {
  const std::size_t sites = g.volume() / std::size_t(g.extent(3));
  std::vector<Matrix3> lines(sites, Matrix3::identity());
  for (int l = 0; l < links; ++l) {
    const std::size_t slice = std::size_t((from + l) % g.extent(3)) * sites;
#pragma omp parallel for
    for (std::size_t n = 0; n < sites; ++n) lines[n] = lines[n] * in_time[slice + n];
  }
  return lines;
}

/// Averages of both lines' parts in the sublattices: [sublattice][site][axis][r - 1].
class AveragesOfLines {
 public:
  AveragesOfLines(const Geometry& g, std::vector<int> frozen, int longest)
      : geometry_(g),
        frozen_(std::move(frozen)),
        longest_(longest),
        sites_(g.volume() / std::size_t(g.extent(3))),
        sums_(frozen_.size(), std::vector<TwoLines>(sites_ * 3 * std::size_t(longest))) {}

  /// Adds the time links of the whole lattice.
  void add(const std::vector<Matrix3>& in_time) {
    for (std::size_t s = 0; s < frozen_.size(); ++s) {
      const int next = s + 1 < frozen_.size() ? frozen_[s + 1] : frozen_[0] + geometry_.extent(3);
      const auto lines = parts_of_lines(geometry_, in_time, frozen_[s], next - frozen_[s]);
#pragma omp parallel for
      for (std::size_t n = 0; n < sites_; ++n)
        for (int k = 0; k < 3; ++k)
          for (int r = 1; r <= longest_; ++r)
            add_lines(sums_[s][place(n, k, r)], lines[n],
                      lines[geometry_.index(geometry_.neighbour(geometry_.site(n), k, r))]);
    }
    ++count_;
  }
  /// Returns the traces of the products over all sublattices.
  std::vector<double> correlator() const {
    std::vector<double> values(static_cast<std::size_t>(longest_));
    for (std::size_t n = 0; n < sites_; ++n)
      for (int k = 0; k < 3; ++k)
        for (int r = 1; r <= longest_; ++r) {
          TwoLines whole = sums_[0][place(n, k, r)];
          for (std::size_t s = 1; s < sums_.size(); ++s) {
            for (Complex& c : whole) c /= double(count_);
            whole = after(whole, sums_[s][place(n, k, r)]);
          }
          Complex trace = 0;
          for (std::size_t i = 0; i < 9; ++i) trace += whole[10 * i];
          values[std::size_t(r - 1)] += trace.real() / (9 * 3 * double(sites_) * double(count_));
        }
    return values;
  }

 private:
  std::size_t place(std::size_t site, int axis, int r) const {
    return (site * 3 + std::size_t(axis)) * std::size_t(longest_) + std::size_t(r - 1);
  }

  Geometry geometry_;
  std::vector<int> frozen_;
  int longest_, count_ = 0;
  std::size_t sites_;
  std::vector<std::vector<TwoLines>> sums_;
};

constexpr int kStaples = 1;  ///< range of the staples

}  // namespace

std::vector<int> MultilevelOptions::frozen(int extent) const {
  std::vector<int> times;
  for (int t = 0; t < extent; t += thickness) times.push_back(t);
  return times;
}

Sublattices::Sublattices(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                         const MultilevelOptions& options, std::uint64_t number)
    : lattice_(lattice),
      sums_(sums),
      u_(lattice),
      halo_(lattice),
      beta_(options.beta),
      frozen_{.every = std::uint32_t(options.thickness)},
      number_(number) {
  copy(u, u_);
}

void Sublattices::update() {
  constexpr int kOverrelaxation = 4;
  const GaugeCouplings couplings{.beta = beta_};
  const auto with = [&](Shape shape) -> kernels::ForLinkSet {
    if (lattice_.domain() == nullptr) return {};
    return [this, parts = lattice_.has_parts(shape, kStaples)](std::uint32_t mu, Parity parity,
                                                               const auto& update) {
      halo_.run_update(u_, int(mu), parity, kStaples, parts, update);
    };
  };
  kernels::Heatbath::sweep(lattice_, couplings, number_, step_++, u_, with(kernels::Heatbath::shape), frozen_,
                           Stream::sublattice);
  for (int n = 0; n < kOverrelaxation; ++n)
    kernels::Overrelax::sweep(lattice_, couplings, u_, with(kernels::Overrelax::shape), frozen_);
  for (const Parity parity : kParities) kernels::Reunitarize::run(lattice_, {}, u_[parity], sums_.partials());
  halo_.exchange(u_, int(lattice_.options().ghosts));
  lattice_.stream().submit();
}

std::vector<double> multilevel_polyakov(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                                        const MultilevelOptions& options, int longest, std::uint64_t number) {
  const Geometry g = lattice.geometry().whole();
  Sublattices sublattices(lattice, u, sums, options, number);
  AveragesOfLines averages(g, options.frozen(g.extent(3)), longest);
  for (int m = 0; m < options.measurements; ++m) {
    for (int n = 0; n < options.updates; ++n) sublattices.update();
    averages.add(links_in_time(lattice, sublattices.links()));
  }
  return averages.correlator();
}

TensorCorrelators multilevel_tensor(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                                    const MultilevelOptions& options, std::uint64_t number) {
  const Site extents = lattice.geometry().whole_extents();
  const int extent = extents[3];
  Sublattices sublattices(lattice, u, sums, options, number);
  RowProducts mean(extents, {});
  for (int m = 0; m < options.measurements; ++m) {
    for (int n = 0; n < options.updates; ++n) sublattices.update();
    mean.add(field_products(lattice, sublattices.links(), FieldStrength::clover, sums),
             1.0 / options.measurements);
  }
  // A clover extends over one slice on either side.
  std::vector<int> sublattice(static_cast<std::size_t>(extent));
  for (int t = 0; t < extent; ++t)
    sublattice[std::size_t(t)] = t % options.thickness == 0 ? -1 : t / options.thickness;
  return tensor_correlators(mean, 0, [&](int a, int b) {
    const int of_a = sublattice[std::size_t(a)], of_b = sublattice[std::size_t(b)];
    return of_a >= 0 && of_b >= 0 && of_a != of_b;
  });
}

}  // namespace glueball
