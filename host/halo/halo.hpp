// Exchange of the neighbours' sites (ghosts) that fields of a split lattice hold around their own.
//
// Ghosts do not count as field contents, so exchange() takes a const field. They are as of the last exchange:
// exchange after changing a field and before reading neighbours. On a lattice that is not split nothing is
// done.
#pragma once

#include <array>
#include <span>

#include "field/field.hpp"

namespace glueball {

/// A field, or a part of it, that is exchanged.
struct HaloField {
  const Field* field;
  Parity parity;              ///< parity of its sites
  std::uint32_t links = 0;    ///< links a site; kDirections for ParityLinks, 0 for other fields
  int mu = -1;                ///< direction of ParityLinks to exchange; -1: all
  std::uint32_t vectors = 1;  ///< vectors a site of a MultiColourField, each stored as a ColourField
  /// Spins that a hop reads of the neighbours in time. Its projections have two spins, so only these are
  /// exchanged.
  enum class Reader { all_spins, hop, hop_dagger } reader = Reader::all_spins;
};

/// Returns the spins that a kernel with these flags reads.
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

  /// Exchanges `depth` layers around the domain, including its corners, with all fields in one message a
  /// face. Directions are exchanged one after the other, x first; each one includes the ghosts of those
  /// before it. Waits for the device. Throws std::logic_error for more layers than the lattice's ghosts.
  void exchange(std::span<const HaloField> fields, int depth) {
    begin(fields, depth);
    finish();
  }
  /// Exchanges one field at the sites of one parity.
  void exchange(const Field& field, Parity parity, int depth) {
    const HaloField one[] = {{&field, parity}};
    exchange(std::span<const HaloField>(one), depth);
  }
  /// Exchanges both parities of a field; `links` is the number a site if it holds links in another form than
  /// ParityLinks.
  template <class OneParity>
  void exchange(const BothParities<OneParity>& field, int depth, std::uint32_t links = 0) {
    const HaloField both[] = {{&field[Parity::even], Parity::even, links},
                              {&field[Parity::odd], Parity::odd, links}};
    exchange(std::span<const HaloField>(both), depth);
  }
  /// Exchanges links, by default in all layers of ghosts.
  void exchange(const GaugeField& u, int depth) { exchange<ParityLinks>(u, depth, kDirections); }
  void exchange(const GaugeField& u) { exchange(u, int(lattice_.options().ghosts)); }

  // These two steps let the device compute in between: `begin` leaves the last direction in transit, `finish`
  // copies the arrived data into the ghosts. In between nothing else may be exchanged, and the exchanged
  // fields must not change.
  void begin(std::span<const HaloField> fields, int depth);
  void finish();

  /// Runs a kernel over hops, run(part), that reads `depth` layers of the neighbours' sites of a field. If
  /// `parts`, the interior is computed while the ghosts are in transit, then the boundary.
  template <class Run>
  void run_hop(const Field& field, Parity parity, int depth, bool parts, HaloField::Reader reader, Run run) {
    const HaloField one[] = {{.field = &field, .parity = parity, .reader = reader}};
    begin(one, depth);
    if (parts) run(Part{Part::interior, std::uint32_t(depth)});
    if (parts) lattice_.stream().submit();
    finish();
    run(parts ? Part{Part::boundary, std::uint32_t(depth)} : Part{});
  }
  /// Runs a kernel that changes the links of one direction and parity, run(part), and sends `depth` layers of
  /// them to the neighbours. If `parts`, the boundary is computed first, and the interior while the links are
  /// in transit.
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
  // The exchange in transit.
  static constexpr std::size_t kMost = 2;
  std::array<HaloField, kMost> fields_{};
  std::size_t count_ = 0;
  int depth_ = 0, mu_ = -1;  ///< direction in transit; -1: none
  std::size_t bytes_ = 0;
  gpu::Ticket submitted_ = 0;
};

}  // namespace glueball
