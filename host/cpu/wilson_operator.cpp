#include "cpu/wilson_operator.hpp"

#include <algorithm>

#include "cpu/blocked_sum.hpp"
#include "cpu/same_lattice.hpp"
#include "cpu/wilson_kernel.hpp"

namespace glueball::cpu {
namespace {

template <class Real>
HopKernel<Real> best_hop() {
  static const HopKernel<Real> best = avx2_hop<Real>() ? avx2_hop<Real>() : baseline_hop<Real>();
  return best;
}

/// r = a + scale r.
template <class Real>
void combine(const ParityField<Real>& a, double scale, ParityField<Real>& r) {
  const Real s = Real(scale);
#pragma omp parallel for schedule(static) if (r.size() >= kThreadedSites)
  for (std::size_t n = 0; n < r.size(); ++n) {
    for (int spin = 0; spin < 4; ++spin)
      for (int c = 0; c < 3; ++c) r[n][spin][c] = a[n][spin][c] + s * r[n][spin][c];
  }
}

}  // namespace

template <class Real>
WilsonOperator<Real>::WilsonOperator(const Configuration& u, double kappa, const Boundary& boundary)
    : geometry_(u.geometry()), kappa_(kappa) {
  boundary.check();
  const std::size_t half = geometry_.half_volume();
  odd_.resize(half);
  even_.resize(half);
  for (int parity = 0; parity < 2; ++parity) {
    auto& links = links_[parity];
    auto& neighbours = neighbours_[parity];
    links.resize(half * 8 * 18);
    neighbours.resize(half * 8);
#pragma omp parallel for schedule(static)
    for (std::size_t n = 0; n < half; ++n) {
      const Site s = geometry_.half_site(Parity(parity), n);
      for (int k = 0; k < 8; ++k) {
        const int mu = k / 2;
        const bool forward = k % 2 == 0;
        const Site from = geometry_.neighbour(s, mu, forward ? 1 : -1);
        const Site start = forward ? s : from;
        const Matrix3 phased = boundary.factor(geometry_, start, mu) * u.link(start, mu);
        const Matrix3 link = forward ? phased : adjoint(phased);
        neighbours[8 * n + k] = std::int32_t(geometry_.half_index(from));
        Real* packed = &links[(8 * n + k) * 18];
        for (int i = 0; i < 3; ++i) {
          for (int j = 0; j < 3; ++j) {
            *packed++ = Real(link[i][j].real());
            *packed++ = Real(link[i][j].imag());
          }
        }
      }
    }
  }
}

template <class Real>
void WilsonOperator<Real>::hop(Parity target, const ParityField<Real>& in, ParityField<Real>& out,
                               bool dagger) const {
  const std::size_t half = geometry_.half_volume();
  require_sites(in.size(), half, "Wilson hop, input");
  require_sites(out.size(), half, "Wilson hop, output");
  const HopArguments<Real> arguments = {links_[int(target)].data(), neighbours_[int(target)].data(),
                                        reinterpret_cast<const Real*>(in.data()),
                                        reinterpret_cast<Real*>(out.data()), dagger};
  const HopKernel<Real> kernel = best_hop<Real>();
  constexpr std::size_t kBlock = 64;
#pragma omp parallel for schedule(static) if (half >= kThreadedSites)
  for (std::size_t begin = 0; begin < half; begin += kBlock) {
    kernel(arguments, begin, std::min(half, begin + kBlock));
  }
}

template <class Real>
void WilsonOperator<Real>::even_odd(const ParityField<Real>& in, ParityField<Real>& out, bool dagger) const {
  hop(Parity::odd, in, odd_, dagger);
  hop(Parity::even, odd_, out, dagger);
  combine<Real>(in, -kappa_ * kappa_, out);
}

template <class Real>
void WilsonOperator<Real>::normal(const ParityField<Real>& in, ParityField<Real>& out) const {
  even_odd(in, even_);
  even_odd(even_, out, true);
}

template <class Real>
void WilsonOperator<Real>::full(const FullField<Real>& in, FullField<Real>& out, bool dagger) const {
  for (const Parity target : {Parity::even, Parity::odd}) {
    hop(target, in[int(other(target))], out[int(target)], dagger);
    require_sites(in[int(target)].size(), geometry_.half_volume(), "Wilson operator, input");
    combine<Real>(in[int(target)], -kappa_, out[int(target)]);
  }
}

template <class Real>
void WilsonOperator<Real>::prepare(const FullField<Real>& b, ParityField<Real>& source) const {
  hop(Parity::even, b[1], source);
  require_sites(b[0].size(), geometry_.half_volume(), "Wilson operator, right-hand side");
  combine<Real>(b[0], kappa_, source);
}

template <class Real>
void WilsonOperator<Real>::prepare_normal(const FullField<Real>& b, ParityField<Real>& source) const {
  prepare(b, even_);
  even_odd(even_, source, true);
}

template <class Real>
void WilsonOperator<Real>::reconstruct(const FullField<Real>& b, FullField<Real>& x) const {
  hop(Parity::odd, x[0], x[1]);
  require_sites(b[1].size(), geometry_.half_volume(), "Wilson operator, right-hand side");
  combine<Real>(b[1], kappa_, x[1]);
}

template class WilsonOperator<double>;
template class WilsonOperator<float>;

}  // namespace glueball::cpu
