// Ghosts into messages and back.
#include "kernels/halo.hpp"

#include <algorithm>

#include "cards/check_fields.hpp"
#include "cards/families.hpp"
#include "field/transfer.hpp"
#include "reference/distance.hpp"

namespace glueball::cards {
namespace {

/// A time slice of a spinor field by way of a message into one two further on, against the same on the host:
/// numbers are moved as they are.
double slice_error(const DeviceLattice& given, std::uint32_t flags) {
  LatticeOptions options = given.options();
  options.storage = gpu::Storage::buffer;
  const DeviceLattice lattice(given.device(), given.geometry(), options);
  CheckSpinors c(lattice);
  const Geometry& g = lattice.geometry();
  constexpr int kFrom = 1, kTo = 3;
  ParitySpinorField wanted;
  download(c.device_psi, wanted);
  const std::size_t slice = g.half_volume() / std::size_t(g.extent(3));
  std::copy_n(wanted.begin() + std::ptrdiff_t(kFrom * slice), slice,
              wanted.begin() + std::ptrdiff_t(kTo * slice));

  const auto words = std::uint32_t(lattice.format().texel_bytes() / sizeof(std::uint32_t));
  args::HaloArgs region{.parity = std::uint32_t(Parity::even),
                        .pair = 0,
                        .pairs = std::uint32_t(g.extent(0) / 2),
                        .first_x = 0,
                        .last_x = std::uint32_t(g.extent(0)),
                        .y = 0,
                        .z = 0,
                        .t = kFrom,
                        .extent_y = std::uint32_t(g.extent(1)),
                        .extent_z = std::uint32_t(g.extent(2)),
                        .extent_t = 1,
                        .group = 0,
                        .groups = 1,
                        .planes = SpinorField::kPlanes,
                        .words = words,
                        .tail = lattice.in_half() ? 1u : 0u,
                        .at = 2};
  const std::size_t numbers = SpinorField::kPlanes * words + region.tail;
  BoundMemory message(lattice.allocate_buffer((region.at + numbers * slice) * sizeof(std::uint32_t)));
  const std::size_t planes = SpinorField::kPlanes + region.tail;
  const auto points = [&](std::uint32_t flags) { return (flags == 0 ? numbers : planes) * slice; };
  kernels::Pack::run({lattice, flags}, points(flags), region, c.device_psi, message);
  region.t = kTo;
  // Taken out in the other way than it was put in.
  const std::uint32_t others = flags ^ kernels::kBySite;
  kernels::Unpack::run({lattice, others}, points(others), region, message, c.device_psi);
  ParitySpinorField found;
  download(c.device_psi, found);
  return reference::relative_error(found, wanted);
}

}  // namespace

std::vector<Card> halo_cards() {
  return {{.kernel = kernels::Pack::record(),
           .parts = records<kernels::Unpack>(),
           .checks = {{.name = "ghosts",
                       .error =
                           [](const DeviceLattice& l) {
                             return worst_of({slice_error(l, 0), slice_error(l, kernels::kBySite)});
                           },
                       .allowed = {.half = 1e-15, .single = 1e-15, .double_ = 1e-15},
                       .scope = Scope::tests}}}};
}

}  // namespace glueball::cards
