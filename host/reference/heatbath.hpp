// Heatbath and overrelaxation of gauge configurations in double precision on the CPU, with the random numbers
// and the order of the shaders.
#pragma once

#include <cstdint>
#include <vector>

#include "cpu/random.hpp"
#include "lattice/configuration.hpp"
#include "lattice/gauge_couplings.hpp"
#include "lattice/ranlux_words.hpp"

namespace glueball::reference {

/// Links of one direction that can be updated at once.
struct LinkSet {
  int mu;
  Parity parity;
  int color;  ///< has no meaning without rectangles
};

/// True if the link (s, set.mu) is in the set.
bool contains(const LinkSet& set, const Geometry& geometry, const GaugeCouplings& couplings, const Site& s);

/// Cabibbo-Marinari heatbath: draws new links of one set from exp(-S) in three SU(2) subgroups, one after the
/// other. `digits` are full if the device's links are double.
void heatbath(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set, std::uint64_t seed,
              std::uint32_t step, cpu::Digits digits = cpu::Digits::single);
/// The same with the generators of the sites, even sites first, for a luxury of so many skipped numbers. The
/// generators are advanced.
void heatbath(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set,
              std::vector<RanluxWords>& generators, std::uint32_t skipped,
              cpu::Digits digits = cpu::Digits::single);
/// Microcanonical overrelaxation: reflects the links of one set at their staples.
void overrelax(Configuration& u, const GaugeCouplings& couplings, const LinkSet& set);

/// Update all links once: directions, then parities, then colours. Throw Error(bad_value) if the lattice is
/// too small for rectangles.
void heatbath(Configuration& u, const GaugeCouplings& couplings, std::uint64_t seed, std::uint32_t step,
              cpu::Digits digits = cpu::Digits::single);
void overrelax(Configuration& u, const GaugeCouplings& couplings);

}  // namespace glueball::reference
