// glueball flow: the gradient flow of configurations, with action density, charge and the scales t0 and w0.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/option_needs.hpp"
#include "app/validators.hpp"
#include "flow_command.hpp"
#include "lattice/action_density.hpp"

namespace glueball::app {

Command flow_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("flow", "gradient flow: action density, charge, t0 and w0 with errors");
  auto o = std::make_shared<FlowOptions>();
  const std::string flow = "Flow", output = "Measurements and files";
  auto option = [&](const char* name, auto& value, const std::string& text, const char* type,
                    const std::string& group) {
    return table->add_option(name, value, text)->type_name(type)->capture_default_str()->group(group);
  };
  table
      ->add_option("file,--file", o->files,
                   "gauge configurations (ILDG, NERSC, ...); of several, means with errors too")
      ->type_name("FILE")
      ->required();
  table->add_flag("--ignore-checksum", o->ignore_checksum, "read on although checksum or plaquette is wrong");
  option("--time", o->time, "flow time to reach, in units of a^2", "NUMBER", flow)->check(above_zero());
  option("--step", o->step,
         "integration step, in units of a^2: 0.157 at most for wilson, 0.0942 symanzik, 0.141 zeuthen; with "
         "--adaptive the first one",
         "NUMBER", flow)
      ->check(above_zero());
  option("--action", o->action, "whose gradient: wilson, symanzik or zeuthen", "NAME", flow)
      ->check(one_of({"wilson", "symanzik", "zeuthen"}));
  option("--adaptive", o->adaptive,
         "largest distance of third- and second-order results that a step may have; 0: steps of one size",
         "NUMBER", flow)
      ->check(zero_or_above());
  option("--measure-interval", o->interval, "flow time between measurements", "NUMBER", output)
      ->check(above_zero());
  table
      ->add_option("--times", o->times,
                   "flow times to measure at after 0, ascending, by commas; the flow ends at the last one")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(above_zero())
      ->group(output);
  option("--observables", o->observables,
         "of the links at each measured time too, by commas; 'glueball measure --help-all' lists them",
         "NAMES", output);
  option("--charge", o->charge, fmt::format("field strength: {}", fmt::join(field_strength_names(), ", ")),
         "NAME", output)
      ->check(one_of(field_strength_names()));
  option("--bin", o->bin,
         "files a jackknife bin holds, for the errors of t0 and w0, two bins at least; 0: the Gamma method, "
         "for files of one chain in its order",
         "COUNT", output)
      ->check(zero_or_above());
  option("--save", o->save,
         "where to write the flowed configuration (ILDG); of several a directory, for a file of each name",
         "PATH", output);
  table
      ->add_flag("--save-each", o->save_each,
                 "write it at the measured times on the way too, as PATH with -tTIME before its ending")
      ->group(output);
  option("--precision-of-file", o->precision_of_file, "bits of a number in it: 32 or 64", "BITS", output)
      ->check(one_of({"32", "64"}));
  declare_hdf5(*table, o->hdf5, output);
  option("--output", o->output, "directory that keeps what is finished, a line a file, for --resume", "DIR",
         output);
  table
      ->add_option("--resume", o->resume,
                   "go on with the run in DIR, whose finished files are not done again")
      ->type_name("DIR")
      ->group(output);
  table
      ->add_option("--plot", o->plots,
                   "PNG or SVG to write, by the ending, of t^2 E over t, t0 and w0; given twice, both")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->group(output);
  declare_window(*table, o->window);
  acts_with(*table, {"--save-each", "--precision-of-file"}, "--save");
  acts_only(*table, {"--bin"}, "on several files", [o] { return o->files.size() > 1; });
  acts_only(*table, {"--time", "--measure-interval"}, "without --times", [o] { return o->times.empty(); });
  add_precision(*table, o->common, {"single", "double"});
  add_common(*table, o->common,
             {FlagGroup::device, FlagGroup::fields, FlagGroup::tuning, FlagGroup::ranks, FlagGroup::output});
  acts_with(*table, {"--force"}, "--save, --output, --plot, --hdf5 or --resume");
  table->footer("Example:  glueball flow assets/configurations/quickstart.ildg --time 2 --step 0.02");
  return {table, o->common,
          [o, table](Setup& setup) {
            if (!o->times.empty()) o->time = o->times.back();
            o->defaults = default_config_values(*table).toml();
            return run_flow(*o, config_values(*table), setup);
          },
          true};
}

}  // namespace glueball::app
