// Kernel specs of halo exchange: ghost sites are packed into messages and unpacked.
#include "kernels/halo.hpp"

#include <algorithm>

#include "field/transfer.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "reference/distance.hpp"

namespace glueball::kernel_specs {
namespace {

/// Copies two time slices of a spinor field through messages into two others, and compares with the same copy
/// on the host. The kernels move bits unchanged.
double slice_error(const DeviceLattice& given) {
  LatticeOptions options = given.options();
  options.storage = gpu::Storage::buffer;
  const DeviceLattice lattice(given.device(), given.geometry(), options);
  CheckSpinors c(lattice);
  const Geometry& g = lattice.geometry();
  constexpr int kFrom[] = {1, 0}, kTo[] = {3, 2};
  ParitySpinorField wanted;
  download(c.device_psi, wanted);
  const std::size_t slice = g.half_volume() / std::size_t(g.extent(3));
  for (int side = 0; side < 2; ++side)
    std::copy_n(wanted.begin() + std::ptrdiff_t(std::size_t(kFrom[side]) * slice), slice,
                wanted.begin() + std::ptrdiff_t(std::size_t(kTo[side]) * slice));

  const auto words = std::uint32_t(lattice.format().texel_bytes() / sizeof(std::uint32_t));
  const auto extent_x = std::uint32_t(g.extent(0));
  args::HaloArgs regions{.parity = std::uint32_t(Parity::even),
                         .pair = 0,
                         .first_x = 0,
                         .last_x = extent_x,
                         .y = 0,
                         .z = 0,
                         .t = std::uint32_t(kFrom[0]),
                         .further_pair = 0,
                         .further_first_x = 0,
                         .further_last_x = extent_x,
                         .further_y = 0,
                         .further_z = 0,
                         .further_t = std::uint32_t(kFrom[1]),
                         .pairs = extent_x / 2,
                         .extent_y = std::uint32_t(g.extent(1)),
                         .extent_z = std::uint32_t(g.extent(2)),
                         .extent_t = 1,
                         .group = 0,
                         .groups = 1,
                         .planes = SpinorField::kPlanes,
                         .tail = lattice.in_half() ? 1u : 0u,
                         .at = 4,
                         .of_planes = SpinorField::kPlanes,
                         .interleaved = c.device_psi.interleaved().planes,
                         .first = 0,
                         .further_first = 0};
  const std::size_t numbers = SpinorField::kPlanes * words + regions.tail;
  const std::size_t bytes = (regions.at + numbers * slice) * sizeof(std::uint32_t);
  BoundMemory back(lattice.allocate_buffer(bytes)), further(lattice.allocate_buffer(bytes));
  const std::size_t points = 2 * (SpinorField::kPlanes + regions.tail) * slice;
  kernels::Pack::run({lattice, kernels::words_flags(lattice, words)}, points, regions, c.device_psi, back,
                     further);
  regions.t = std::uint32_t(kTo[0]);
  regions.further_t = std::uint32_t(kTo[1]);
  kernels::Unpack::run({lattice, kernels::words_flags(lattice, words)}, points, regions, back, further,
                       c.device_psi);
  ParitySpinorField found;
  download(c.device_psi, found);
  return reference::relative_error(found, wanted);
}

}  // namespace

std::vector<KernelSpec> halo_specs() {
  return {{.kernel = kernels::Pack::record(),
           .parts = records<kernels::Unpack>(),
           .checks = {{.name = "ghosts",
                       .error = slice_error,
                       .allowed = {.half = 1e-15, .single = 1e-15, .double_ = 1e-15},
                       .scope = Scope::tests}}}};
}

}  // namespace glueball::kernel_specs
