// Chapter 14: a quark propagator by conjugate gradients, and the pion's correlator made of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "../picture.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "field/transfer.hpp"
#include "kernels/heatbath.hpp"
#include "kernels/hop_boundary.hpp"
#include "linalg/global_sums.hpp"
#include "quark/mesons.hpp"
#include "reference/cg.hpp"

// The SPIR-V of dirac.comp, put into this program by the build.
glueball::gpu::ShaderPack walkthrough_14_quarks_shaders();

namespace {

using namespace glueball;
using Quark = cpu::FullField<double>;

constexpr float kKappa = 0.12F;
constexpr double kTolerance = 1e-6;

struct DiracArguments {
  std::uint32_t parity, adjoint;
  float kappa;
};
using Dirac = Kernel<"14_quarks/dirac", Shape::sites, DiracArguments, In<ParityLinks>, In<ParityLinks>,
                     In<SpinorField>, In<SpinorField>, Out<SpinorField>>;

/// M and what a conjugate gradient needs beside it.
class Solver {
 public:
  Solver(const DeviceLattice& lattice, const GaugeField& u)
      : lattice_(lattice), u_(u), sums_(lattice), r_(lattice), p_(lattice), mp_(lattice), ap_(lattice) {}

  /// Solves M^+ M x = M^+ b from x = 0, until |r| is below the tolerance times |M^+ b|; returns the
  /// iterations.
  int solve(const FullSpinorField& b, FullSpinorField& x) {
    dirac(b, r_, true);
    combine(1, r_, 0, r_, p_);
    combine(0, r_, 0, r_, x);
    double rr = norm2(r_);
    const double enough = kTolerance * kTolerance * rr;
    int iterations = 0;
    for (; rr > enough; ++iterations) {
      dirac(p_, mp_, false);
      dirac(mp_, ap_, true);
      const double alpha = rr / norm2(mp_);  // <p, M^+ M p> = |M p|^2
      add(alpha, p_, x);
      add(-alpha, ap_, r_);
      const double rr_next = norm2(r_);
      combine(1, r_, rr_next / rr, p_, ap_);
      combine(1, ap_, 0, ap_, p_);
      rr = rr_next;
      if (iterations == 1000)
        throw Error(ErrorKind::not_converged, "conjugate gradients: no solution after 1000 iterations");
    }
    return iterations;
  }

  double norm2(const FullSpinorField& v) {
    return sums_.norm2(v[Parity::even]) + sums_.norm2(v[Parity::odd]);
  }

 private:
  void dirac(const FullSpinorField& in, FullSpinorField& out, bool adjoint) {
    for (const Parity this_parity : kParities)
      Dirac::run({lattice_, antiperiodic_}, {std::uint32_t(this_parity), adjoint ? 1U : 0U, kKappa},
                 u_[this_parity], u_[other(this_parity)], in[this_parity], in[other(this_parity)],
                 out[this_parity]);
  }
  /// z = a x + b y
  void combine(double a, const FullSpinorField& x, double b, const FullSpinorField& y, FullSpinorField& z) {
    for (const Parity half : kParities)
      kernels::Axpby::run(lattice_, {.a = a, .b = b}, x[half], y[half], z[half]);
  }
  /// y += a x
  void add(double a, const FullSpinorField& x, FullSpinorField& y) {
    for (const Parity half : kParities) kernels::Axpy::run(lattice_, {.a = a, .b = 0}, x[half], y[half]);
  }

