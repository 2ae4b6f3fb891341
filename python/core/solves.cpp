// Solves M x = b, and M applied to fields.
#include <pybind11/stl.h>

#include <algorithm>
#include <span>

#include "core/bind.hpp"
#include "core/fields.hpp"
#include "core/quark_arguments.hpp"
#include "core/quark_fields.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "options/deflation.hpp"
#include "run/source_columns.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball::python {
namespace {

py::dict dict_of(const SolveResult& r, int column, double mass) {
  py::dict d;
  d["column"] = column;
  d["mass"] = mass;
  d["solver"] = to_string(r.method);
  d["iterations"] = r.iterations;
  d["restarts"] = r.restarts;
  d["residual"] = r.residual;
  d["residual_true"] = r.residual_full;
  d["seconds"] = r.seconds;
  d["gflops"] = r.seconds > 0 ? r.flops / r.seconds * 1e-9 : 0.0;
  d["set_up_seconds"] = r.set_up ? r.set_up->seconds : 0.0;
  return d;
}

/// Solutions of one column after another, a mass at a time in each. Columns are solved for in blocks of the
/// solver's size.
template <class OneParity>
class Solves {
 public:
  using Full = FullQuarkField<OneParity>;

  Solves(Device& device, const Configuration& u, QuarkArguments& words, int columns, const Hook& hook)
      : device_(device), u_(u), quark_(words.quark), columns_(columns), hook_(hook) {}

  void run(const std::vector<Full>& given) {
    std::optional<SourceColumns<OneParity>> source;
    if (given.empty()) source.emplace(parse_source(quark_.source), columns_, u_.geometry());
    const int count = given.empty() ? source->count() : int(given.size());
    AskingProgress progress(quark_, std::size_t(count), hook_);
    prepare(progress);
    for (int first = 0, share = 0; first < count; first += share) {
      share = std::min(solver_->share(count - first), count - first);  // a solver may change its mind
      std::vector<Full> made;
      if (source)
        for (int n = first; n < first + share; ++n) made.push_back(source->make(n));
      solve_columns(first, source ? std::span<const Full>(made)
                                  : std::span(given).subspan(std::size_t(first), std::size_t(share)));
      for (int n = 0; n < share; ++n) progress.column_done();
    }
  }

  py::tuple result() const {
    py::list fields, records;
    for (const Full& x : solutions_) fields.append(array_of_field<OneParity>(x, u_.geometry()));
    for (const auto& [r, column, mass] : records_) records.append(dict_of(r, column, mass));
    return py::make_tuple(fields, records);
  }

 private:
  void prepare(AskingProgress& progress) {
    const Configuration links = app::smeared_links(device_.setup(), quark_, u_, nullptr);
    if constexpr (std::is_same_v<OneParity, ParitySpinorField>) {
      if (app::is_overlap(quark_)) {
        overlap_ =
            std::make_unique<app::OverlapQuarks>(device_.setup(), links, nullptr, quark_, progress.progress);
        masses_ = overlap_->solver().masses();
        solver_ = &overlap_->solver();
        return;
      }
    }
    SolverOptions options = progress.options(quark_);
    options.low_modes = app::find_deflation(device_.gpu(), links, quark_, nullptr).modes;
    const QuarkParameters quark = app::quark_parameters(quark_);
    masses_ = quark_.masses.size() > 1 ? quark_.masses : std::vector{quark.mass};
    own_ = make_quark_solver<OneParity>(device_.gpu(), links, quark, options, quark_.masses);
    solver_ = own_.get();
  }

  void solve_columns(int first, std::span<const Full> b) {
    const std::size_t masses = masses_.size();
    std::vector<Full> x(b.size() * masses);
    const std::vector<SolveResult> results = solver_->solve_all(b, x);
    for (std::size_t n = 0; n < x.size(); ++n) {
      records_.emplace_back(results[n], first + int(n / masses), masses_[n % masses]);
      solutions_.push_back(std::move(x[n]));
    }
  }

