#include "io/link_averages.hpp"

#include <stdexcept>

namespace glueball::io {
namespace {

[[maybe_unused]] constexpr std::int64_t kSitesWorthThreads = 1024;

/// Returns Re tr(a b^+).
double overlap(const Matrix3& a, const Matrix3& b) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += a[i][j].real() * b[i][j].real() + a[i][j].imag() * b[i][j].imag();
  return sum;
}

}  // namespace

std::size_t SliceAverages::neighbour(std::size_t site, int mu) const {
  std::size_t stride = 1;
  for (int k = 0; k < mu; ++k) stride *= std::size_t(extents_[k]);
  const std::size_t extent = std::size_t(extents_[mu]);
  const bool last = site / stride % extent == extent - 1;
  return last ? site - (extent - 1) * stride : site + stride;
}

double SliceAverages::spatial(std::span<const Matrix3> u) const {
  const std::int64_t sites = std::int64_t(u.size() / kDirections);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) if (sites > kSitesWorthThreads)
  for (std::int64_t n = 0; n < sites; ++n) {
    const std::size_t x = std::size_t(n);
    for (int mu = 1; mu < 3; ++mu)
      for (int nu = 0; nu < mu; ++nu) {
        sum += overlap(u[x * 4 + mu] * u[neighbour(x, mu) * 4 + nu],
                       u[x * 4 + nu] * u[neighbour(x, nu) * 4 + mu]);
      }
  }
  return sum;
}

double SliceAverages::temporal(std::span<const Matrix3> u, std::span<const Matrix3> next) const {
  const std::int64_t sites = std::int64_t(u.size() / kDirections);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) if (sites > kSitesWorthThreads)
  for (std::int64_t n = 0; n < sites; ++n) {
    const std::size_t x = std::size_t(n);
    for (int mu = 0; mu < 3; ++mu)
      sum += overlap(u[x * 4 + 3] * next[x * 4 + mu], u[x * 4 + mu] * u[neighbour(x, mu) * 4 + 3]);
  }
  return sum;
}

void SliceAverages::add(std::span<const Matrix3> links) {
  spatial_ += spatial(links);
  for (const Matrix3& m : links) trace_ += trace(m).real();
  if (slices_ == 0) {
    first_.assign(links.begin(), links.end());
  } else {
    temporal_ += temporal(last_, links);
  }
  last_.assign(links.begin(), links.end());
  if (++slices_ == extents_[3]) temporal_ += temporal(last_, first_);
}

LinkAverages SliceAverages::result() const {
  if (slices_ != extents_[3]) throw std::logic_error("averages asked for before the last time slice");
  double volume = 1;
  for (const int extent : extents_) volume *= extent;
  return {spatial_ / (9 * volume), temporal_ / (9 * volume), trace_ / (12 * volume)};
}

LinkAverages link_averages(const Configuration& u) {
  SliceAverages averages(u.geometry());
  const int slices = u.geometry().extent(3);
  const std::size_t links = u.links().size() / std::size_t(slices);
  for (int t = 0; t < slices; ++t) averages.add(std::span(u.links()).subspan(std::size_t(t) * links, links));
  return averages.result();
}

}  // namespace glueball::io
