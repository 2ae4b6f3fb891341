// A RANLUX generator at every site of a device lattice.
#pragma once

#include <cstdint>
#include <vector>

#include "field/field.hpp"
#include "lattice/ranlux_words.hpp"

namespace glueball {

/// The generators of the sites of one parity in a plain buffer: word w of the site at place s
/// (DeviceLattice::place) is number w * DeviceLattice::plane_sites + s. Neighbours' sites have none.
class ParityRanlux : public BoundMemory {
 public:
  explicit ParityRanlux(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(lattice.plane_sites() * sizeof(RanluxWords))) {}
};

/// Generators of both parities, at one luxury level.
class RanluxField : public BothParities<ParityRanlux> {
 public:
  RanluxField(const DeviceLattice& lattice, int luxury)
      : BothParities(lattice), lattice_(lattice), skipped_(kRanluxLots.at(std::size_t(luxury)) - 24) {}

  /// Returns how many numbers are skipped after every 24.
  std::uint32_t skipped() const { return skipped_; }

  // Generators are ordered by parity, then by number of the site among those of its parity.
  void upload(const std::vector<RanluxWords>& generators);
  std::vector<RanluxWords> download() const;

 private:
  const DeviceLattice& lattice_;
  std::uint32_t skipped_;
};

}  // namespace glueball
