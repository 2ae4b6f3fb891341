// Kernel specs of linear algebra, global sums and changes of precision.
#include "kernels/linalg.hpp"

#include "cpu/linalg.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/reference_fields.hpp"
#include "kernels/several_fields.hpp"
#include "linalg/copy.hpp"
#include "reference/distance.hpp"

namespace glueball::kernel_specs {
namespace {

constexpr std::uint32_t kPlanes = SpinorField::kPlanes;
constexpr double kA = 0.75, kB = -1.25;
constexpr Tolerance kLinear{.half = 5e-3, .single = 1e-6, .double_ = 1e-13};
constexpr Tolerance kSums{.half = 1e-3, .single = 1e-6, .double_ = 1e-13};

// Flops are those of a spinor field: squares of complex numbers, and products with real numbers and sums.
constexpr double kNormFlops = 48, kAxpbyFlops = 72;
double axpby_bytes(const DeviceLattice& lattice) { return 3 * spinor_bytes(lattice); }

Workload norm2(const DeviceLattice& lattice) {
  struct State : BenchmarkSpinors {
    explicit State(const DeviceLattice& l) : BenchmarkSpinors(l), partials(l) {}
    Partials partials;
  };
  auto s = std::make_shared<State>(lattice);
  const auto run = [s, &lattice] { kernels::Norm2::run(lattice, {}, s->a, s->partials); };
  return {run, kNormFlops * half_volume(lattice), spinor_bytes(lattice) * half_volume(lattice)};
}

Workload axpby(const DeviceLattice& lattice) {
  auto f = std::make_shared<BenchmarkSpinors>(lattice);
  const auto run = [f, &lattice] { kernels::Axpby::run(lattice, {.a = 0.5, .b = 0.25}, f->a, f->b, f->c); };
  return {run, kAxpbyFlops * half_volume(lattice), axpby_bytes(lattice) * half_volume(lattice)};
}

Reference norm2_reference(const Geometry& g) {
  return {[x = reference_spinor(g, Parity::even)] { cpu::norm2(x); }};
}

Reference axpby_reference(const Geometry& g) {
  auto y = std::make_shared<ParitySpinorField>(reference_spinor(g, Parity::odd));
  return {[x = reference_spinor(g, Parity::even), y] { cpu::axpby(0.5, x, 0.25, *y); }};
}

double norm2_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  return std::abs(c.sums.norm2(c.device_psi) / cpu::norm2(c.psi) - 1);
}

double dot_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  return std::abs(c.sums.dot(c.device_psi, c.device_chi) - cpu::dot(c.psi, c.chi)) / cpu::norm2(c.psi);
}

double axpby_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  ParitySpinorField wanted = c.chi;
  cpu::axpby(kA, c.psi, kB, wanted);
  kernels::Axpby::run(lattice, {.a = kA, .b = kB}, c.device_psi, c.device_chi, c.result);
  return c.error(c.result, wanted);
}

double axpy_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  ParitySpinorField wanted = c.chi;
  cpu::axpy(kA, c.psi, wanted);
  kernels::Axpy::run(lattice, {.a = kA, .b = 0}, c.device_psi, c.device_chi);
  return c.error(c.device_chi, wanted);
}

double add_four_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  // The sum begins with the second factors, so that an error in the position shows.
  const std::vector<Complex> f{9, {kA, kB}, {kB, 0.5}, {-0.25, kA}, {1, -kA}};
  Factors factors(lattice, f.size());
  factors.put(f);
  ParitySpinorField wanted(c.psi.size());
  for (const std::size_t n : {1, 2, 3, 4}) cpu::axpy(f[n], n % 2 == 1 ? c.psi : c.chi, wanted);
  // The result is cleared before, since memory may hold NaN, and NaN times zero is NaN.
  kernels::Axpby::run(lattice, {.a = 0, .b = 0}, c.device_psi, c.device_psi, c.result);
  kernels::AddFour::run(lattice, {.first = 1}, c.device_psi, c.device_chi, c.device_psi, c.device_chi,
                        c.result, factors);
  return c.error(c.result, wanted);
}

double add_three_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  std::vector<Complex> f{9};
  for (int n = 0; n < 12; ++n) f.emplace_back(kA - 0.1 * n, kB * n);
  Factors factors(lattice, f.size());
  factors.put(f);
  SpinorField sums[]{SpinorField(lattice), SpinorField(lattice), SpinorField(lattice)};
  for (SpinorField& sum : sums) kernels::Copy::run(lattice, {}, c.device_chi, sum);
  kernels::AddThree::run(lattice, {.first = 1}, c.device_psi, c.device_chi, c.device_psi, c.device_chi,
                         sums[0], sums[1], sums[2], factors);
  double most = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    ParitySpinorField wanted = c.chi;
    for (std::size_t n = 0; n < 4; ++n) cpu::axpy(f[1 + 4 * k + n], n % 2 == 0 ? c.psi : c.chi, wanted);
    most = std::max(most, c.error(sums[k], wanted));
  }
  return most;
}

