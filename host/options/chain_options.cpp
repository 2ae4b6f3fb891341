#include "options/chain_options.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <system_error>

#include "app/option_needs.hpp"
#include "app/paths.hpp"
#include "app/validators.hpp"
#include "base/error.hpp"
#include "io/gauge_source.hpp"

namespace glueball::app {

void declare_start(CLI::App& table, ChainOptions& o) {
  const OptionGroup group(table, "Start");
  group.add("--start", o.start, "first configuration: cold, hot, or a file (ILDG, NERSC, ...)",
            "FILE|cold|hot");
  // No default is printed: a file has its own extents, and a printed configuration must not contradict it.
  group.add_plain("--lattice", o.lattice,
                  "extents, in sites; 8,8,8,8 for cold and hot, a file brings its own", "X,Y,Z,T");
  group.flag("--ignore-checksum", o.ignore_checksum, "read a file whose checksum or plaquette is wrong");
}

void declare_chain(const OptionGroup& group, ChainOptions& o, const std::string& count,
                   const std::string& step) {
  group.add(count.c_str(), o.count, "length of the chain, in " + step, "COUNT")->check(above_zero());
  group.add("--thermalization", o.thermalization, "of these, how many to keep out of averages", "COUNT")
      ->check(zero_or_above());
  group
      .add("--first-step", o.first_step,
           "number of the first of them, when a file from another chain is the start", "NUMBER")
      ->check(above_zero());
  group.add("--seed", o.seed, "of the random numbers; the same seed gives the same chain", "NUMBER")
      ->check(whole_number());
  group
      .add("--random", o.random, "random numbers: philox, which has no state, or ranlux, a generator a site",
           "NAME")
      ->check(one_of({"philox", "ranlux"}));
  group.add("--luxury", o.luxury, "level of ranlux, 0 to 4", "LEVEL")
      ->check(CLI::Range(0, 4).description(""));
}

void declare_output(CLI::App& table, ChainOptions& o, const std::string& count,
                    std::initializer_list<FlagGroup> flags) {
  const CLI::Validator not_negative = zero_or_above();
  const OptionGroup observables(table, "Observables"), files(table, "Files");
  observables.add(
      "--observables", o.observables,
      "what to measure, by commas; 'glueball measure --help-all' lists them; NAME@STEPS measures it every "
      "so many steps",
      "NAMES");
  observables.add("--measure-interval", o.measure_interval, "measure after every so many steps", "COUNT")
      ->check(above_zero());
  files.add("--output", o.output, "directory for config.toml, history.jsonl and configurations", "DIR");
  files
      .add("--save-interval", o.save_interval, "write a configuration every so many steps; 0: the last only",
           "COUNT")
      ->check(not_negative);
  files
      .add("--checkpoint-minutes", o.checkpoint_minutes,
           "write the last step after so much time without a configuration; the next replaces it; 0: never",
           "MINUTES")
      ->check(not_negative);
  files
      .add_plain("--save-where", o.where,
                 "write the configuration also where a measured number is in a range, its ends by two dots: "
                 "charge=0.5..1.5, '|charge|=0.5..'; given twice, where both are; during thermalization too",
                 "NAME=RANGE")
      ->allow_extra_args(false);
  declare_hdf5(table, o.hdf5, "Files");
  files
      .add("--precision-of-file", o.precision_of_file,
           "bits of a number in configurations: 32 or 64; with 32 a chain in double precision is not resumed "
           "with "
           "the same bits",
           "BITS")
      ->check(one_of({"32", "64"}));
  files.add_plain("--resume", o.resume,
                  "go on with the run in DIR from its last configuration; " + count + " may be raised",
                  "DIR");
  declare_qcdml(table, o.qcdml, true);
  declare_window(table, o.window);
  acts_only(table, {"--ignore-checksum"}, "with a file as --start", [&o] { return !o.is_made(); });
  acts_with(table, {"--luxury"}, "--random ranlux");
  add_common(table, o.common, flags);
}

std::size_t ChainOptions::sites() const {
  if (window.view || !resume.empty()) return 0;
  if (is_made()) return sites_of(lattice);
  try {
    const std::filesystem::path path = find_input(start);
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) ? io::open_source(path)->geometry().volume() : 0;
  } catch (const Error&) {
    return 0;
  }
}

ConfigValues settle(CLI::App& table, ChainOptions& o) {
  o.lattice_given = table.count("--lattice") > 0;
  if (std::int64_t(o.first_step) + o.count - 1 > std::numeric_limits<int>::max())
    throw Error(ErrorKind::bad_value,
                fmt::format("--first-step {} and {} steps: too many", o.first_step, o.count),
                "a chain ends with step 2147483647 at the latest");
  std::error_code error;
  if (!o.is_made() && o.resume.empty() && !std::filesystem::exists(find_input(o.start), error))
    throw Error(ErrorKind::bad_file, fmt::format("--start {}: there is no such file", o.start),
                "give a configuration's file, cold or hot; a thermalised one is the last of an earlier run");
  o.save_where.clear();
  for (const std::string& text : o.where)
    for (SaveCondition& condition : SaveCondition::parse_all(text))
      o.save_where.push_back(std::move(condition));
  if (o.is_made()) table.get_option("--lattice")->capture_default_str();
  o.defaults = default_config_values(table).toml();
  return config_values(table);
}

}  // namespace glueball::app
