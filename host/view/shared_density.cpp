#include "view/shared_density.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "comm/of_all.hpp"
#include "field/texels.hpp"

namespace glueball::view {
namespace {

std::unique_ptr<DeviceLattice> stage_of(const DeviceLattice& own) {
  if (own.domain() == nullptr) return nullptr;
  const Site whole = own.geometry().whole_extents();
  LatticeOptions options = own.options();
  options.domain = nullptr;
  return std::make_unique<DeviceLattice>(own.device(), Geometry({whole[0], whole[1], whole[2], 2}), options);
}

/// Returns the texels of this rank's sites at two times of the whole lattice, one time after the other, in
/// the order of its sites in space. Times that the rank does not have are zeros.
template <class Real>
std::vector<std::array<Real, 4>> part_of_slices(const DensityField& density,
                                                const std::array<int, 2>& times) {
  const DeviceLattice& lattice = density.lattice();
  const Geometry& g = lattice.geometry();
  const std::size_t space = g.volume() / std::size_t(g.extent(3));
  std::vector<std::array<Real, 4>> part(2 * space);
  for (const Parity parity : kParities) {
    const auto texels = fetch<Real>(density[parity]);
    for (std::size_t k = 0; k < 2; ++k) {
      const int t = times[k] - g.origin()[3];
      if (t < 0 || t >= g.extent(3)) continue;
      for (std::size_t n = 0; n < space / 2; ++n) {
        const std::size_t half = std::size_t(t) * space / 2 + n;
        part[k * space + g.index(g.half_site(parity, half)) % space] = texels[lattice.place(half)];
      }
    }
  }
  return part;
}

/// Uploads the parts of all ranks to times 0 and 1 of a lattice.
template <class Real>
void put_slices(const Domain& domain, const std::array<int, 2>& times,
                std::span<const std::array<Real, 4>> all, DensityField& to) {
  const Geometry& stage = to.lattice().geometry();
  std::array<Texels<Real>, 2> texels{Texels<Real>(stage.half_volume()), Texels<Real>(stage.half_volume())};
  const std::size_t a_rank = all.size() / std::size_t(domain.ranks().size());
  for (int rank = 0; rank < domain.ranks().size(); ++rank) {
    const Geometry g = domain.geometry(rank);
    const std::size_t space = g.volume() / std::size_t(g.extent(3));
    for (std::size_t k = 0; k < 2; ++k) {
      if (times[k] < g.origin()[3] || times[k] >= g.origin()[3] + g.extent(3)) continue;
      for (std::size_t n = 0; n < space; ++n) {
        Site at = g.global(g.site(n));
        at[3] = times[k] % 2;  // this keeps the sites' parity
        texels[std::size_t(Geometry::parity(at))][stage.half_index(at)] =
            all[std::size_t(rank) * a_rank + k * space + n];
      }
    }
  }
  for (const Parity parity : kParities) send(texels[std::size_t(parity)], to[parity]);
}

}  // namespace

SharedDensity::SharedDensity(const DeviceLattice& of) : own_(of), stage_(stage_of(of)) {}

bool SharedDensity::draws() const { return !stage_ || own_.domain()->ranks().first(); }

SharedDensity::Slices SharedDensity::slices(const DensityField& density, int first) {
  const int times = own_.geometry().whole_extents()[3], second = (first + 1) % times;
  if (!stage_) return {density, std::uint32_t(first), std::uint32_t(second)};
  if (!both_) both_.emplace(*stage_);
  Communicator& ranks = own_.domain()->ranks();
  in_precision(own_.format(), [&](auto real) {
    using Texel = std::array<decltype(real), 4>;
    const std::array both{first, second};
    const std::vector<Texel> part = part_of_slices<decltype(real)>(density, both);
    std::vector<Texel> all(ranks.first() ? part.size() * std::size_t(ranks.size()) : 0);
    ranks.gather_first(std::as_bytes(std::span(part)), std::as_writable_bytes(std::span(all)));
    if (ranks.first()) put_slices<decltype(real)>(*own_.domain(), both, all, *both_);
  });
  return {*both_, std::uint32_t(first % 2), std::uint32_t(second % 2)};
}

double SharedDensity::largest(const DensityField& density, const std::array<float, 4>& weights,
                              const std::vector<bool>& fresh) const {
  const Geometry& g = own_.geometry();
  const std::size_t slice = g.half_volume() / std::size_t(g.extent(3));
  double mine = 0;
  in_precision(own_.format(), [&](auto real) {
    using Real = decltype(real);
    for (const Parity parity : kParities) {
      const auto texels = fetch<Real>(density[parity]);
      for (std::size_t n = 0; n < g.half_volume(); ++n) {
        if (!fresh[std::size_t(g.origin()[3]) + n / slice]) continue;
        const auto& d = texels[own_.place(n)];
        Real sum = 0;  // terms have weight 1 or 0, so that the device has the same sum
        for (std::size_t k = 0; k < 4; ++k)
          if (weights[k] != 0) sum += Real(weights[k]) * d[k];
        mine = std::max(mine, double(std::abs(sum)));
      }
    }
  });
  if (!stage_) return mine;
  const auto all = of_all(own_.domain()->ranks(), mine);
  return *std::max_element(all.begin(), all.end());
}

}  // namespace glueball::view
