#include "field/transfer.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "field/stereographic.hpp"
#include "field/texels.hpp"
#include "lattice/spin_basis.hpp"

namespace glueball {
namespace {

/// Returns S block S^+ in the device's basis: sigma_y block sigma_y in spin, see lattice/spin_basis.hpp.
ChiralBlock turned_to_internal(const ChiralBlock& block) {
  ChiralBlock turned;
  for (int i = 0; i < ChiralBlock::kSize; ++i)
    for (int j = 0; j < ChiralBlock::kSize; ++j) {
      const bool same_spin = i / 3 == j / 3;
      turned[i][j] = (same_spin ? 1.0 : -1.0) * block[(i + 3) % 6][(j + 3) % 6];
    }
  return turned;
}

/// A link as a device stores it: complex numbers in pairs of reals.
template <class Real>
class StoredLink {
 public:
  static constexpr std::size_t kMost = 18;

  explicit StoredLink(const FieldFormat& format)
      : reals_(std::size_t(format.reconstruct)), half_(format.in_half()), format_(format.half_format) {}

  /// Returns how many complex numbers a link has.
  std::size_t count() const { return reals_ / 2; }

  std::array<Real, kMost> of(const Matrix3& m) const {
    std::array<Real, kMost> stored{};
    if (reals_ == 8) {
      // The bounds 2^26 and 2^54 equal those of the shader. Beyond them the error is below rounding.
      constexpr double farthest = sizeof(Real) == sizeof(float) ? 0x1p26 : 0x1p54;
      const EightReals x = half_ ? stereographic_half(m, format_) : stereographic(m, farthest);
      for (std::size_t k = 0; k < x.size(); ++k) stored[k] = Real(x[k]);
      return stored;
    }
    const auto put = [&](std::size_t k, Complex z) {
      stored[2 * k] = Real(z.real());
      stored[2 * k + 1] = Real(z.imag());
    };
    const std::size_t entries = in_u3() ? 6 : count();
    for (std::size_t k = 0; k < entries; ++k) put(k, m[int(k / 3)][k % 3]);
    if (in_u3()) {
      const Complex det = determinant(m);
      put(6, det / std::abs(det));
    }
    return stored;
  }

  Matrix3 matrix(const std::array<Real, kMost>& stored) const {
    if (reals_ == 8) {
      EightReals x;
      std::copy_n(stored.begin(), x.size(), x.begin());
      return half_ ? from_stereographic_half(x, format_) : from_stereographic(x);
    }
    Matrix3 m;
    const std::size_t entries = reals_ == 18 ? 9 : 6;
    for (std::size_t k = 0; k < entries; ++k) m[int(k / 3)][k % 3] = {stored[2 * k], stored[2 * k + 1]};
    if (entries == 6) complete_third_row(m);
    if (in_u3())
      for (Complex& z : m[2]) z *= Complex(stored[12], stored[13]);
    return m;
  }

 private:
  /// Returns true if the link has two rows and the determinant.
  bool in_u3() const { return reals_ == FieldFormat::kFarReals; }

