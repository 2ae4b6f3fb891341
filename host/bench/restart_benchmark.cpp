#include "bench/restart_benchmark.hpp"

#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/wilson_operator.hpp"
#include "kernels/fermion.hpp"
#include "reference/cg.hpp"
#include "solvers/quark_memory.hpp"
#include "update/heatbath.hpp"

namespace glueball {
namespace {

using gpu::Precision;

constexpr std::uint64_t kRestartSeed = 2006;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Computes x[1] from x[0], and returns |b - M x| / |b| on all sites.
double full_residual(const cpu::WilsonOperator<double>& m, const std::array<ParitySpinorField, 2>& b,
                     std::array<ParitySpinorField, 2>& x) {
  m.reconstruct(b, x);
  std::array<ParitySpinorField, 2> r = b;
  m.full(x, r);
  for (std::size_t parity = 0; parity < 2; ++parity) cpu::axpy(-1.0, b[parity], r[parity]);
  return std::sqrt((cpu::norm2(r[0]) + cpu::norm2(r[1])) / (cpu::norm2(b[0]) + cpu::norm2(b[1])));
}

RestartRow on_cpu(const Configuration& u, const QuarkParameters& quark, const SolverOptions& options,
                  const std::array<ParitySpinorField, 2>& b) {
  const auto start = std::chrono::steady_clock::now();
  const cpu::WilsonOperator<double> m(u, quark.kappa, quark.boundary);
  ParitySpinorField source(b[0].size());
  std::array<ParitySpinorField, 2> x = {source, source};
  m.prepare_normal(b, source);
  RestartRow row{.method = "cpu double", .residual = 1};
  // The residual of the normal equations may be smaller than that of all sites; the search then starts again.
  for (double goal = options.tolerance; row.residual > options.tolerance;
       goal *= 0.5 * options.tolerance / row.residual) {
    row.iterations +=
        reference::conjugate_gradient(m, source, x[0], goal, options.max_iterations - row.iterations)
            .iterations;
    row.residual = full_residual(m, b, x);
  }
  row.seconds = seconds_since(start);
  row.gflops = row.iterations * (4 * kernels::WilsonDslash::kFlops + 96) *
               double(u.geometry().half_volume()) / row.seconds * 1e-9;
  return row;
}

struct Way {
  std::string name;
  Precision inner;
  Restart restart;
};

/// Returns the methods whose precision the device has.
std::vector<Way> ways(const gpu::DeviceInfo& device, const SolverOptions& options) {
  const bool floating = options.half_format == gpu::HalfFormat::floating;
  const std::string half = floating ? "device half (float), " : "device half, ";
  std::vector<Way> all{{"device single, restarts in double by the CPU", Precision::single, Restart::cpu},
                       {half + "restarts in double by the CPU", Precision::half, Restart::cpu}};
  if (device.limits.float64) {
    all.push_back({"device single, reliable updates in device double", Precision::single, Restart::gpu});
    all.push_back({half + "reliable updates in device double", Precision::half, Restart::gpu});
    all.push_back({"device double", Precision::double_, Restart::gpu});
  }
  return all;
}

HeatbathParameters heatbath_parameters() {
  return {.couplings = {.beta = 6.0}, .overrelaxation = 3, .seed = kRestartSeed};
}

}  // namespace

std::vector<MemoryNeed> restart_needs(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                                      const SolverOptions& options, bool with_heatbath) {
  std::vector<MemoryNeed> needs;
  for (const Way& way : ways(device, options)) {
    SolverOptions o = options;
    o.inner = way.inner;
    o.restart = way.restart;
    needs.push_back(quark_memory(device, quark, o));
  }
  if (with_heatbath)
    needs.push_back(memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
      GaugeHeatbath(null_device, preferred_options(null_device), heatbath_parameters(), start);
    }));
  return needs;
}

std::vector<RestartRow> restart_benchmark(gpu::Device& device, const Configuration& u,
                                          const QuarkParameters& quark, const SolverOptions& options,
                                          bool with_cpu) {
  if (quark.action != QuarkAction::wilson)
    throw Error(ErrorKind::bad_value, "bench restart solves for Wilson quarks", "leave the action out");
  const Geometry& g = u.geometry();
  const std::array<ParitySpinorField, 2> b{cpu::gaussian_spinor(g, Parity::even, kRestartSeed, 0),
                                           cpu::gaussian_spinor(g, Parity::odd, kRestartSeed, 0)};
  std::vector<RestartRow> rows;
  if (with_cpu) rows.push_back(on_cpu(u, quark, options, b));
  for (const Way& way : ways(device.info(), options)) {
    SolverOptions o = options;
    o.inner = way.inner;
    o.restart = way.restart;
    std::array<ParitySpinorField, 2> x;
    RestartRow row{.method = way.name};
    if (way.inner == Precision::half) row.half_format = gpu::to_string(options.half_format);
    try {
      auto solver = make_spinor_solver(device, u, quark, o);
      solver->solve(b, x);  // warm-up: creates the pipelines
      const SolveResult r = solver->solve(b, x);
      row.iterations = r.iterations;
      row.restarts = r.restarts;
      row.residual = r.residual_full;
      row.seconds = r.seconds;
      row.gflops = r.flops / r.seconds * 1e-9;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::not_converged) throw;
      row.method += std::string(": ") + error.what();
    }
    rows.push_back(row);
  }
  return rows;
}

Configuration thermal_configuration(gpu::Device& device, const Geometry& geometry, int sweeps) {
  GaugeHeatbath chain(device, preferred_options(device), heatbath_parameters(),
                      hot_configuration(geometry, kRestartSeed));
  for (int step = 1; step <= sweeps; ++step) chain.sweep(step);
  return chain.configuration();
}

}  // namespace glueball
