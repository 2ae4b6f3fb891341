// Markov chains: heatbath and hybrid Monte Carlo, with the options, records and directories of the program.
#include <pybind11/stl.h>

#include "core/arrays.hpp"
#include "core/bind.hpp"
#include "core/chain.hpp"
#include "core/parsed_arguments.hpp"

namespace glueball::python {
namespace {

/// Of a command's own table.
template <class Options>
ParsedArguments<Options> parsed_as(const std::string& command, const std::vector<std::string>& words) {
  return {command, words, Options(), [](CLI::App& table, Options& options) { declare(table, options); }};
}

/// Refuses flags of the program that do nothing here, or nothing for a chain that leaves no directory. A run
/// that is resumed keeps those it was begun with.
void refuse_programs(const CLI::App& table, const app::ChainOptions& o, bool keep) {
  if (!o.resume.empty()) return;
  if (!keep)
    refuse_given(
        table, {"--force", "--save-interval", "--checkpoint-minutes", "--save-where", "--precision-of-file"},
        "give output, too, or leave it out", "without output");
  refuse_given(table, {"--validate", "--no-cache"}, "open the device so: Device(validate=True, cache=False)");
  refuse_given(table, {"--scene"}, "give it to show()");
  refuse_given(table, {"--json", "--quiet", "--print-config", "--load-balance", "--transport", "--overlap"},
               "leave it out");
}

py::dict observables_of(const StepRecord& r) {
  py::dict values;
  for (const RecordedValues& o : r.observables) values[py::str(o.name)] = shaped_values(o.shape, o.values);
  return values;
}

py::dict trajectory_of(const TrajectoryRecord& t) {
  py::dict d;
  d["delta_h"] = t.delta_h;
  d["accepted"] = t.accepted;
  d["acceptance"] = t.acceptance;
  d["cg_iterations"] = t.cg_iterations;
  py::list monomials;
  for (const MonomialDiagnostics& m : t.monomials) {
    py::dict one;
    one["name"] = m.name;
    one["level"] = m.level;
    one["cg_iterations"] = m.cg_iterations;
    one["force"] = py::cast(m.force);
    monomials.append(one);
  }
  d["monomials"] = monomials;
  d["steps"] = py::cast(t.steps);
  d["reversibility"] = t.reversibility
                           ? py::object(py::make_tuple(t.reversibility->delta_h, t.reversibility->links))
                           : py::none();
  d["index"] = t.topology ? py::object(py::int_(t.topology->index)) : py::none();
  return d;
}

py::object dict_of(const std::optional<StepRecord>& record) {
  if (!record) return py::none();
  py::dict d;
  d["step"] = record->step;
  d["beta"] = record->beta;
  d["plaquette"] = record->plaquette();
  d["unitarity_deviation"] = record->unitarity_deviation;
  d["seconds"] = record->seconds;
  d["observables"] = observables_of(*record);
  if (record->trajectory) d["trajectory"] = trajectory_of(*record->trajectory);
  return d;
}

ChainPointer heatbath(const DevicePointer& device, const std::shared_ptr<Configuration>& start,
                      const std::vector<std::string>& words, bool keep) {
  auto parsed = parsed_as<app::HeatbathOptions>("heatbath", words);
  app::HeatbathOptions& o = parsed.options;
  refuse_programs(parsed.table, o, keep);
  app::ConfigValues config = app::settle(parsed.table, o);
  const app::ChainRecipe recipe = app::heatbath_recipe(checked(o));
  return ChainPointer(new Chain(device, start.get(), o, recipe, std::move(config), keep));
}

ChainPointer hmc(const DevicePointer& device, const std::shared_ptr<Configuration>& start,
                 const std::vector<std::string>& words, bool keep) {
  auto parsed = parsed_as<app::HmcOptions>("hmc", words);
  app::HmcOptions& o = parsed.options;
  refuse_programs(parsed.table, o, keep);
  settle_levels(parsed.table, o);
  app::ConfigValues config = app::settle(parsed.table, o);
  const app::ChainRecipe recipe =
      app::hmc_recipe(checked(o), {.first_counted = o.first_step + o.thermalization,
                                   .target_acceptance = o.target_acceptance,
                                   .hot = start == nullptr && o.start == "hot"});
  return ChainPointer(new Chain(device, start.get(), o, recipe, std::move(config), keep));
}

py::dict dict_of(const Summary& s) {
  const auto column = [&](double SeriesEstimate::*member) {
    std::vector<double> values;
    for (const SeriesEstimate& e : s.estimates) values.push_back(e.*member);
    return shaped_values(s.shape, values);
  };
  py::dict d;
  d["name"] = s.key;
  d["mean"] = column(&SeriesEstimate::mean);
  d["error"] = column(&SeriesEstimate::error);
  d["tau_int"] = column(&SeriesEstimate::tau_int);
  d["reliable"] =
      std::all_of(s.estimates.begin(), s.estimates.end(), [](const SeriesEstimate& e) { return e.reliable; });
  d["fixed"] = s.fixed;
  return d;
}

/// What the algorithm knows by itself, and the observables.
py::list summaries(Chain& chain) {
  std::vector<Summary> all;
  {
    const DeviceLock lock(chain.device());
    if (const auto* hmc = dynamic_cast<const HmcChain*>(&chain.chain()); hmc && chain.run().counted() > 0) {
      const HmcSummary own = hmc->summary();
      all.push_back({.key = "plaquette", .estimates = {own.plaquette}});
      all.push_back({.key = "exp_minus_delta_h", .estimates = {own.exp_minus_delta_h}});
    }
    for (Summary& s : chain.run().summaries()) all.push_back(std::move(s));
  }
  py::list list;
  for (const Summary& s : all) list.append(dict_of(s));
  return list;
}

}  // namespace

void bind_chains(py::module_& m) {
  py::class_<Chain, ChainPointer>(m, "Chain")
      .def("step",
           [](Chain& chain) {
             std::optional<StepRecord> record;
             {
               const DeviceLock lock(chain.device());
               record = chain.step();
             }
             return dict_of(record);
           })
      .def("show",
           [](Chain& chain, const std::string& scene) {
             const DeviceLock lock(chain.device());
             chain.show(scene);
           })
      .def("save",
           [](Chain& chain) {
             const DeviceLock lock(chain.device());
             chain.run().save_now();
           })
      .def("configuration",
           [](Chain& chain) {
             const DeviceLock lock(chain.device());
             return std::make_shared<Configuration>(chain.chain().configuration());
           })
      .def_property_readonly("done", [](Chain& chain) { return chain.run().done(); })
      .def_property_readonly("last_step", [](Chain& chain) { return chain.settings().last_step(); })
      .def_property_readonly("device", &Chain::device_pointer)
      .def_property_readonly("directory", &Chain::directory)
      .def_property_readonly("config", &Chain::config)
      .def_property_readonly("left_out", &Chain::left_out)
      .def("warning", [](Chain& chain, bool ended) { return chain.chain().warning(ended); })
      .def("summaries", &summaries);
  m.def("heatbath", &heatbath, py::arg("device").none(false), py::arg("start"), py::arg("words"),
        py::arg("keep"));
  m.def("hmc", &hmc, py::arg("device").none(false), py::arg("start"), py::arg("words"), py::arg("keep"));
}

}  // namespace glueball::python
