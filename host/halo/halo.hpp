// The neighbours' sites that fields of a split lattice hold around their own.
//
// They are no part of what a field holds for those who may not change it: exchanges take it as it is. It has
// them as they were at its last exchange: who changes a field, and then reads neighbours, calls
// for one between. On a lattice that is not split there is nothing to do.
#pragma once

#include <array>
#include <span>

#include "field/field.hpp"

namespace glueball {

/// What of a field is exchanged.
struct HaloField {
  const Field* field;
  Parity parity;              ///< of its sites
  std::uint32_t links = 0;    ///< a site, where it holds links: kDirections of ParityLinks
  int mu = -1;                ///< of ParityLinks: one direction's alone, or all
  std::uint32_t vectors = 1;  ///< a site, each lying as it would by itself: of a MultiColourField
  /// Which spins of spinors a hop reads of the neighbours in time, where its projections have but two: they
  /// alone are exchanged there.
  enum class Reader { all_spins, hop, hop_dagger } reader = Reader::all_spins;
};

/// Of a kernel with these flags.
template <class Hop>
HaloField::Reader reader_of(std::uint32_t flags) {
  using Reader = HaloField::Reader;
  if constexpr (requires { Hop::kDagger; })
    return (flags & Hop::kDagger) != 0 ? Reader::hop_dagger : Reader::hop;
  else
    return Reader::all_spins;
}

class Halo {
 public:
  explicit Halo(const DeviceLattice& lattice) : lattice_(lattice) {}

  /// `depth` layers around the domain, its corners among them, all fields in one message a face. Directions
  /// go one after the other, x first, each with what those before it have brought. Waits for the device.
  /// std::logic_error for more layers than the lattice's ghosts.
  void exchange(std::span<const HaloField> fields, int depth) {
    begin(fields, depth);
    finish();
  }
  /// The same of one field at the sites of one parity.
  void exchange(const Field& field, Parity parity, int depth) {
    const HaloField one[] = {{&field, parity}};
    exchange(std::span<const HaloField>(one), depth);
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

  // In two steps, between which the device can work on: `begin` leaves the last direction on its way,
  // `finish` puts what has come into the ghosts. Nothing else is exchanged in between, and what is exchanged
  // stays as it is.
  void begin(std::span<const HaloField> fields, int depth);
  void finish();

  /// Runs a kernel over hops, run(part), that reads `depth` layers of the neighbours' sites of a field: where
  /// the lattice has parts for it, the interior while the ghosts are on their way, and then the boundary.
  template <class Run>
  void run_hop(const Field& field, Parity parity, int depth, bool parts, HaloField::Reader reader, Run run) {
    const HaloField one[] = {{.field = &field, .parity = parity, .reader = reader}};
    begin(one, depth);
    if (parts) run(Part{Part::interior, std::uint32_t(depth)});
    if (parts) lattice_.stream().submit();
    finish();
    run(parts ? Part{Part::boundary, std::uint32_t(depth)} : Part{});
  }
  /// Runs a kernel that changes the links of one direction and parity, run(part), and lets the neighbours
  /// have `depth` layers of them: where the lattice has parts for it, the boundary first, the interior while
  /// those are on their way.
  template <class Run>
  void run_update(const GaugeField& u, int mu, Parity parity, int depth, bool parts, Run run) {
    run(parts ? Part{Part::boundary, std::uint32_t(depth)} : Part{});
    const HaloField set[] = {{&u[parity], parity, kDirections, mu}};
    begin(set, depth);
    if (parts) run(Part{Part::interior, std::uint32_t(depth)});
    if (parts) lattice_.stream().submit();
    finish();
  }

 private:
  void start(int mu);
  void complete();

  const DeviceLattice& lattice_;
  // What is on its way.
  static constexpr std::size_t kMost = 2;
  std::array<HaloField, kMost> fields_{};
  std::size_t count_ = 0;
  int depth_ = 0, mu_ = -1;  ///< the direction; none: -1
  std::size_t bytes_ = 0;
  gpu::Ticket submitted_ = 0;
};

}  // namespace glueball
