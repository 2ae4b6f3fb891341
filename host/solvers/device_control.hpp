// Common parts of solvers that keep their scalars on the device. Iterations are queued in batches and
// launched by group counts in the scalars, which the device sets to zero when it has stopped.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "kernels/linalg.hpp"
#include "kernels/solver.hpp"

namespace glueball {

/// The stages of an iteration at which the device computes scalars, as in shaders/solver/cg_scalars.comp.
struct CgStage {
  static constexpr std::uint32_t begin = 0, alpha = 1, beta = 2;
};

/// Iterations in a submission.
inline constexpr int kBatch = 8;
/// Returns one if ranks wait for each other in each iteration anyway.
inline int batch_of(const DeviceLattice& lattice) { return lattice.domain() ? 1 : kBatch; }

/// Iterates until the device has stopped. `ask` queues a readback of the scalars and returns its handle;
/// `batch(first)` queues iterations; `stopped(bytes, first)` reads scalars. These are first those before any
/// batch, then those after a batch while the next one runs. Therefore the device does one batch more before
/// it is seen to have stopped. If `ahead` is false the second batch is queued only after the first: the first
/// may suffice, and a submission takes a GPU 20 us.
template <class Ask, class Batch, class Stopped>
void run_ahead(gpu::Stream& stream, const Ask& ask, const Batch& batch, const Stopped& stopped,
               bool ahead = true) {
  struct Sent {
    int handle;
    gpu::Ticket ticket;
  };
  const auto send = [&](bool first) {
    batch(first);
    const int handle = ask();
    return Sent{handle, stream.submit()};
  };
  const int before = ask();
  Sent running = send(true);
  for (bool first = true;; first = false) {
    std::optional<Sent> next;
    if (ahead || !first) next = send(false);
    stream.wait(running.ticket);
    if (first && stopped(stream.readback_data(before), true)) return;
    if (stopped(stream.readback_data(running.handle), false)) return;
    running = next ? *next : send(false);
  }
}

/// Queues a readback of the scalars of one right-hand side, to be `decoded`.
inline int ask_for(const DeviceLattice& lattice, const CgScalars& scalars) {
  return lattice.stream().readback(scalars.memory(), 0, sizeof(CgScalars::Control));
}

/// The flags of linear-algebra kernels for this kind of field.
template <class F>
inline constexpr std::uint32_t kFieldFlags = std::is_same_v<F, ColourField> ? kernels::kColours : 0;

/// Returns the scalars before the first iteration, for the first of `count` right-hand sides: args::CgControl
/// or args::BiCgStabControl. `layers` is the number of ghost layers that hops read, if they may run in parts.
template <class Control>
Control first_control(const DeviceLattice& lattice, int max_iterations, std::uint32_t count = 1,
                      int layers = 0) {
  static_assert(running_groups(Shape::sites) == offsetof(Control, site_groups) &&
                running_groups(Shape::hops) == offsetof(Control, hop_groups) &&
                running_groups(Shape::texels) == offsetof(Control, texel_groups) &&
                running_groups(Shape::vector_blocks) == offsetof(Control, sum_groups) &&
                running_groups(Shape::scalar) == offsetof(Control, scalar_groups) &&
                running_groups(Shape::hops, Part::interior) == offsetof(Control, interior_groups) &&
                running_groups(Shape::hops, Part::boundary) == offsetof(Control, boundary_groups));
  Control control{};
  control.max_iterations = std::uint32_t(max_iterations);
  const auto set = [](const gpu::GroupGrid& grid, std::uint32_t& columns, std::uint32_t& rows,
                      std::uint32_t& layers) {
    columns = grid.columns;
    rows = grid.rows;
    layers = 1;
  };
  set(lattice.grid(Shape::sites), control.site_groups, control.site_groups_y, control.site_groups_z);
  const Shape hops = count > 1 ? Shape::rhs_pairs : Shape::hops;
  set(lattice.grid(hops, count), control.hop_groups, control.hop_groups_y, control.hop_groups_z);
  set(lattice.grid(Shape::texels), control.texel_groups, control.texel_groups_y, control.texel_groups_z);
  set(lattice.grid(Shape::vector_blocks), control.sum_groups, control.sum_groups_y, control.sum_groups_z);
  set(lattice.grid(Shape::scalar, count), control.scalar_groups, control.scalar_groups_y,
      control.scalar_groups_z);
  if (layers > 0 && lattice.has_parts(hops, layers, count)) {
    const auto of = [&](Part::Kind kind) {
      return lattice.grid(hops, count, lattice.format(), {kind, std::uint32_t(layers)});
    };
    set(of(Part::interior), control.interior_groups, control.interior_groups_y, control.interior_groups_z);
    set(of(Part::boundary), control.boundary_groups, control.boundary_groups_y, control.boundary_groups_z);
  }
  if constexpr (requires { control.left; }) control.left = count;
  return control;
}

/// Returns the bytes of the scalars of one right-hand side in conjugate gradients. alpha and beta have the
/// lattice's precision.
inline std::size_t control_bytes(const DeviceLattice& lattice) {
  return lattice.precision() == gpu::Precision::double_ ? sizeof(args::CgControl<double>)
                                                        : sizeof(args::CgControl<float>);
}

/// Decodes the scalars of right-hand side n that were read back.
inline CgScalars::Control decoded(const DeviceLattice& lattice, std::span<const std::byte> bytes,
                                  std::size_t n = 0) {
  CgScalars::Control control{};
  const auto own = bytes.subspan(n * control_bytes(lattice), control_bytes(lattice));
  if (lattice.precision() == gpu::Precision::double_) {
    std::memcpy(&control, own.data(), sizeof control);
  } else {
    args::CgControl<float> single;
    std::memcpy(&single, own.data(), sizeof single);
    std::memcpy(&control, &single, offsetof(args::CgControl<float>, alpha));
    control.alpha = single.alpha;
    control.beta = single.beta;
  }
  return control;
}

/// Uploads the scalars of right-hand sides from the first on.
inline void send(const DeviceLattice& lattice, std::span<const CgScalars::Control> controls,
                 const CgScalars& scalars) {
  std::vector<std::byte> bytes(controls.size() * control_bytes(lattice));
  for (std::size_t n = 0; n < controls.size(); ++n) {
    std::byte* own = bytes.data() + n * control_bytes(lattice);
    if (lattice.precision() == gpu::Precision::double_) {
      std::memcpy(own, &controls[n], sizeof controls[n]);
    } else {
      args::CgControl<float> single{};
      std::memcpy(&single, &controls[n], offsetof(args::CgControl<float>, alpha));
      single.alpha = float(controls[n].alpha);
      single.beta = float(controls[n].beta);
      std::memcpy(own, &single, sizeof single);
    }
  }
  lattice.stream().upload(scalars.memory(), bytes);
}
inline void send(const DeviceLattice& lattice, const CgScalars::Control& control, const CgScalars& scalars) {
  send(lattice, std::span(&control, 1), scalars);
}

}  // namespace glueball
