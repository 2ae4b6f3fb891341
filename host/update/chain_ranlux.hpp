// The RANLUX generators of a chain: one a site on the device, and one for the lattice as a whole on the host.
#pragma once

#include "field/ranlux_field.hpp"

namespace glueball {

/// Which random numbers a chain takes.
struct RandomNumbers {
  bool ranlux = false;  ///< in place of Philox: its state is part of the chain's
  int luxury = 3;       ///< level, 0 to 4
};

class ChainRanlux {
 public:
  /// As reference::ranlux_start has them.
  ChainRanlux(const DeviceLattice& lattice, std::uint64_t seed, int luxury);

  RanluxField& sites() { return sites_; }
  /// Uniform in [0, 1), of the lattice's generator.
  double uniform();

  /// All of it, of several ranks this one's: even sites, odd sites, the lattice.
  std::vector<RanluxWords> state() const;
  void restore(std::vector<RanluxWords> state);
  /// The same of all ranks, on the first; elsewhere nothing. All call it.
  std::vector<RanluxWords> whole_state() const;
  /// The other way; `state` is not looked at but on the first.
  void restore_whole(const std::vector<RanluxWords>& state);

 private:
  const DeviceLattice& lattice_;
  RanluxField sites_;
  RanluxWords whole_{};
};

}  // namespace glueball
