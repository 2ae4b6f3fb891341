// What makes links smooth, or brings them to a gauge: flow, smearing, fixing.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "core/arrays.hpp"
#include "core/bind.hpp"
#include "core/fields.hpp"
#include "core/hook.hpp"
#include "core/parsed_arguments.hpp"
#include "fermion/hisq_smearing.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/tuning.hpp"
#include "options/fix_options.hpp"
#include "run/fix_run.hpp"
#include "run/flow_run.hpp"
#include "smear/smearing.hpp"

namespace glueball::python {
namespace {

using ConfigurationPointer = std::shared_ptr<Configuration>;

py::dict flow(const DevicePointer& device, const ConfigurationPointer& u, double time, double step,
              double interval, const std::vector<double>& times, double adaptive, const std::string& action,
              const std::string& charge, const std::string& precision, const py::object& hook) {
  FlowSettings settings{.time = times.empty() ? time : times.back(),
                        .step = step,
                        .interval = interval,
                        .times = times,
                        .adaptive = adaptive};
  const FlowAction gradient = flow_action_of(action);
  const FieldStrength strength = field_strength_of(charge);
  check(settings, gradient);
  require_su3(*u);
  const Hook ask(hook);
  std::vector<FlowRecord> records;
  ConfigurationPointer flowed;
  std::optional<double> t0, w0;
  {
    const DeviceLock lock(*device);
    LatticeOptions options = device->setup().options();
    options.precision = precision_named(precision);
    options =
        device->setup().tuned(u->geometry(), {.workload = &kernel_specs::flow_benchmark(gradient)}, options);
    const DeviceLattice lattice(device->gpu(), u->geometry(), options);
    FlowRun run(lattice, settings, gradient, strength);
    run.start(*u);
    records.push_back(run.measure());
    while (!run.finished()) {
      run.advance();
      records.push_back(run.measure());
      ask(records.back().t, settings.time);
    }
    flowed = std::make_shared<Configuration>(run.flow().configuration());
    t0 = run.clover().t0();
    w0 = run.clover().w0();
  }
  const auto column = [&](auto value) {
    std::vector<double> all;
    for (const FlowRecord& r : records) all.push_back(value(r));
    return array_of(all);
  };
  py::dict d;
  d["t"] = column([](const FlowRecord& r) { return r.t; });
  d["energy"] = column([](const FlowRecord& r) { return r.density.energy(); });
  d["t2e"] = column([](const FlowRecord& r) { return r.t2e(); });
  d["energy_plaquette"] = column([](const FlowRecord& r) { return r.density.plaquette; });
  d["charge"] = column([](const FlowRecord& r) { return r.density.charge; });
  d["t0"] = py::cast(t0);
  d["w0"] = py::cast(w0);
  d["configuration"] = flowed;
  return d;
}

ConfigurationPointer smear(const DevicePointer& device, const ConfigurationPointer& u,
                           const std::string& method, int steps, bool spatial, const std::string& projection,
                           const std::array<double, 5>& numbers, const std::string& precision,
                           const py::object& hook) {
  if (steps < 0 || !std::ranges::all_of(numbers, [](double n) { return std::isfinite(n); }))
    throw Error(ErrorKind::bad_value, "smearing: a parameter that makes no sense",
                "give 0 steps or more, and finite numbers");
  const auto [alpha, rho, alpha1, alpha2, alpha3] = numbers;
  const int dimensions = spatial ? 3 : 4;
  const Projection back = projection == "polar" ? Projection::polar : Projection::maximal_trace;
  require_su3(*u);
  const Hook ask(hook);
  const DeviceLock lock(*device);
  LatticeOptions options = device->setup().options();
  options.precision = precision_named(precision);
  const DeviceLattice lattice(device->gpu(), u->geometry(), options);
  GaugeField links(lattice);
  upload(*u, links);
  Smearing smearing(lattice);
  for (int n = 0; n < steps; ++n) {
    if (method == "ape") {
      ApeParameters p = ape_alpha(alpha, dimensions);
      p.projection = back;
      smearing.ape(links, p);
    } else if (method == "stout") {
      smearing.stout(links, rho, dimensions);
    } else {
      smearing.hyp(links, {.alpha1 = alpha1,
                           .alpha2 = alpha2,
                           .alpha3 = alpha3,
                           .dimensions = dimensions,
                           .projection = back});
    }
    lattice.stream().finish();
    ask(n + 1, steps);
  }
  return std::make_shared<Configuration>(download_smeared(links));
}

/// The fat and the long links of HISQ quarks, which are no SU(3) matrices.
py::tuple hisq_links(const DevicePointer& device, const ConfigurationPointer& u, double epsilon,
                     const std::string& precision) {
  if (!std::isfinite(epsilon))
    throw Error(ErrorKind::bad_value, "HISQ: a Naik epsilon that is no number", "give a finite one");
  require_su3(*u);
  ConfigurationPointer fat, far;
  {
    const DeviceLock lock(*device);
    LatticeOptions options = device->setup().options();
    options.precision = precision_named(precision);
    const DeviceLattice lattice(device->gpu(), u->geometry(), options);
    GaugeField links(lattice);
    upload(*u, links);
    HisqSmearing smearing(lattice, epsilon);
    GaugeField level(lattice, HisqSmearing::format(lattice)), long_links(lattice, level.format());
    smearing.follow(links);
    smearing.finish(1, level, long_links);
    fat = std::make_shared<Configuration>(download(level));
    far = std::make_shared<Configuration>(download(long_links));
  }
  return py::make_tuple(fat, far);
}

py::dict fix(const DevicePointer& device, const ConfigurationPointer& given,
             const std::vector<std::string>& flags, const py::object& hook) {
  app::FixOptions begin;
  ParsedArguments<app::FixOptions> words("fix", flags, begin,
                                         [](CLI::App& table, app::FixOptions& o) { declare(table, o); });
  app::FixOptions& o = words.options;
  if (!o.save.empty() || !o.output.empty() || !o.resume.empty() || o.window.view || !o.files.empty() ||
      !o.hdf5.path.empty() || !o.save_transformation.empty() || !o.save_projected.empty() ||
      !o.save_vortex_removed.empty() || !o.scans.empty() || !o.plots.empty() || o.propagator)
    throw Error(ErrorKind::bad_value,
                "files, scans, propagators and windows of gauge fixing are the program's",
                "write the configuration that this returns");
  refuse_given(words.table, {"--device", "--storage", "--validate", "--no-cache", "--no-tune"},
               "give it to Device(), and that as device");
  refuse_given(words.table,
               {"--json", "--quiet", "--print-config", "--force", "--ignore-checksum", "--ranks",
                "--load-balance", "--transport", "--overlap", "--workgroup", "--precision-of-file",
                "--checkpoint-interval", "--cylinder-cut", "--cone-cut"},
               "leave it out");
  require_su3(*given);
  const Hook ask(hook);
  ConfigurationPointer fixed;
  std::vector<FixedCopy> copies;
  Transformation g;
  {
    const DeviceLock lock(*device);
    Configuration u = *given;
    for (Matrix3& link : u.links()) link = reunitarized(link);
    app::Setup& setup = device->setup();
    LatticeOptions options = setup.options();
    options.threads_per_site = o.grain == "link" ? 4 : 1;
    const bool either = o.grain == "auto" && o.gauge != "mag" && o.gauge != "centre";
    options = setup.tuned(u.geometry(),
                          {.workload = &kernel_specs::fixing_benchmark(o.fixing().gauge),
                           .images = o.common.precision == "single",
                           .threads_per_site = either,
                           .two_per_site = false},
                          options);
    if (o.grain == "auto") o.grain = grain_of(options) == Grain::link ? "link" : "site";
    options.precision = gpu::Precision::single;
    options.threads_per_site = 1;
    FixRun run(device->gpu(), options, u, o.settings());
    if (const auto already = already_fixed(u, o.settings())) run.keep_as_it_is(*already);
    while (!run.finished())
      run.advance([&](const FixProgress& now) {
        ask(now.copy, now.report.at.iterations, now.theta, now.report.state.functional);
        return true;
      });
    copies = run.copies();
    if (!run.best().converged)
      throw Error(ErrorKind::not_converged,
                  fmt::format("{} gauge: theta is {:.2e} after {} iterations, not {:.0e}", o.gauge,
                              run.best().theta, run.best().iterations, o.parameters.theta),
                  "raise <max_iterations>, or give another <omega>");
    g = run.best_transformation();
    fixed = std::make_shared<Configuration>(gauge_transformed(u, g));
  }
  py::list list;
  for (const FixedCopy& copy : copies) {
    py::dict d;
    d["functional"] = copy.functional;
    d["theta"] = copy.theta;
    d["iterations"] = copy.iterations;
    d["seconds"] = copy.seconds;
    d["converged"] = copy.converged;
    list.append(d);
  }
  py::array_t<Complex> matrices(site_shape(given->geometry(), {3, 3}));
  std::copy_n(reinterpret_cast<const Complex*>(g.data()), 9 * g.size(), matrices.mutable_data());
  py::dict d;
  d["configuration"] = fixed;
  d["transformation"] = matrices;
  d["copies"] = list;
  return d;
}

}  // namespace

void bind_smoothing(py::module_& m) {
  m.def("flow", &flow);
  m.def("smear", &smear);
  m.def("hisq_links", &hisq_links);
  m.def("fix", &fix);
}

}  // namespace glueball::python