  Device& device_;
  const Configuration& u_;
  const app::QuarkOptions& quark_;
  int columns_;
  const Hook& hook_;
  std::vector<double> masses_;
  std::unique_ptr<app::OverlapQuarks> overlap_;
  std::unique_ptr<QuarkSolver<OneParity>> own_;  ///< null for overlap quarks
  QuarkSolver<OneParity>* solver_ = nullptr;
  std::vector<Full> solutions_;
  std::vector<std::tuple<SolveResult, int, double>> records_;
};

template <class OneParity>
py::tuple solved(Device& device, const Configuration& u, QuarkArguments& words, int columns,
                 const std::vector<ComplexArray>& sources, const py::object& hook) {
  std::vector<FullQuarkField<OneParity>> given;
  for (const ComplexArray& b : sources) given.push_back(field_of_array<OneParity>(b, u.geometry()));
  const Hook ask(hook);
  Solves<OneParity> solves(device, u, words, columns, ask);
  {
    const DeviceLock lock(device);
    solves.run(given);
  }
  return solves.result();
}

py::tuple solve(const DevicePointer& device, const std::shared_ptr<Configuration>& u,
                const std::vector<std::string>& flags, int columns, const std::vector<ComplexArray>& sources,
                const py::object& hook) {
  auto words = solver_arguments("solve", *device, flags, app::Lists::masses);
  refuse_files(words);
  if (!app::is_overlap(words.options.quark)) app::quark_parameters(words.options.quark);
  require_su3(*u);
  return app::is_staggered(words.options.quark)
             ? solved<ParityColourField>(*device, *u, words.options, columns, sources, hook)
             : solved<ParitySpinorField>(*device, *u, words.options, columns, sources, hook);
}

template <class F>
ComplexArray applied(Device& device, const Configuration& u, const app::QuarkOptions& given,
                     const QuarkParameters& quark, const ComplexArray& array, bool dagger,
                     const std::string& precision) {
  using OneParity = typename HostField<F>::type;
  const Geometry& g = u.geometry();
  const auto in = field_of_array<OneParity>(array, g);
  auto out = zero_field<OneParity>(g);
  {
    const DeviceLock lock(device);
    LatticeOptions options = device.setup().options();
    options.precision = precision_named(precision);
    const DeviceLattice lattice(device.gpu(), g, options);
    GaugeField links(lattice);
    upload(app::smeared_links(device.setup(), given, u, nullptr), links);
    const auto op = operator_kind<F>(quark.action).on_device(lattice, links, quark);
    op->links_changed();
    F even(lattice), odd(lattice), result(lattice);
    upload(in[0], even);
    upload(in[1], odd);
    op->apply(Parity::even, even, odd, result, dagger);
    download(result, out[0]);
    op->apply(Parity::odd, odd, even, result, dagger);
    download(result, out[1]);
  }
  return array_of_field<OneParity>(out, g);
}

ComplexArray apply(const DevicePointer& device, const std::shared_ptr<Configuration>& u,
                   const std::vector<std::string>& flags, const ComplexArray& psi, bool dagger,
                   const std::string& precision) {
  const auto words = quark_arguments(*device, flags);
  const QuarkParameters quark = app::quark_parameters(words.options.quark);
  if (precision != "single" && precision != "double")
    throw Error(ErrorKind::bad_value, "a quark's matrix in precision " + precision, "give single or double");
  if (!quark.boundary.signs_only())
    throw Error(ErrorKind::bad_value, "phases at the boundary other than signs",
                "leave twist and imaginary_mu out");
  require_su3(*u);
  return is_staggered(quark.action)
             ? applied<ColourField>(*device, *u, words.options.quark, quark, psi, dagger, precision)
             : applied<SpinorField>(*device, *u, words.options.quark, quark, psi, dagger, precision);
}

}  // namespace

void bind_solves(py::module_& m) {
  m.def("solve", &solve);
  m.def("apply", &apply);
}

}  // namespace glueball::python
