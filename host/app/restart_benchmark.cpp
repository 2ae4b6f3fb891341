#include "app/restart_benchmark.hpp"

#include <chrono>

#include "base/error.hpp"
#include "reference/cg.hpp"
#include "reference/gaussian_spinor.hpp"
#include "reference/wilson_dslash.hpp"
#include "update/heatbath.hpp"

namespace glueball::app {
namespace {

constexpr std::uint64_t kSeed = 2006;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

RestartRow on_cpu(const Configuration& u, const QuarkParameters& quark, const SolverOptions& options,
                  const std::array<HalfSpinorField, 2>& b) {
  const auto start = std::chrono::steady_clock::now();
  const reference::WilsonOperator<double> m(u, quark.kappa, quark.boundary);
  HalfSpinorField source(b[0].size()), x(b[0].size());
  m.prepare_normal(b, source);
  const auto result = reference::conjugate_gradient(m, source, x, options.tolerance, options.max_iterations);
  const double seconds = seconds_since(start);
  const double flops =
      result.iterations * (4 * reference::kHopFlops + 96) * double(u.geometry().half_volume());
  return {.method = "cpu double",
          .iterations = result.iterations,
          .residual = result.residual,
          .seconds = seconds,
          .gflops = flops / seconds * 1e-9};
}

}  // namespace

std::vector<RestartRow> restart_benchmark(gpu::Device& device, const Configuration& u,
                                          const QuarkParameters& quark, const SolverOptions& options,
                                          bool with_cpu) {
  if (quark.action != QuarkAction::wilson)
    throw Error(Status::usage, "bench restart solves for Wilson quarks", "leave the action alone");
  using gpu::Precision;
  const Geometry& g = u.geometry();
  const std::array<HalfSpinorField, 2> b{reference::gaussian_spinor(g, Parity::even, kSeed, 0),
                                         reference::gaussian_spinor(g, Parity::odd, kSeed, 0)};
  std::vector<RestartRow> rows;
  if (with_cpu) rows.push_back(on_cpu(u, quark, options, b));
  const bool floating = options.half_format == gpu::HalfFormat::floating;
  const std::string half = floating ? "device half (float), " : "device half, ";
  struct Way {
    std::string name;
    Precision inner;
    Restart restart;
  };
  for (const Way& way :
       {Way{"device single, restarts in double by the CPU", Precision::single, Restart::cpu},
        {half + "restarts in double by the CPU", Precision::half, Restart::cpu},
        {"device single, reliable updates in device double", Precision::single, Restart::gpu},
        {half + "reliable updates in device double", Precision::half, Restart::gpu},
        {"device double", Precision::double_, Restart::gpu}}) {
    if (!device.info().limits.float64 && (way.restart == Restart::gpu || way.inner == Precision::double_))
      continue;
    SolverOptions o = options;
    o.inner = way.inner;
    o.restart = way.restart;
    std::array<HalfSpinorField, 2> x;
    RestartRow row{.method = way.name};
    if (way.inner == Precision::half) row.half_format = gpu::to_string(options.half_format);
    try {
      auto solver = make_spinor_solver(device, u, quark, o);
      solver->solve(b, x);  // pipelines are made here
      const SolveResult r = solver->solve(b, x);
      row.iterations = r.iterations;
      row.restarts = r.restarts;
      row.residual = r.residual;
      row.seconds = r.seconds;
      row.gflops = r.flops / r.seconds * 1e-9;
    } catch (const Error& error) {
      if (error.status() != Status::not_converged) throw;
      row.method += std::string(": ") + error.what();
    }
    rows.push_back(row);
  }
  return rows;
}

Configuration thermal_configuration(gpu::Device& device, const Geometry& geometry, int sweeps) {
  GaugeHeatbath chain(device, device.preferred_storage(),
                      {.couplings = {.beta = 6.0}, .overrelaxation = 3, .seed = kSeed},
                      hot_configuration(geometry, kSeed));
  for (int step = 1; step <= sweeps; ++step) chain.sweep(step);
  return chain.configuration();
}

}  // namespace glueball::app
