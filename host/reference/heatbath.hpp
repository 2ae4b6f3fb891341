// Heatbath and overrelaxation of gauge configurations, in double precision on the CPU: the shaders' random
// numbers and their order.
#pragma once

#include <cstdint>
#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/gauge_couplings.hpp"
#include "lattice/ranlux_words.hpp"
#include "reference/gaussian.hpp"

namespace glueball::reference {

/// Links of one direction that may change at once.
struct LinkSet {
  int mu;
  Parity parity;
  int color;  ///< of no meaning without rectangles
};

/// Whether the link (s, set.mu) is in the set.
bool contains(const LinkSet& set, const Geometry& geometry, const GaugeCouplings& couplings, const Site& s);

/// Cabibbo-Marinari: new links of one set, from exp(-S) in three SU(2) subgroups one after the other.
/// `digits` are full where the device's links are double.
void heatbath(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set, std::uint64_t seed,
              std::uint32_t step, Digits digits = Digits::single);
/// The same with the generators of the sites, even sites first, at so many skipped numbers; they are left
/// advanced.
void heatbath(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set,
              std::vector<RanluxWords>& generators, std::uint32_t skipped, Digits digits = Digits::single);
/// Microcanonical: links of one set to the far side of their staples.
void overrelax(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set);

/// All links once: directions, then parities, then colours. Throws Error(bad_value) where the lattice is too
/// small for rectangles.
void heatbath(Configuration& u, const GaugeCouplings& couplings, std::uint64_t seed, std::uint32_t step,
              Digits digits = Digits::single);
void overrelax(Configuration& u, const GaugeCouplings& couplings);

}  // namespace glueball::reference
