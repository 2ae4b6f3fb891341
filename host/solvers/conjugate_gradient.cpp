#include "solvers/conjugate_gradient.hpp"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>

#include "kernels/linalg.hpp"

namespace glueball {
namespace {

constexpr int kBatch = 8;  ///< iterations a submission

enum Stage : std::uint32_t { kBegin = 0, kAlpha = 1, kBeta = 2 };

CgScalars::Control read_control(gpu::Stream& stream, int handle) {
  CgScalars::Control control;
  std::memcpy(&control, stream.readback_data(handle).data(), sizeof control);
  return control;
}

}  // namespace

ConjugateGradient::ConjugateGradient(WilsonOperator& op)
    : op_(op), lattice_(op.lattice()), r_(lattice_), p_(lattice_), mp_(lattice_), ap_(lattice_), partials_(lattice_),
      scalars_(lattice_) {}

void ConjugateGradient::iterate() {
  const auto groups = [&](std::size_t offset) { return gpu::IndirectGroups{&scalars_.memory(), offset}; };
  const Launch sites(lattice_, 0, groups(offsetof(CgScalars::Control, site_groups)));
  const Launch texels(lattice_, 0, groups(offsetof(CgScalars::Control, texel_groups)));
  const Launch sums(lattice_, 0, groups(offsetof(CgScalars::Control, sum_groups)));
  const Launch scalar(lattice_, 0, groups(offsetof(CgScalars::Control, scalar_groups)));
  const std::uint32_t planes = SpinorField::kPlanes, count = lattice_.partials();

  op_.groups_from(sites.groups);
  op_.normal(p_, mp_, ap_);
  op_.groups_from({});
  // <p, A p> = |Mhat p|^2: one field to read rather than two.
  kernels::Norm2::run(sums, {.planes = planes}, mp_, partials_);
  kernels::CgScalarStep::run(scalar, {.stage = kAlpha, .count = count, .relative_target = 0}, partials_, scalars_);
  kernels::CgResidual::run(sums, {.planes = planes}, ap_, r_, partials_, scalars_);
  kernels::CgScalarStep::run(scalar, {.stage = kBeta, .count = count, .relative_target = 0}, partials_, scalars_);
  kernels::CgDirection::run(texels, {.planes = planes}, r_, p_, *x_, scalars_);
}

DeviceCgResult ConjugateGradient::solve(const SpinorField& b, SpinorField& x, double tolerance, int max_iterations) {
  gpu::Stream& stream = lattice_.stream();
  const std::uint32_t planes = SpinorField::kPlanes;
  x_ = &x;

  CgScalars::Control control{};
  control.max_iterations = std::uint32_t(max_iterations);
  control.site_groups = lattice_.groups(Shape::sites);
  control.texel_groups = lattice_.groups(Shape::texels);
  control.sum_groups = lattice_.groups(Shape::sums);
  control.scalar_groups = lattice_.groups(Shape::scalar);
  control.site_groups_y = control.site_groups_z = 1;
  control.texel_groups_y = control.texel_groups_z = 1;
  control.sum_groups_y = control.sum_groups_z = 1;
  control.scalar_groups_y = control.scalar_groups_z = 1;
  stream.upload(scalars_.memory(), std::as_bytes(std::span(&control, 1)));

  kernels::Axpby::run(lattice_, {.planes = planes, .a = 0, .b = 0}, b, b, x);
  kernels::Copy::run(lattice_, {.planes = planes}, b, r_);
  kernels::Copy::run(lattice_, {.planes = planes}, b, p_);
  kernels::Norm2::run(lattice_, {.planes = planes}, b, partials_);
  kernels::CgScalarStep::run(
      lattice_, {.stage = kBegin, .count = lattice_.partials(), .relative_target = tolerance}, partials_, scalars_);
  int handle = stream.readback(scalars_.memory(), 0, sizeof control);
  gpu::Ticket ticket = stream.submit();

  double norm2 = 0;
  for (bool first = true;; first = false) {
    for (int i = 0; i < kBatch; ++i) iterate();
    const int next_handle = stream.readback(scalars_.memory(), 0, sizeof control);
    const gpu::Ticket next = stream.submit();
    stream.wait(ticket);
    control = read_control(stream, handle);
    if (first) norm2 = lattice_.decode_sum(control.rr_low, control.rr_high);
    if (SolverState(control.state) != SolverState::running) break;
    handle = next_handle;
    ticket = next;
  }
  kernels::CgFinish::run(lattice_, {.planes = planes}, p_, x, scalars_);

  DeviceCgResult result;
  result.state = SolverState(control.state);
  result.iterations = int(control.iteration);
  result.residual = norm2 > 0 ? std::sqrt(lattice_.decode_sum(control.rr_low, control.rr_high) / norm2) : 0.0;
  return result;
}

}  // namespace glueball
