#include "comm/whole_sites.hpp"
#include "cpu/algebra.hpp"
#include "field/texels.hpp"
#include "measure/links_in_time.hpp"
#include "measure/multilevel.hpp"

namespace glueball {
namespace {

/// F_it for i = x, y, z.
using Strengths = std::array<Matrix3, 3>;

/// Returns field strengths by clovers at every site of the whole lattice in lexicographic order, on each
/// rank.
std::vector<Strengths> electric_strengths(const DeviceLattice& lattice, const GaugeField& u) {
  constexpr std::size_t kFirstPlane = 3;  // (x, t) among the six planes
  const Geometry& g = lattice.geometry();
  std::vector<Strengths> all(g.volume());
  ParityFieldStrengths f(lattice);
  for (const Parity this_parity : kParities) {
    kernels::StrengthsOfPlanes::run_all(lattice, this_parity, FieldStrength::clover, u, f);
    in_precision(f.format(), [&](auto real) {
      const auto texels = fetch<decltype(real)>(f);
#pragma omp parallel for
      for (std::size_t n = 0; n < g.half_volume(); ++n)
        for (std::size_t i = 0; i < 3; ++i) {
          AlgebraVector p;
          for (std::size_t k = 0; k < p.size(); ++k)
            p[k] = texels[(2 * (kFirstPlane + i) + k / 4) * lattice.plane_sites() + lattice.place(n)][k % 4];
          all[g.index(g.half_site(this_parity, n))][i] = cpu::hermitian(p);
        }
    });
  }
  return whole_sites(lattice.domain(), std::move(all));
}

/// Averages of a line's part in one sublattice above one site: without a field, with F at one time, and with
/// F at two.
struct LinePart {
  explicit LinePart(int links)
      : with_one(static_cast<std::size_t>(links)), with_two(std::size_t(links) * std::size_t(links)) {}

  void add(const std::vector<Matrix3>& line, const std::vector<Strengths>& f) {
    const std::size_t count = line.size();
    Matrix3 before = Matrix3::identity();
    std::vector<Matrix3> after(count + 1, Matrix3::identity());  // product from a time on
    for (std::size_t t = count; t-- > 0;) after[t] = line[t] * after[t + 1];
    alone = alone + after[0];
    for (std::size_t t = 1; t < count; ++t) {  // the first slice is frozen
      before = before * line[t - 1];
      for (std::size_t i = 0; i < 3; ++i) {
        Matrix3 m = before * f[t][i];
        with_one[t][i] = with_one[t][i] + m * after[t];
        for (std::size_t later = t + 1; later < count; ++later) {
          m = m * line[later - 1];
          auto& sum = with_two[t * count + later][i];
          sum = sum + m * f[later][i] * after[later];
        }
      }
    }
  }
  void divide(double count) {
    const auto by = [count](Matrix3& m) { m = (1 / count) * m; };
    by(alone);
    for (auto* all : {&with_one, &with_two})
      for (Strengths& three : *all)
        for (Matrix3& m : three) by(m);
  }

  Matrix3 alone{};
  std::vector<Strengths> with_one, with_two;  ///< by time; by the earlier time, with the later one fastest
};

/// Sums over pairs of times by their distance.
struct Pairs {
  explicit Pairs(int extent)
      : extent(extent), sums(std::size_t(extent / 2 + 1)), counts(std::size_t(extent / 2 + 1)) {}
  void add(int earlier, int later, double value) {
    const std::size_t dt = std::size_t(std::min(later - earlier, extent - (later - earlier)));
    sums[dt] += value;
    ++counts[dt];
  }
  int extent;
  std::vector<double> sums;
  std::vector<long> counts;
};

double traces(const Strengths& a, const Strengths& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += trace(a[i] * b[i]).real();
  return sum;
}
Strengths times(const Strengths& a, const Matrix3& m) { return {a[0] * m, a[1] * m, a[2] * m}; }

/// Adds the traces around the lattice of the parts above one site.
void add_traces(const std::vector<LinePart>& parts, const std::vector<int>& frozen, Pairs& pairs) {
  const std::size_t count = parts.size();
  for (std::size_t s = 0; s < count; ++s) {
    const std::size_t links = parts[s].with_one.size();
    const auto rest_after = [&](std::size_t last) {  // around the lattice up to s
      Matrix3 m = Matrix3::identity();
      for (std::size_t n = last + 1; n < count; ++n) m = m * parts[n].alone;
      for (std::size_t n = 0; n < s; ++n) m = m * parts[n].alone;
      return m;
    };
    const Matrix3 around = rest_after(s);
    const Strengths unit{around, around, around};
    for (std::size_t t = 1; t < links; ++t)
      for (std::size_t later = t + 1; later < links; ++later)
        pairs.add(frozen[s] + int(t), frozen[s] + int(later),
                  traces(parts[s].with_two[t * links + later], unit));
    Matrix3 between = Matrix3::identity();
    for (std::size_t far = s + 1; far < count; ++far) {
      const Matrix3 rest = rest_after(far);
      std::vector<Strengths> ends;
      for (const Strengths& f : parts[far].with_one) ends.push_back(times(f, rest));
      for (std::size_t t = 1; t < links; ++t) {
        const Strengths begin = times(parts[s].with_one[t], between);
        for (std::size_t later = 1; later < ends.size(); ++later)
          pairs.add(frozen[s] + int(t), frozen[far] + int(later), traces(begin, ends[later]));
      }
      between = between * parts[far].alone;
    }
  }
}

}  // namespace

MultilevelElectric multilevel_electric(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                                       const MultilevelOptions& options, std::uint64_t number) {
  const Geometry g = lattice.geometry().whole();
  const int extent = g.extent(3);
  const std::size_t sites = g.volume() / std::size_t(extent);
  const std::vector<int> frozen = options.frozen(extent);
  std::vector<LinePart> empty;
  for (std::size_t s = 0; s < frozen.size(); ++s)
    empty.emplace_back((s + 1 < frozen.size() ? frozen[s + 1] : extent) - frozen[s]);
  std::vector<std::vector<LinePart>> parts(sites, empty);
  Sublattices sublattices(lattice, u, sums, options, number);
  for (int m = 0; m < options.measurements; ++m) {
    for (int n = 0; n < options.updates; ++n) sublattices.update();
    const std::vector<Matrix3> links = links_in_time(lattice, sublattices.links());
    const auto f = electric_strengths(lattice, sublattices.links());
#pragma omp parallel for
    for (std::size_t x = 0; x < sites; ++x)
      for (std::size_t s = 0; s < frozen.size(); ++s) {
        std::vector<Matrix3> line;
        std::vector<Strengths> on_line;
        for (std::size_t t = 0; t < parts[x][s].with_one.size(); ++t) {
          const std::size_t n = (std::size_t(frozen[s]) + t) * sites + x;
          line.push_back(links[n]);
          on_line.push_back(f[n]);
        }
        parts[x][s].add(line, on_line);
      }
  }
  MultilevelElectric result;
  Pairs pairs(extent);
  for (auto& above : parts) {
    Matrix3 loop = Matrix3::identity();
    for (LinePart& part : above) {
      part.divide(options.measurements);
      loop = loop * part.alone;
    }
    result.polyakov += trace(loop).real() / (3 * double(sites));
    add_traces(above, frozen, pairs);
  }
  for (std::size_t dt = 1; dt < pairs.sums.size(); ++dt)
    result.electric.push_back(pairs.sums[dt] / (-9.0 * double(pairs.counts[dt])));
  return result;
}

}  // namespace glueball