  std::size_t reals_;
  bool half_;
  gpu::HalfFormat format_;
};

}  // namespace

void upload(const Configuration& from, GaugeField& to) {
  const Geometry& g = to.lattice().geometry();
  if (!(from.geometry() == g))
    throw Error(ErrorKind::bad_value,
                "configuration of " + from.geometry().to_string() + " on a lattice of " + g.to_string());
  const std::size_t half = g.half_volume();
  in_precision(to.format(), [&](auto real) {
    using Real = decltype(real);
    const StoredLink<Real> link(to.format());
    for (const Parity parity : kParities) {
      Texels<Real> texels(to[parity].texels());
#pragma omp parallel for
      for (std::size_t site = 0; site < half; ++site) {
        const std::size_t n = g.index(g.half_site(parity, site)), at = to.lattice().place(site);
        for (int mu = 0; mu < kDirections; ++mu) {
          const auto stored = link.of(from.link(n, mu));
          for (std::size_t k = 0; k < link.count(); ++k)
            std::copy_n(
                &stored[2 * k], 2,
                link_slot(to[parity], texels, std::size_t(mu) * (texels.size() / kDirections), k, at));
        }
      }
      send(texels, to[parity]);
    }
  });
}

Configuration download(const GaugeField& from) {
  const Geometry& g = from.lattice().geometry();
  const std::size_t half = g.half_volume();
  Configuration u(g);
  in_precision(from.format(), [&](auto real) {
    using Real = decltype(real);
    const StoredLink<Real> link(from.format());
    for (const Parity parity : kParities) {
      const auto texels = fetch<Real>(from[parity]);
#pragma omp parallel for
      for (std::size_t site = 0; site < half; ++site) {
        const std::size_t n = g.index(g.half_site(parity, site)), at = from.lattice().place(site);
        for (int mu = 0; mu < kDirections; ++mu) {
          std::array<Real, StoredLink<Real>::kMost> stored{};
          for (std::size_t k = 0; k < link.count(); ++k)
            std::copy_n(
                link_slot(from[parity], texels, std::size_t(mu) * (texels.size() / kDirections), k, at), 2,
                &stored[2 * k]);
          u.link(n, mu) = link.matrix(stored);
        }
      }
    }
  });
  return u;
}

Configuration download_unitary(const GaugeField& from) {
  Configuration u = download(from);
#pragma omp parallel for
  for (std::size_t n = 0; n < u.links().size(); ++n) u.links()[n] = reunitarized(u.links()[n]);
  return u;
}

void upload(const ParitySpinorField& from, SpinorField& to) {
  const DeviceLattice& l = to.lattice();
  const std::size_t half = l.geometry().half_volume();
  if (from.size() != half)
    throw Error(ErrorKind::bad_value, "spinor field of the wrong size for this lattice");
  in_precision(to.format(), [&](auto real) {
    using Real = decltype(real);
    Texels<Real> texels(to.texels());
#pragma omp parallel for
    for (std::size_t site = 0; site < half; ++site) {
      const Spinor psi = to_internal(from[site]);
      for (std::size_t k = 0; k < 12; ++k) {
        Real* at = slot(texels, l.plane_sites(), k, l.place(site));
        at[0] = Real(psi[int(k / 3)][k % 3].real());
        at[1] = Real(psi[int(k / 3)][k % 3].imag());
      }
    }
    send(texels, to);
  });
}

void download(const SpinorField& from, ParitySpinorField& to) {
  const DeviceLattice& l = from.lattice();
  const std::size_t half = l.geometry().half_volume();
  resize_in_parallel(to, half);
  in_precision(from.format(), [&](auto real) {
    using Real = decltype(real);
    const auto texels = fetch<Real>(from);
#pragma omp parallel for
    for (std::size_t site = 0; site < half; ++site) {
      Spinor psi;
      for (std::size_t k = 0; k < 12; ++k) {
        const Real* at = slot(texels, l.plane_sites(), k, l.place(site));
        psi[int(k / 3)][k % 3] = {at[0], at[1]};
      }
      to[site] = to_external(psi);
    }
  });
}

void upload(const ParityColourField& from, ColourField& to) {
  const std::size_t half = to.lattice().geometry().half_volume();
  if (from.size() != half)
    throw Error(ErrorKind::bad_value, "staggered field of the wrong size for this lattice");
  in_precision(to.format(), [&](auto real) {
    using Real = decltype(real);
    Texels<Real> texels(to.texels());
#pragma omp parallel for
    for (std::size_t site = 0; site < half; ++site)
      for (std::size_t k = 0; k < 3; ++k) {
        Real* at = colour_slot(to, texels, k, to.lattice().place(site));
        at[0] = Real(from[site][int(k)].real());
        at[1] = Real(from[site][int(k)].imag());
      }
    send(texels, to);
  });
}

void download(const ColourField& from, ParityColourField& to) {
  const std::size_t half = from.lattice().geometry().half_volume();
  resize_in_parallel(to, half);
  in_precision(from.format(), [&](auto real) {
    using Real = decltype(real);
    const auto texels = fetch<Real>(from);
#pragma omp parallel for
    for (std::size_t site = 0; site < half; ++site)
      for (std::size_t k = 0; k < 3; ++k) {
        const Real* at = colour_slot(from, texels, k, from.lattice().place(site));
        to[site][int(k)] = {at[0], at[1]};
      }
  });
}

void upload(const ParityChiralField& from, ChiralField& to) {
  constexpr int size = ChiralBlock::kSize;
  constexpr std::size_t block_reals = size * size;
  const std::size_t half = to.lattice().geometry().half_volume();
  if (from.size() != half)
    throw Error(ErrorKind::bad_value, "field of site matrices of the wrong size for this lattice");
  in_precision(to.format(), [&](auto real) {
    using Real = decltype(real);
    Texels<Real> texels(to.texels());
#pragma omp parallel for
    for (std::size_t site = 0; site < half; ++site)
      for (std::size_t chirality = 0; chirality < 2; ++chirality) {
        const ChiralBlock block = turned_to_internal(from[site][chirality]);
        std::size_t n = chirality * block_reals;
        const std::size_t plane = to.lattice().plane_sites(), place = to.lattice().place(site);
        const auto put = [&](double x) {
          texels[n / 4 * plane + place][n % 4] = Real(x);
          ++n;
        };
        for (int i = 0; i < size; ++i) put(block[i][i].real());
        for (int i = 0; i < size; ++i)
          for (int j = 0; j < i; ++j) {
            put(block[i][j].real());
            put(block[i][j].imag());
          }
      }
    send(texels, to);
  });
}

void upload(const Momenta& from, MomentumField& to) {
  const Geometry& g = to.lattice().geometry();
  const std::size_t half = g.half_volume();
  in_precision(to.format(), [&](auto real) {
    using Real = decltype(real);
    for (const Parity parity : kParities) {
      Texels<Real> texels(to[parity].texels());
#pragma omp parallel for
      for (std::size_t site = 0; site < half; ++site)
        for (int mu = 0; mu < kDirections; ++mu)
          for (std::size_t a = 0; a < 8; ++a)
            texels[(2 * std::size_t(mu) + a / 4) * to.lattice().plane_sites() + to.lattice().place(site)]
                  [a % 4] = Real(from.at(g.index(g.half_site(parity, site)), mu)[a]);
      send(texels, to[parity]);
    }
  });
}

Momenta download(const MomentumField& from) {
  const Geometry& g = from.lattice().geometry();
  const std::size_t half = g.half_volume();
  Momenta p(g);
  in_precision(from.format(), [&](auto real) {
    for (const Parity parity : kParities) {
      const auto texels = fetch<decltype(real)>(from[parity]);
#pragma omp parallel for
      for (std::size_t site = 0; site < half; ++site)
        for (int mu = 0; mu < kDirections; ++mu)
          for (std::size_t a = 0; a < 8; ++a)
            p.at(g.index(g.half_site(parity, site)), mu)[a] =
                texels[(2 * std::size_t(mu) + a / 4) * from.lattice().plane_sites() +
                       from.lattice().place(site)][a % 4];
    }
  });
  return p;
}

}  // namespace glueball
