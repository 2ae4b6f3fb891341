// The neighbours' sites that fields of a split lattice hold around their own.
//
// They are no part of what a field holds for those who may not change it: exchanges take it as it is. It has
// them as they were at its last exchange: who changes a field, and then reads neighbours, calls
// for one between. On a lattice that is not split there is nothing to do.
#pragma once

#include <span>

#include "field/field.hpp"

namespace glueball {

/// What of a field is exchanged.
struct HaloField {
  const Field* field;
  Parity parity;            ///< of its sites
  std::uint32_t links = 0;  ///< a site, where it holds links: kDirections of ParityLinks
  int mu = -1;              ///< of ParityLinks: one direction's alone, or all
};

class Halo {
 public:
  explicit Halo(const DeviceLattice& lattice) : lattice_(lattice) {}

  /// `depth` layers around the domain, its corners among them, all fields in one message a face. Directions
  /// go one after the other, x first, each with what those before it have brought. Waits for the device.
  /// std::logic_error for more layers than the lattice's ghosts.
  void exchange(std::span<const HaloField> fields, int depth);
  /// The same of one field at the sites of one parity.
  void exchange(const Field& field, Parity parity, int depth) {
    const HaloField one[] = {{&field, parity}};
    exchange(std::span<const HaloField>(one), depth);
  }
  /// The same of the links of one direction and parity: what an update changes at once.
  void exchange_set(const GaugeField& u, int mu, Parity parity, int depth) {
    const HaloField set[] = {{&u[parity], parity, kDirections, mu}};
    exchange(std::span<const HaloField>(set), depth);
  }
  /// The same of both parities of a field; with `links` a site where it holds links in another form than
  /// ParityLinks.
  template <class OneParity>
  void exchange(const BothParities<OneParity>& field, int depth, std::uint32_t links = 0) {
    const HaloField both[] = {{&field[Parity::even], Parity::even, links},
                              {&field[Parity::odd], Parity::odd, links}};
    exchange(std::span<const HaloField>(both), depth);
  }
  /// Links, by default in all layers that there are.
  void exchange(const GaugeField& u, int depth) { exchange<ParityLinks>(u, depth, kDirections); }
  void exchange(const GaugeField& u) { exchange(u, int(lattice_.options().ghosts)); }

 private:
  void exchange(std::span<const HaloField> fields, int depth, int mu);

  const DeviceLattice& lattice_;
};

}  // namespace glueball
