// glueball bench restart: mixed-precision solvers compared (bench/restart_benchmark.hpp).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/paths.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "bench/bench_row.hpp"
#include "bench/restart_benchmark.hpp"
#include "bench_options.hpp"
#include "run/json_line.hpp"

namespace glueball::app {

int run_restart(const BenchOptions& o, Setup& setup) {
  gpu::Device& device = setup.device();
  QuarkParameters quark;
  quark.kappa = o.kappa;
  SolverOptions options;
  options.half_format = o.common.format_of_half();
  options.tolerance = o.tolerance;
  options.choose = [&](gpu::Device&, const Geometry&, LatticeOptions& l) { l = setup.with_flags(l); };
  if (o.reconstruct != 0) options.reconstruct = o.reconstruct;
  const auto needs = restart_needs(device.info(), quark, options, o.links.empty());
  if (o.links.empty()) setup.require_fits(Geometry(o.lattice.values), needs);
  const Configuration u = o.links.empty()
                              ? thermal_configuration(device, Geometry(o.lattice.values), o.thermalization)
                              : setup.read(find_input(o.links), {}, needs).configuration;
  const auto rows = restart_benchmark(device, u, quark, options, !o.no_cpu);
  if (!o.common.json) {
    fmt::print("{} {}, driver {}\n{}, {}, kappa {}, |b - M x| / |b| to {:.0e} on all sites\n\n",
               device.info().id(), device.info().name, device.info().driver, u.geometry().to_string(),
               o.links.empty() ? fmt::format("beta 6 after {} sweeps", o.thermalization) : o.links, o.kappa,
               o.tolerance);
    fmt::print("{:<50} {:>10} {:>9} {:>10} {:>9} {:>9} {:>9}\n", "method", "iterations", "restarts",
               "residual", "seconds", "GFLOP/s", "speed-up");
  }
  for (const auto& row : rows) {
    const double speed_up = row.seconds > 0 ? rows.front().seconds / row.seconds : 0;
    if (o.common.json) {
      nlohmann::ordered_json line{{"kernel", "restart"}, {"method", worded(row.method)}};
      line.update(machine_json(device.info()));
      line.update({{"kappa", o.kappa},
                   {"tolerance", o.tolerance},
                   {"lattice", u.geometry().extents()},
                   {"iterations", row.iterations},
                   {"restarts", row.restarts},
                   {"residual", row.residual},
                   {"seconds", row.seconds},
                   {"gflops", row.gflops},
                   {"speed_up", speed_up}});
      if (!row.half_format.empty()) line["half_format"] = row.half_format;
      fmt::print("{}\n", json_line(line));
    } else if (row.seconds > 0)
      fmt::print("{:<50} {:>10} {:>9} {:>10.2e} {:>9.3f} {:>9.1f} {:>9.2f}\n", worded(row.method),
                 row.iterations, row.restarts, row.residual, row.seconds, row.gflops, speed_up);
    else
      fmt::print("{}\n", worded(row.method));
  }
  return int(Status::done);
}

}  // namespace glueball::app
