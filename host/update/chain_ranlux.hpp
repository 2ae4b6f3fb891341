// The RANLUX generators of a chain: one for each site on the device, and one for the whole lattice on the
// host.
#pragma once

#include "field/ranlux_field.hpp"

namespace glueball {

/// The choice of a chain's random number generator.
struct RandomNumbers {
  bool ranlux = false;  ///< RANLUX instead of Philox; its state is part of the chain's state
  int luxury = 3;       ///< luxury level, 0 to 4
};

class ChainRanlux {
 public:
  /// Seeds the generators as cpu::ranlux_start does.
  ChainRanlux(const DeviceLattice& lattice, std::uint64_t seed, int luxury);

  RanluxField& sites() { return sites_; }
  /// Draws a uniform number in [0, 1) from the lattice's generator.
  double uniform();

  /// Returns the whole state, on several ranks this rank's: even sites, odd sites, the lattice.
  std::vector<RanluxWords> state() const;
  void restore(std::vector<RanluxWords> state);
  /// Returns the state of all ranks on rank 0, and nothing elsewhere. All ranks must call it.
  std::vector<RanluxWords> whole_state() const;
  /// Restores the state of all ranks; `state` is read on rank 0 only.
  void restore_whole(const std::vector<RanluxWords>& state);

 private:
  const DeviceLattice& lattice_;
  RanluxField sites_;
  RanluxWords whole_{};
};

}  // namespace glueball
