#include "reference/heatbath.hpp"

#include "cpu/random.hpp"
#include "cpu/ranlux.hpp"
#include "lattice/coloring.hpp"
#include "reference/gauge_force.hpp"
#include "reference/su2.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

// These are the random numbers of a link (lattice/random_stream.hpp).
constexpr std::uint32_t kDraws = 64, kSubgroupDraws = 16, kAzimuths = 48;

/// Calls update(site number, U, W = U V) for every link of the set. The update changes U and W.
template <class Update>
void for_each_link(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set, Update update) {
  const Geometry& g = u.geometry();
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    if (!contains(set, g, couplings, s)) continue;
    Matrix3 link = u.link(n, set.mu);
    Matrix3 w = link * action_staples(u, couplings, s, set.mu);
    update(std::uint32_t(n), link, w);
    u.link(n, set.mu) = link;
  }
}

template <class Update>
void for_each_set(const Configuration& u, const GaugeCouplings& couplings, Update update) {
  if (couplings.rectangles()) require_room_for_rectangles(u.geometry());
  for (int mu = 0; mu < kDirections; ++mu)
    for (const Parity parity : {Parity::even, Parity::odd})
      for (int color = 0; color < (couplings.rectangles() ? kRectangleColors : 1); ++color)
        update(LinkSet{mu, parity, color});
}

}  // namespace

bool contains(const LinkSet& set, const Geometry& geometry, const GaugeCouplings& couplings, const Site& s) {
  return Geometry::parity(s) == set.parity &&
         (!couplings.rectangles() || rectangle_color(geometry, s, set.mu) == set.color);
}

void heatbath(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set, std::uint64_t seed,
              std::uint32_t step, Digits digits) {
  for_each_link(u, couplings, set, [&](std::uint32_t site, Matrix3& link, Matrix3& w) {
    const std::uint32_t first = std::uint32_t(set.mu) * kDraws;
    const Uniforms azimuths = draws(seed, Stream::heatbath, step, site, first + kAzimuths, digits).full;
    for (int g = 0; g < kSubgroups; ++g) {
      Quaternion k = su2_part(w, g);
      for (double& x : k) x *= 2.0 * couplings.beta / 3.0;
      const Quaternion a = su2_heatbath(k, azimuths[std::size_t(g)], digits, [&](int attempt) {
        return draws(seed, Stream::heatbath, step, site,
                     first + std::uint32_t(g) * kSubgroupDraws + std::uint32_t(attempt), digits);
      });
      link = su2_times(a, link, g);
      w = su2_times(a, w, g);
    }
  });
}

void heatbath(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set,
              std::vector<RanluxWords>& generators, std::uint32_t skipped, Digits digits) {
  const Geometry& geometry = u.geometry();
  for_each_link(u, couplings, set, [&](std::uint32_t site, Matrix3& link, Matrix3& w) {
    RanluxWords& words = generators[std::size_t(set.parity) * geometry.half_volume() +
                                    geometry.half_index(geometry.site(site))];
    Ranlux ranlux(words, skipped);
    const auto drawn = [&] {
      const auto words = ranlux.block();
      const Uniforms upper = uniforms_of(words);
      return digits == Digits::single ? Draws{upper, upper}
                                      : Draws{upper, uniforms_of(words, ranlux.block())};
    };
    const Uniforms azimuths = drawn().full;
    for (int g = 0; g < kSubgroups; ++g) {
      Quaternion k = su2_part(w, g);
      for (double& x : k) x *= 2.0 * couplings.beta / 3.0;
      const Quaternion a = su2_heatbath(k, azimuths[std::size_t(g)], digits, [&](int) { return drawn(); });
      link = su2_times(a, link, g);
      w = su2_times(a, w, g);
    }
    words = ranlux.words();
  });
}

void overrelax(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set) {
  for_each_link(u, couplings, set, [](std::uint32_t, Matrix3& link, Matrix3& w) {
    for (int g = 0; g < kSubgroups; ++g) {
      const Quaternion a = su2_reflection(su2_part(w, g));
      link = su2_times(a, link, g);
      w = su2_times(a, w, g);
    }
  });
}

void heatbath(Configuration& u, const GaugeCouplings& couplings, std::uint64_t seed, std::uint32_t step,
              Digits digits) {
  for_each_set(u, couplings, [&](const LinkSet& set) { heatbath(u, couplings, set, seed, step, digits); });
}

void overrelax(Configuration& u, const GaugeCouplings& couplings) {
  for_each_set(u, couplings, [&](const LinkSet& set) { overrelax(u, couplings, set); });
}

}  // namespace glueball::reference
