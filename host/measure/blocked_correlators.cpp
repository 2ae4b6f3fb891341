#include "measure/blocked_correlators.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "comm/whole_sites.hpp"
#include "field/texels.hpp"
#include "measure/box_fourier.hpp"

namespace glueball {
namespace {

double of(const ProductsOfField& all, FieldProduct which) { return all[std::size_t(which)]; }

/// Returns the products at the sites of the whole lattice in lexicographic order.
std::vector<ProductsOfField> products_of_sites(const DeviceLattice& lattice, const GaugeField& u,
                                               FieldStrength kind) {
  const Geometry& own = lattice.geometry();
  std::vector<ProductsOfField> mine(own.volume());
  ParityFieldStrengths f(lattice);
  ParityFieldProducts products(lattice);
  for (const Parity this_parity : kParities) {
    kernels::StrengthsOfPlanes::run_all(lattice, this_parity, kind, u, f);
    kernels::FieldProducts::run(lattice, {}, f, products);
    in_precision(products.format(), [&](auto real) {
      const auto texels = fetch<decltype(real)>(products);
      for (std::size_t n = 0; n < own.half_volume(); ++n)
        for (std::size_t k = 0; k < kFieldProducts; ++k)
          mine[own.index(own.half_site(this_parity, n))][k] =
              texels[k / 4 * lattice.plane_sites() + lattice.place(n)][k % 4];
    });
  }
  return whole_sites(lattice.domain(), std::move(mine));
}

/// Adds weight |f(k)|^2, where f is the value that `pick` makes of a block.
template <class Pick>
void add_power(const BoxFourier& fourier, const BlockedProducts& blocks, double weight, Pick pick,
               std::vector<Complex>& spectrum) {
  std::vector<Complex> field(blocks.count());
  for (std::size_t n = 0; n < field.size(); ++n) field[n] = pick(blocks[n]);
  fourier.to_momenta(field);
  for (std::size_t n = 0; n < field.size(); ++n) spectrum[n] += weight * std::norm(field[n]);
}

}  // namespace

BlockedProducts::BlockedProducts(const Site& extents, const std::vector<ProductsOfField>& sites, int n)
    : extents_(extents), n_(n) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (extents[k] % n != 0)
      throw Error(
          ErrorKind::bad_value,
          "blocks of " + std::to_string(n) + " sites do not fill an extent of " + std::to_string(extents[k]),
          "choose a divisor of the extents in space");
    extents_[k] /= n;
  }
  blocks_.resize(sites.size() / (std::size_t(n) * std::size_t(n) * std::size_t(n)));
  const double share = double(blocks_.size()) / double(sites.size());
  std::size_t site = 0;
  for (int t = 0; t < extents[3]; ++t)
    for (int z = 0; z < extents[2]; ++z)
      for (int y = 0; y < extents[1]; ++y)
        for (int x = 0; x < extents[0]; ++x, ++site) {
          const int block = ((t * extents_[2] + z / n) * extents_[1] + y / n) * extents_[0] + x / n;
          for (std::size_t k = 0; k < kFieldProducts; ++k)
            blocks_[std::size_t(block)][k] += share * sites[site][k];
        }
}

BlockedProducts blocked_products(const DeviceLattice& lattice, const GaugeField& u, FieldStrength kind,
                                 int n) {
  return {lattice.geometry().whole_extents(), products_of_sites(lattice, u, kind), n};
}

BlockedCorrelators blocked_correlators(const BlockedProducts& blocks) {
  using enum FieldProduct;
  const BoxFourier fourier(blocks.extents());
  std::vector<Complex> charge_power(blocks.count()), shear_power(blocks.count()), bulk_power(blocks.count());
  add_power(
      fourier, blocks, 1, [](const auto& b) { return of(b, charge); }, charge_power);
  add_power(
      fourier, blocks, 1, [](const auto& b) { return of(b, energy); }, bulk_power);
  for (const auto& ij : {std::pair{xx, yy}, std::pair{xx, zz}, std::pair{yy, zz}})
    add_power(
        fourier, blocks, 4.0 / 10 / 12, [&](const auto& b) { return of(b, ij.first) - of(b, ij.second); },
        shear_power);
  for (const FieldProduct p : {xy, xz, yz})
    add_power(
        fourier, blocks, 2.0 / 10, [&](const auto& b) { return of(b, p); }, shear_power);

  // The map gives the position in the result for each displacement.
  const Site& e = blocks.extents();
  std::map<int, int> vectors;
  const auto shortest = [](int d, int extent) { return std::min(d, extent - d); };
  const auto r2_of = [&](int x, int y, int z) {
    int sum = 0;
    for (const int d : {shortest(x, e[0]), shortest(y, e[1]), shortest(z, e[2])}) sum += d * d;
    return sum * blocks.n() * blocks.n();
  };
  for (int z = 0; z < e[2]; ++z)
    for (int y = 0; y < e[1]; ++y)
      for (int x = 0; x < e[0]; ++x) ++vectors[r2_of(x, y, z)];
  BlockedCorrelators c;
  for (const auto& [r2, count] : vectors) {
    c.r2.push_back(r2);
    c.vectors.push_back(count);
  }
  for (const auto& [power, to] : {std::pair{&charge_power, &c.charge}, std::pair{&shear_power, &c.shear},
                                  std::pair{&bulk_power, &c.bulk}}) {
    fourier.to_sites(*power);
    to->resize(std::size_t(e[3] / 2 + 1) * c.r2.size());
    std::size_t n = 0;
    for (int t = 0; t < e[3]; ++t)
      for (int z = 0; z < e[2]; ++z)
        for (int y = 0; y < e[1]; ++y)
          for (int x = 0; x < e[0]; ++x, ++n) {
            const auto at = std::lower_bound(c.r2.begin(), c.r2.end(), r2_of(x, y, z)) - c.r2.begin();
            const int dt = shortest(t, e[3]), ways = dt == 0 || 2 * dt == e[3] ? 1 : 2;
            (*to)[std::size_t(dt) * c.r2.size() + std::size_t(at)] +=
                (*power)[n].real() /
                (double(power->size()) * double(power->size()) * ways * c.vectors[std::size_t(at)]);
          }
  }
  return c;
}

}  // namespace glueball
