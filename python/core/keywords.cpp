// The keywords of the functions that take flags of the program, and what they were called before.
#include <pybind11/stl.h>

#include "app/renamed_options.hpp"
#include "core/bind.hpp"
#include "core/quark_arguments.hpp"
#include "options/fix_options.hpp"
#include "options/heatbath_options.hpp"
#include "options/hmc_options.hpp"

namespace glueball::python {
namespace {

/// Returns name, type and default of each option that `declare` adds to a table.
template <class Options>
py::list keywords_of(void (*declare)(CLI::App&, Options&)) {
  Options options;
  CLI::App table;
  declare(table, options);
  py::list all;
  for (const CLI::Option* option : table.get_options({}))
    if (!option->get_lnames().empty() && app::is_config_key(option->get_lnames().front()))
      all.append(py::make_tuple(option->get_lnames().front(),
                                app::is_flag(*option) ? "" : option->get_type_name(),
                                option->get_default_str()));
  return all;
}

void declare_solver(CLI::App& table, QuarkArguments& o, app::Lists lists) {
  app::add_overlap_options(table, o.quark);
  app::add_quark_options(table, o.quark, o.common, "source", lists);
}

py::list keywords(const std::string& function) {
  if (function == "heatbath") return keywords_of<app::HeatbathOptions>(&app::declare);
  if (function == "hmc") return keywords_of<app::HmcOptions>(&app::declare);
  if (function == "fix") return keywords_of<app::FixOptions>(&app::declare);
  if (function == "solve")
    return keywords_of<QuarkArguments>(
        [](CLI::App& table, QuarkArguments& o) { declare_solver(table, o, app::Lists::masses); });
  if (function == "mesons")
    return keywords_of<QuarkArguments>(
        [](CLI::App& table, QuarkArguments& o) { declare_solver(table, o, app::Lists::quarks); });
  throw Error(ErrorKind::bad_value, function + " has no flags of the program", "see help");
}

}  // namespace

void bind_keywords(py::module_& m) {
  m.def("keywords", &keywords);
  m.def("present_name", &app::present_name);
}

}  // namespace glueball::python
