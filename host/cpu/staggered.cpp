#include "cpu/staggered.hpp"

#include "cpu/blocked_sum.hpp"
#include "cpu/linalg.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::cpu {

int staggered_phase(const Site& s, int mu) {
  int sum = 0;
  for (int nu = 0; nu < mu; ++nu) sum += s[nu];
  return sum % 2 == 0 ? 1 : -1;
}

StaggeredOperator::StaggeredOperator(const Configuration& u, double mass, const Boundary& boundary)
    : StaggeredOperator({{u, 1, 1.0}}, mass, boundary) {}

StaggeredOperator::StaggeredOperator(const std::vector<Hops>& parts, double mass, const Boundary& boundary)
    : geometry_(parts.front().links.geometry()),
      mass_(mass),
      terms_(8 * parts.size()),
      odd_(geometry_.half_volume()) {
  boundary.check();
  for (const int parity : {0, 1}) {
    links_[parity].resize(terms_ * geometry_.half_volume());
    neighbours_[parity].resize(terms_ * geometry_.half_volume());
  }
  for (std::size_t n = 0; n < parts.size(); ++n) add(parts[n], 8 * n, boundary);
}

void StaggeredOperator::add(const Hops& part, std::size_t first, const Boundary& boundary) {
  const std::size_t half = geometry_.half_volume();
  const auto factor = [&](Site s, int mu) {
    Complex product = boundary.factor(geometry_, s, mu);
    for (int n = 1; n < part.steps; ++n) {
      s = geometry_.neighbour(s, mu);
      product *= boundary.factor(geometry_, s, mu);
    }
    return product;
  };
  for (const Parity target : {Parity::even, Parity::odd}) {
    auto& links = links_[int(target)];
    auto& neighbours = neighbours_[int(target)];
#pragma omp parallel for schedule(static) if (half >= kThreadedSites)
    for (std::size_t n = 0; n < half; ++n) {
      const Site s = geometry_.half_site(target, n);
      for (int mu = 0; mu < kDirections; ++mu) {
        const Site ahead = geometry_.neighbour(s, mu, part.steps),
                   behind = geometry_.neighbour(s, mu, -part.steps);
        const double eta = 0.5 * part.coefficient * staggered_phase(s, mu);
        const std::size_t k = terms_ * n + first + std::size_t(2 * mu);
        links[k] = (eta * factor(s, mu)) * part.links.link(s, mu);
        links[k + 1] = adjoint((-eta * factor(behind, mu)) * part.links.link(behind, mu));
        neighbours[k] = std::int32_t(geometry_.half_index(ahead));
        neighbours[k + 1] = std::int32_t(geometry_.half_index(behind));
      }
    }
  }
}

void StaggeredOperator::hop(Parity target, const ParityColourField& in, ParityColourField& out) const {
  const std::size_t half = geometry_.half_volume();
  require_sites(in.size(), half, "staggered hop, input");
  require_sites(out.size(), half, "staggered hop, output");
  const auto& links = links_[int(target)];
  const auto& neighbours = neighbours_[int(target)];
#pragma omp parallel for schedule(static) if (half >= kThreadedSites)
  for (std::size_t n = 0; n < half; ++n) {
    ColourVector sum;
    for (std::size_t k = terms_ * n; k < terms_ * (n + 1); ++k) {
      const ColourVector& chi = in[std::size_t(neighbours[k])];
      for (int i = 0; i < 3; ++i)
        sum[i] += links[k][i][0] * chi[0] + links[k][i][1] * chi[1] + links[k][i][2] * chi[2];
    }
    out[n] = sum;
  }
}

void StaggeredOperator::full(const FullColourField& in, FullColourField& out, bool dagger) const {
  for (const Parity target : {Parity::even, Parity::odd}) {
    hop(target, in[int(other(target))], out[int(target)]);
    axpby(mass_, in[int(target)], dagger ? -1.0 : 1.0, out[int(target)]);
  }
}

void StaggeredOperator::even_odd(const ParityColourField& in, ParityColourField& out, bool) const {
  hop(Parity::odd, in, odd_);
  hop(Parity::even, odd_, out);
  axpby(mass_ * mass_, in, -1.0, out);
}

void StaggeredOperator::normal(const ParityColourField& in, ParityColourField& out) const {
  even_odd(in, out);
}

void StaggeredOperator::prepare(const FullColourField& b, ParityColourField& source) const {
  hop(Parity::even, b[1], source);
  axpby(mass_, b[0], -1.0, source);
}

void StaggeredOperator::prepare_normal(const FullColourField& b, ParityColourField& source) const {
  prepare(b, source);
}

void StaggeredOperator::reconstruct(const FullColourField& b, FullColourField& x) const {
  if (mass_ == 0.0) {
    throw Error(ErrorKind::bad_value, "staggered quarks: a solution at mass 0 has no odd half",
                "give a mass");
  }
  hop(Parity::odd, x[0], x[1]);
  axpby(1.0 / mass_, b[1], -1.0 / mass_, x[1]);
}

Configuration long_links(const Configuration& u) {
  const Geometry& g = u.geometry();
  Configuration l(g);
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu) {
      const Site s = g.site(n);
      l.link(n, mu) = u.link(s, mu) * u.link(g.neighbour(s, mu), mu) * u.link(g.neighbour(s, mu, 2), mu);
    }
  return l;
}

}  // namespace glueball::cpu
