// Mesons, eigenvalues, and files of quark fields.
#include <pybind11/stl.h>

#include <algorithm>
#include <tuple>

#include "core/bind.hpp"
#include "core/fields.hpp"
#include "core/quark_arguments.hpp"
#include "core/quark_fields.hpp"
#include "eigen/quark_eigenvalues.hpp"
#include "io/quark_file.hpp"
#include "options/staggered_quarks.hpp"
#include "overlap/chiral_modes.hpp"
#include "quark/mesons.hpp"
#include "run/meson_run.hpp"

namespace glueball::python {
namespace {

std::vector<MesonCorrelators> correlators(Device& device, const Configuration& u, QuarkArguments& words,
                                          const std::vector<MesonPlan>& plans, double factor,
                                          const Hook& hook) {
  const app::QuarkOptions& quark = words.quark;
  const SourceSpec source = parse_source(quark.source);
  const Geometry& g = u.geometry();
  const std::size_t masses = app::has_mass(quark) ? app::StaggeredQuarks::count(quark) : 1;
  const Configuration links = app::smeared_links(device.setup(), quark, u, nullptr);
  AskingProgress progress(quark, (app::is_staggered(quark) ? 3 : 12) * masses, hook);
  const ColumnDone done = [&](const SolveResult&) { progress.column_done(); };
  if (app::is_staggered(quark)) {
    app::StaggeredQuarks quarks(device.gpu(), links, quark, progress.progress, nullptr);
    return staggered_mesons(g, quarks.propagators(source, done), plans);
  }
  if (app::is_overlap(quark)) {
    app::OverlapQuarks quarks(device.setup(), links, nullptr, quark, progress.progress);
    OverlapPropagator solver(quarks.solver());
    return meson_correlators(solver, g, source, plans, factor, done);
  }
  SolverOptions options = progress.options(quark);
  options.low_modes = app::find_deflation(device.gpu(), links, quark, nullptr).modes;
  const auto solver = make_spinor_solver(device.gpu(), links, app::quark_parameters(quark), options);
  return meson_correlators(*solver, g, source, plans, factor, done);
}

py::list mesons(const DevicePointer& device, const std::shared_ptr<Configuration>& u,
                const std::vector<std::string>& flags, const std::vector<Site>& momenta,
                const std::vector<int>& directions, const std::string& normalization,
                const py::object& hook) {
  auto words = solver_arguments("mesons", *device, flags, app::Lists::quarks);
  refuse_files(words);
  const app::QuarkOptions& quark = words.options.quark;
  if (app::is_overlap(quark))
    app::overlap_kernel(quark);
  else
    app::quark_parameters(quark);
  if (app::has_mass(quark) && normalization == "hopping")
    throw Error(ErrorKind::bad_value, "normalization of quarks that have no kappa", "leave it out");
  const SourceSpec source = parse_source(quark.source);
  if (!is_local(source) && source.kind != SourceKind::wall)
    throw Error(ErrorKind::bad_value, "no correlators from the source '" + quark.source + "'",
                "give point:x,y,z,t, gaussian:x,y,z,t:radius or wall:t");
  check_source(source, u->geometry());
  std::vector<MesonPlan> plans;
  for (const int direction : directions) {
    plans.push_back({.origin = source.site, .direction = direction, .momenta = momenta});
    if (source.slice) plans.back().origin = {0, 0, 0, *source.slice};
    check_plan(plans.back(), u->geometry());
  }
  const double factor = app::has_mass(quark) || normalization == "hopping" ? 1.0 : 2.0 * quark.kappa;
  require_su3(*u);
  const Hook ask(hook);
  std::vector<MesonCorrelators> results;
  {
    const DeviceLock lock(*device);
    results = correlators(*device, *u, words.options, plans, factor, ask);
  }
  py::list all;
  for (const MesonCorrelators& r : results) {
    py::dict channels;
    for (const auto& [name, values] : r.channels) channels[py::str(name)] = array_of(values);
    py::dict d;
    d["momentum"] = py::cast(r.momentum);
    d["direction"] = std::string(1, "xyzt"[r.direction]);
    d["quarks"] = py::make_tuple(r.quarks[0], r.quarks[1]);
    d["channels"] = channels;
    all.append(d);
  }
  return all;
}

/// D^+ D of overlap quarks, chirality by chirality.
py::dict overlap_eigenvalues(Device& device, const Configuration& u, app::QuarkOptions quark, int count,
                             double tolerance, std::uint64_t seed, const py::object& hook) {
  if (quark.mass != 0)
    throw Error(ErrorKind::bad_value, "<mass>: eigenvalues of overlap quarks are those of D(0)^+ D(0)",
                "leave it out: of D(m)^+ D(m) they are m^2 + (1 - m^2) times these");
  quark.tolerance = tolerance;
  const Hook ask(hook);
  ChiralModes modes;
  std::uint64_t applications = 0;
  {
    const DeviceLock lock(device);
    app::overlap_kernel(quark, device.info());
    const Configuration links = app::smeared_links(device.setup(), quark, u, nullptr);
    const auto sign = app::overlap_sign(device.setup(), links, nullptr, quark);
    modes = chiral_modes(*sign, {.count = count,
                                 .tolerance = tolerance,
                                 .seed = seed,
                                 .progress = [&](Chirality c, int found, double residual) {
                                   ask(found + (c == Chirality::plus ? count : 0), 2 * count, residual);
                                 }});
    applications = std::uint64_t(sign->applications());
  }
  std::vector<std::tuple<double, double, std::int64_t>> all;
  for (const Chirality c : {Chirality::minus, Chirality::plus})
    for (std::size_t n = 0; n < modes.of(c).values.size(); ++n)
      all.emplace_back(modes.of(c).values[n], modes.of(c).residuals[n], std::int64_t(c));
  std::ranges::stable_sort(all, {}, [](const auto& mode) { return std::get<0>(mode); });
  std::vector<double> values, residuals;
  std::vector<std::int64_t> chiralities;
  for (const auto& [value, residual, chirality] : all) {
    values.push_back(value);
    residuals.push_back(residual);
    chiralities.push_back(chirality);
  }
  py::dict d;
  d["values"] = array_of(values);
  d["residuals"] = array_of(residuals);
  d["largest"] = 1.0;
  d["applications"] = applications;
  d["vectors"] = py::list();
  d["chiralities"] = py::cast(chiralities);
  d["index"] = modes.index();
  return d;
}

py::dict eigenvalues(const DevicePointer& device, const std::shared_ptr<Configuration>& u,
                     const std::vector<std::string>& flags, int count, const std::string& sites,
                     std::optional<double> tolerance, std::uint64_t seed, bool vectors,
                     const py::object& hook) {
  auto words = eigenvalue_arguments(*device, flags);
  require_su3(*u);
  if (app::is_overlap(words.options.quark)) {
    if (sites == "even" || vectors)
      throw Error(ErrorKind::bad_value, "overlap quarks have no even-odd form, and no vectors are kept",
                  "leave sites and vectors out");
    return overlap_eigenvalues(*device, *u, words.options.quark, count, tolerance.value_or(1e-6), seed, hook);
  }
  // 0 is what it is unless given here, and elsewhere another.
  if (!app::is_staggered(words.options.quark) && words.options.quark.mass == 0)
    words.options.quark.mass = app::QuarkOptions().mass;
  const QuarkParameters quark = app::quark_parameters(words.options.quark);
  const Hook ask(hook);
  EigenOptions options;
  options.count = count;
  options.tolerance = tolerance.value_or(1e-10);
  options.seed = seed;
  options.sites = sites == "auto" ? usual_sites(quark.action) : sites == "even" ? Sites::even : Sites::all;
  options.progress = [&](int found, double residual) { ask(found, count, residual); };
  std::vector<FullQuarkField<ParitySpinorField>> spinors;
  std::vector<FullQuarkField<ParityColourField>> colours;
  if (vectors) {
    options.keep_spinor = [&](const LanczosResult&, std::size_t, FullQuarkField<ParitySpinorField> v) {
      spinors.push_back(std::move(v));
    };
    options.keep_colour = [&](const LanczosResult&, std::size_t, FullQuarkField<ParityColourField> v) {
      colours.push_back(std::move(v));
    };
  }
  LanczosResult found;
  {
    const DeviceLock lock(*device);
    LatticeOptions lattice = device->setup().options();
    if (device->info().limits.float64) lattice.precision = gpu::Precision::double_;
    const Configuration links = app::smeared_links(device->setup(), words.options.quark, *u, nullptr);
    found = quark_eigenvalues(device->gpu(), links, quark, lattice, options);
  }
  py::dict d;
  d["values"] = array_of(found.values);
  d["residuals"] = array_of(found.residuals);
  d["largest"] = found.largest;
  d["applications"] = found.applications;
  py::list kept;
  for (const auto& v : spinors) kept.append(array_of_field<ParitySpinorField>(v, u->geometry()));
  for (const auto& v : colours) kept.append(array_of_field<ParityColourField>(v, u->geometry()));
  d["vectors"] = kept;
  return d;
}

template <class OneParity>
py::list fields_of(io::QuarkFieldSource& file, bool ignore_checksum) {
  py::list all;
  for (std::size_t n = 0; n < file.columns(); ++n) {
    FullQuarkField<OneParity> field = zero_field<OneParity>(file.geometry());
    file.read(n, field, ignore_checksum);
    all.append(array_of_field<OneParity>(field, file.geometry()));
  }
  return all;
}

py::list read_fields(const std::string& path, bool ignore_checksum) {
  io::QuarkFieldSource file(path);
  return file.kind() == io::QuarkFieldKind::spinor ? fields_of<ParitySpinorField>(file, ignore_checksum)
                                                   : fields_of<ParityColourField>(file, ignore_checksum);
}

template <class OneParity>
void write_as(const std::string& path, const Geometry& g, const std::vector<ComplexArray>& fields,
              const io::QuarkWriteOptions& options) {
  io::QuarkFieldSink sink(path, g, io::kKindOf<OneParity>, options);
  const bool columns = fields.size() == std::size_t(kComponents<OneParity>);
  for (std::size_t n = 0; n < fields.size(); ++n) {
    io::QuarkColumn column;
    if (columns) column.colour = int(n % 3);
    if (columns && kComponents<OneParity> == 12) column.spin = int(n / 3);
    sink.write<OneParity>(field_of_array<OneParity>(fields[n], g), column);
  }
  sink.finish();
}

void write_fields(const std::string& path, const Site& extents, bool spinors,
                  const std::vector<ComplexArray>& fields, int precision, bool force,
                  const std::string& info) {
  const Geometry g(extents);
  const io::QuarkWriteOptions options{.precision = precision, .force = force, .info = info};
  spinors ? write_as<ParitySpinorField>(path, g, fields, options)
          : write_as<ParityColourField>(path, g, fields, options);
}

}  // namespace

void bind_quarks(py::module_& m) {
  m.def("mesons", &mesons);
  m.def("eigenvalues", &eigenvalues);
  m.def("read_fields", &read_fields);
  m.def("write_fields", &write_fields);
  m.def("cosh_masses", &cosh_masses);
}

}  // namespace glueball::python
