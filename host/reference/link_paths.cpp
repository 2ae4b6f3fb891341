#include "reference/link_paths.hpp"

#include "cpu/same_lattice.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

/// A link of a path and where it is stored.
struct Placed {
  Site site;
  int mu;
  bool forward;
};

std::vector<Placed> placed(const Geometry& g, Site s, const std::vector<PathStep>& steps) {
  std::vector<Placed> links;
  for (const PathStep& step : steps) {
    if (!step.forward) s = g.neighbour(s, step.mu, -1);
    links.push_back({s, step.mu, step.forward});
    if (step.forward) s = g.neighbour(s, step.mu);
  }
  return links;
}

Matrix3 link_of(const Configuration& u, const Placed& p) {
  const Matrix3& link = u.link(p.site, p.mu);
  return p.forward ? link : adjoint(link);
}

/// Adds dS/dU for one path's product X to z.
void add_derivatives(const Configuration& u, const std::vector<Placed>& path, const Matrix3& y,
                     Configuration& z) {
  // behind[k] is the product of the links after link k, and y.
  std::vector<Matrix3> behind(path.size());
  Matrix3 product = y;
  for (std::size_t k = path.size(); k-- > 0;) {
    behind[k] = product;
    product = link_of(u, path[k]) * product;
  }
  Matrix3 before = Matrix3::identity();
  for (std::size_t k = 0; k < path.size(); ++k) {
    const Matrix3 d = behind[k] * before;
    z.link(path[k].site, path[k].mu) += path[k].forward ? d : adjoint(d);
    before = before * link_of(u, path[k]);
  }
}

Configuration zero(const Geometry& g) {
  Configuration z(g);
  for (Matrix3& m : z.links()) m = {};
  return z;
}

}  // namespace

std::vector<WeightedPath> fat_link_paths(int mu, const FatLinkWeights& w) {
  std::vector<WeightedPath> paths{{{{mu, true}}, w.one}};
  // This adds the path with the sideways steps `aside` at its start, and the same steps reversed at its end.
  const auto add = [&](const std::vector<PathStep>& aside, double weight) {
    std::vector<PathStep> steps = aside;
    steps.push_back({mu, true});
    for (std::size_t k = aside.size(); k-- > 0;) steps.push_back({aside[k].mu, !aside[k].forward});
    paths.push_back({steps, weight});
  };
  std::vector<PathStep> all;
  for (int nu = 0; nu < kDirections; ++nu)
    if (nu != mu) all.insert(all.end(), {{nu, true}, {nu, false}});
  for (const PathStep& a : all) {
    add({a}, w.three);
    if (w.lepage != 0) add({a, a}, w.lepage);
    for (const PathStep& b : all) {
      if (b.mu == a.mu) continue;
      add({a, b}, w.five);
      for (const PathStep& c : all)
        if (c.mu != a.mu && c.mu != b.mu) add({a, b, c}, w.seven);
    }
  }
  return paths;
}

Configuration path_sums(const Configuration& u, const std::function<std::vector<WeightedPath>(int)>& paths) {
  const Geometry& g = u.geometry();
  Configuration x = zero(g);
  for (int mu = 0; mu < kDirections; ++mu) {
    const auto along = paths(mu);
#pragma omp parallel for schedule(static)
    for (std::size_t n = 0; n < g.volume(); ++n)
      for (const WeightedPath& path : along) {
        Matrix3 product = Complex(path.weight) * Matrix3::identity();
        for (const Placed& p : placed(g, g.site(n), path.steps)) product = product * link_of(u, p);
        x.link(n, mu) += product;
      }
  }
  return x;
}

Configuration path_sums_chain(const Configuration& u,
                              const std::function<std::vector<WeightedPath>(int)>& paths,
                              const Configuration& y) {
  const Geometry& g = u.geometry();
  Configuration z = zero(g);
  for (int mu = 0; mu < kDirections; ++mu) {
    const auto along = paths(mu);
#pragma omp parallel
    {
      Configuration mine = zero(g);
#pragma omp for schedule(static)
      for (std::size_t n = 0; n < g.volume(); ++n)
        for (const WeightedPath& path : along)
          add_derivatives(u, placed(g, g.site(n), path.steps), Complex(path.weight) * y.link(n, mu), mine);
#pragma omp critical
      for (std::size_t n = 0; n < z.links().size(); ++n) z.links()[n] += mine.links()[n];
    }
  }
  return z;
}

Configuration fat_links_chain(const Configuration& u, const FatLinkWeights& w, const Configuration& y) {
  require_same_lattice(u.geometry(), y.geometry(), "derivative with respect to fat links");
  return path_sums_chain(
      u, [&](int mu) { return fat_link_paths(mu, w); }, y);
}

Configuration long_links_chain(const Configuration& u, const Configuration& y) {
  require_same_lattice(u.geometry(), y.geometry(), "derivative with respect to long links");
  return path_sums_chain(
      u,
      [](int mu) {
        return std::vector<WeightedPath>{{{{mu, true}, {mu, true}, {mu, true}}, 1}};
      },
      y);
}

}  // namespace glueball::reference