double dot_two_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  kernels::DotTwo::run(lattice, {}, c.device_psi, c.device_chi, c.device_chi, c.sums.partials());
  c.sums.collect(4, false);
  const auto found = c.sums.totals();
  const Complex first(found[0], found[1]), second(found[2], found[3]);
  return (std::abs(first - cpu::dot(c.psi, c.chi)) + std::abs(second - cpu::norm2(c.chi))) /
         cpu::norm2(c.psi);
}

double scale_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  ParitySpinorField wanted = c.psi;
  cpu::axpby(0, c.psi, kB, wanted);
  kernels::Scale::run(lattice, {.a = kB, .b = 0}, c.device_psi);
  return c.error(c.device_psi, wanted);
}

double copy_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  kernels::Copy::run(lattice, {}, c.device_chi, c.result);
  return c.error(c.result, c.chi);
}

/// Converts a spinor field from precision `from` to the lattice's, and compares with the values that `from`
/// can hold.
double convert_error(const DeviceLattice& lattice, gpu::Precision from) {
  const auto options = [&](gpu::Precision precision) {
    LatticeOptions o = preferred_options(lattice.device(), precision, lattice.geometry());
    o.storage = gpu::Storage::buffer;
    return o;
  };
  const DeviceLattice a(lattice.device(), lattice.geometry(), options(from)),
      b(lattice.device(), lattice.geometry(), options(lattice.precision()));
  const CheckSpinors c(a);
  ParitySpinorField held;
  download(c.device_psi, held);
  SpinorField to(b);
  copy(c.device_psi, to);
  ParitySpinorField found;
  download(to, found);
  return reference::relative_error(found, held);
}

Check conversion(gpu::Precision from, const Tolerance& allowed) {
  return {.name = "conversion",
          .error = [from](const DeviceLattice& l) { return convert_error(l, from); },
          .allowed = allowed,
          .scope = Scope::tests};
}

}  // namespace

std::vector<KernelSpec> linalg_specs() {
  using namespace kernels;
  using gpu::Precision;
  return {
      {.kernel = Norm2::record(),
       .parts = records<Sum>(),
       .flops = kNormFlops,
       .bytes = spinor_bytes,
       .benchmarks = {{.name = "norm2",
                       .text = "norm of a spinor field",
                       .make = norm2,
                       .reference = norm2_reference,
                       .in_half = true,
                       .ghosts = 1}},
       .checks = {{.name = "global sums", .error = norm2_error, .allowed = kSums}}},
      {.kernel = Dot::record(), .checks = {{.name = "global sums", .error = dot_error, .allowed = kSums}}},
      {.kernel = Axpby::record(),
       .flops = kAxpbyFlops,
       .bytes = axpby_bytes,
       .benchmarks = {{.name = "axpby",
                       .text = "z = a x + b y",
                       .make = axpby,
                       .reference = axpby_reference,
                       .in_half = true,
                       .ghosts = 1}},
       .checks = {{.name = "linear algebra", .error = axpby_error, .allowed = kLinear}}},
      {.kernel = Axpy::record(),
       .checks = {{.name = "linear algebra", .error = axpy_error, .allowed = kLinear}}},
      {.kernel = AddFour::record(),
       .checks = {{.name = "linear algebra", .error = add_four_error, .allowed = kLinear}}},
      {.kernel = AddThree::record(),
       .checks = {{.name = "linear algebra", .error = add_three_error, .allowed = kLinear}}},
      {.kernel = DotTwo::record(),
       .checks = {{.name = "global sums", .error = dot_two_error, .allowed = kSums}}},
      {.kernel = Scale::record(),
       .checks = {{.name = "linear algebra", .error = scale_error, .allowed = kLinear}}},
      {.kernel = Copy::record(),
       .checks = {{.name = "linear algebra", .error = copy_error, .allowed = kLinear}}},
      // A conversion to the same precision is a copy.
      {.kernel = FromHalf::record(),
       .checks = {conversion(Precision::half, {.half = 0, .single = 1e-6, .double_ = 1e-13})}},
      {.kernel = FromSingle::record(),
       .checks = {conversion(Precision::single, {.half = 5e-3, .single = 0, .double_ = 1e-13})}},
      {.kernel = FromDouble::record(),
       .checks = {conversion(Precision::double_, {.half = 5e-3, .single = 1e-6, .double_ = 0})}},
  };
}

}  // namespace glueball::kernel_specs
