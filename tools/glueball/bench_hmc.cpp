// glueball bench hmc: trajectories of the setups of 2012.
#include <fmt/format.h>

#include "app/open.hpp"
#include "app/paths.hpp"
#include "app/restart_benchmark.hpp"
#include "base/error.hpp"
#include "bench_options.hpp"
#include "io/configuration_file.hpp"

namespace glueball::app {

int run_hmc(const BenchOptions& o) {
  HmcBenchmark b = o.hmc;
  b.precision = o.common.precision_of_fields();
  if (o.hmc_inner != "auto") b.inner = o.hmc_inner == "half" ? gpu::Precision::half : gpu::Precision::single;
  if (b.inner == b.precision) b.inner.reset();
  b.half_format = o.common.format_of_half();
  b.energies = o.energies == "host" ? Energies::host : o.energies == "device" ? Energies::device : Energies::automatic;
  if (b.precision == gpu::Precision::half)
    throw Error(Status::usage, "bench: molecular dynamics has no form in half precision", "choose another --precision");
  for (const double mu : b.masses) benchmark_parameters(b, mu);  // complains before there is work
  const auto device = open_device(o.common);
  const Configuration u = o.links.empty()
                              ? thermal_configuration(*device, Geometry(o.lattice.values), o.thermalization)
                              : io::read_configuration(find_input(o.links).string(), {}).configuration;
  if (!o.common.json)
    fmt::print("{} {}, driver {}\n{}, {}, beta {}, kappa {}, {} steps of {} of 2MN, {} precision{}\n\n", device->info().id(),
               device->info().name, device->info().driver, u.geometry().to_string(),
               o.links.empty() ? fmt::format("from Wilson's action at beta 6 after {} sweeps", o.thermalization) : o.links, b.beta,
               b.kappa, b.steps, b.gauge_steps, o.common.precision,
               b.inner ? fmt::format(", solver's iterations in {}", inner_text(b)) : "");
  for (const double mu : b.masses) {
    const auto row = hmc_benchmark(*device, o.common.storage_or(device->preferred_storage()), u, b, mu);
    print_hmc_benchmark(b, row, device->info(), u.geometry(), o.common.json);
  }
  return int(Status::done);
}

}  // namespace glueball::app
