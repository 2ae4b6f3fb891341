#include "measure/field_products.hpp"

#include <cmath>
#include <numbers>

#include "lattice/sum_blocks.hpp"

namespace glueball {
namespace {

template <class Number>
Number of(const std::array<Number, kFieldProducts>& all, FieldProduct which) {
  return all[std::size_t(which)];
}

}  // namespace

void RowProducts::add(const RowProducts& other, double factor) {
  rows_.resize(other.rows_.size());
  for (std::size_t n = 0; n < rows_.size(); ++n)
    for (std::size_t k = 0; k < kFieldProducts; ++k) rows_[n][k] += factor * other.rows_[n][k];
}

ProductsOfField RowProducts::slice(int t) const {
  ProductsOfField mean{};
  for (int z = 0; z < extents_[2]; ++z)
    for (std::size_t k = 0; k < kFieldProducts; ++k) mean[k] += row(z, t)[k];
  for (double& x : mean) x /= double(extents_[0]) * extents_[1] * extents_[2];
  return mean;
}

ProductsOfField RowProducts::average() const {
  ProductsOfField mean{};
  for (int t = 0; t < extents_[3]; ++t) {
    const ProductsOfField of_slice = slice(t);
    for (std::size_t k = 0; k < kFieldProducts; ++k) mean[k] += of_slice[k] / extents_[3];
  }
  return mean;
}

std::array<Complex, kFieldProducts> RowProducts::slice_at(int n, int t) const {
  std::array<Complex, kFieldProducts> sum{};
  for (int z = 0; z < extents_[2]; ++z) {
    const Complex phase = std::polar(1.0, 2 * std::numbers::pi * n * z / extents_[2]);
    for (std::size_t k = 0; k < kFieldProducts; ++k) sum[k] += phase * row(z, t)[k];
  }
  for (Complex& x : sum) x /= double(extents_[0]) * extents_[1] * extents_[2];
  return sum;
}

RowProducts field_products(const DeviceLattice& lattice, const GaugeField& u, FieldStrength kind,
                           GlobalSums& sums) {
  const Site whole = lattice.geometry().whole_extents(), block = sum_block(whole);
  const std::size_t across = std::size_t(whole[0] / block[0]) * std::size_t(whole[1] / block[1]);
  std::vector<ProductsOfField> rows(std::size_t(whole[2]) * std::size_t(whole[3]));
  ParityFieldStrengths f(lattice);
  ParityFieldProducts products(lattice);
  for (const Parity this_parity : kParities) {
    kernels::StrengthsOfPlanes::run_all(lattice, this_parity, kind, u, f);
    kernels::FieldProducts::run(lattice, {}, f, products);
    for (std::uint32_t plane = 0; plane < ParityFieldProducts::kPlanes; ++plane) {
      kernels::ComponentSums::run(lattice, {.plane = plane}, products, sums.partials());
      const std::vector<double> blocks = sums.blocks(4);
      const std::size_t count = blocks.size() / 4;  // values of one component
      for (std::size_t component = 0; component < 4; ++component)
        for (std::size_t b = 0; b < count; ++b)
          rows[b / across][4 * plane + component] += blocks[component * count + b];
    }
  }
  return {whole, std::move(rows)};
}

double weinberg(const ProductsOfField& means, int axis) {
  double sum = 0;
  for (int c = 0; c < kDirections; ++c)
    if (c != axis) sum += means[std::size_t(FieldProduct::triple_x) + std::size_t(c)];
  return 16.0 / 3.0 * sum;
}

double weinberg(const ProductsOfField& means) {
  double sum = 0;
  for (int axis = 0; axis < kDirections; ++axis) sum += weinberg(means, axis);
  return sum / kDirections;
}

TensorCorrelators tensor_correlators(const RowProducts& rows, int n) {
  return tensor_correlators(rows, n, [](int, int) { return true; });
}

TensorCorrelators tensor_correlators(const RowProducts& rows, int n,
                                     const std::function<bool(int, int)>& paired) {
  const Site& e = rows.extents();
  std::vector<std::array<Complex, kFieldProducts>> slices;
  for (int t = 0; t < e[3]; ++t) slices.push_back(rows.slice_at(n, t));
  const double space = double(e[0]) * e[1] * e[2];
  TensorCorrelators c;
  using enum FieldProduct;
  for (int dt = 0; dt <= e[3] / 2; ++dt) {
    double shear = 0, bulk = 0;
    int pairs = 0;
    for (int t = 0; t < e[3]; ++t) {
      if (!paired(t, (t + dt) % e[3])) continue;
      ++pairs;
      const auto &a = slices[std::size_t(t)], &b = slices[std::size_t((t + dt) % e[3])];
      const auto product = [](Complex p, Complex q) { return (std::conj(p) * q).real(); };
      const auto diagonal = [&](FieldProduct i, FieldProduct j) {
        return product(of(a, i) - of(a, j), of(b, i) - of(b, j)) / 4;
      };
      const double x = (diagonal(xx, yy) + diagonal(xx, zz) + diagonal(yy, zz)) / 3;
      const double y =
          product(of(a, xy), of(b, xy)) + product(of(a, xz), of(b, xz)) + product(of(a, yz), of(b, yz));
      shear += (4 * x + 2 * y) / 10;
      bulk += product(of(a, energy), of(b, energy));
    }
    c.shear.push_back(space * shear / pairs);  // 0 / 0 if there are none
    c.bulk.push_back(space * bulk / pairs);
  }
  return c;
}

}  // namespace glueball