  const DeviceLattice& lattice_;
  const std::uint32_t antiperiodic_ = HopBoundary(lattice_.geometry(), kAntiperiodicInTime).flags;
  const GaugeField& u_;
  GlobalSums sums_;
  FullSpinorField r_, p_, mp_, ap_;
};

/// 1 in one spin and colour at the origin.
Quark point_source(const Geometry& geometry, int spin, int colour) {
  Quark b{ParitySpinorField(geometry.half_volume()), ParitySpinorField(geometry.half_volume())};
  b[0][0][spin][std::size_t(colour)] = 1;
  return b;
}

/// Adds |G(x)|^2, summed over spin, colour and space, to a number for each t.
void add_squares(const Geometry& geometry, const Quark& column, std::vector<double>& pion) {
  for (const Parity half : kParities)
    for (std::size_t i = 0; i < geometry.half_volume(); ++i)
      for (const auto& spin : column[std::size_t(half)][i].s)
        for (const Complex& z : spin) pion[std::size_t(geometry.half_site(half, i)[3])] += std::norm(z);
}

double relative_difference(const Quark& a, const Quark& b) {
  double difference = 0, size = 0;
  for (std::size_t half = 0; half < 2; ++half)
    for (std::size_t i = 0; i < a[half].size(); ++i)
      for (int k = 0; k < 12; ++k) {
        const Complex x = a[half][i][k / 3][std::size_t(k % 3)], y = b[half][i][k / 3][std::size_t(k % 3)];
        difference += std::norm(x - y);
        size += std::norm(y);
      }
  return std::sqrt(difference / size);
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  gpu::register_shaders(walkthrough_14_quarks_shaders());
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({4, 4, 4, 12});
  const DeviceLattice lattice(*device, geometry, {{}, {.accumulator = device->preferred_accumulator()}});
  GaugeField u(lattice);
  upload(Configuration(geometry), u);
  for (std::uint32_t sweep = 1; sweep <= 8; ++sweep)
    kernels::Heatbath::sweep(lattice, {.beta = 6.0}, 2006, sweep, u);

  Solver solver(lattice, u);
  FullSpinorField b(lattice), x(lattice);
  std::vector<double> pion(std::size_t(geometry.extent(3)));
  double difference = 0;
  int most = 0;
  for (int column = 0; column < 12; ++column) {
    const Quark source = point_source(geometry, column / 3, column % 3);
    for (const Parity half : kParities) upload(source[std::size_t(half)], b[half]);
    most = std::max(most, solver.solve(b, x));
    Quark solution = source;
    for (const Parity half : kParities) download(x[half], solution[std::size_t(half)]);
    add_squares(geometry, solution, pion);
    if (column > 0) continue;
    Quark expected = source;
    reference::solve(cpu::WilsonOperator<double>(download_unitary(u), double(kKappa)), source, expected,
                     1e-10);
    difference = relative_difference(solution, expected);
  }

  fmt::print("the pion on {}, kappa = {:.2f}\n\n t      C(t)     m(t)   log C(t)\n", geometry.to_string(),
             kKappa);
  const auto masses = cosh_masses(pion);
  for (std::size_t t = 0; t < pion.size(); ++t) {
    const bool has_mass = t < masses.size() && masses[t];
    fmt::print("{:2}{:12.2e}{:>7}   |{}*\n", t, pion[t], has_mass ? fmt::format("{:.2f}", *masses[t]) : "",
               std::string(std::size_t(std::max(0.0, 5 * (std::log(pion[t]) + 9))), ' '));
  }
  picture.draw([&] {
    const std::size_t middle = pion.size() / 2;
    const double mass = *masses[middle - 1];
    LinePlot plot{.title = "The pion's correlator", .x_label = "t", .y_label = "C(t)", .y_logarithmic = true};
    plot.series = {{.name = "12 columns", .joined = false},
                   {.name = fmt::format("cosh, mass {:.2f}", mass), .dashed = true}};
    for (std::size_t t = 0; t < pion.size(); ++t) {
      plot.series[0].points.push_back({double(t), pion[t]});
      plot.series[1].points.push_back(
          {double(t), pion[middle] * std::cosh(mass * (double(middle) - double(t)))});
    }
    return plot;
  });
  const bool agree = difference < 1e-4, soon = most < 200;
  fmt::print("\n12 columns, each solved to |r| / |b| = {:g} in fewer than 200 iterations: {}\n", kTolerance,
             soon ? "yes" : fmt::format("NO, {}", most));
  fmt::print("{}\n", agree ? "GPU and CPU agree on the first column"
                           : fmt::format("GPU AND CPU DIFFER by {:g}", difference));
  return agree && soon ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("14_quarks", error);
}
