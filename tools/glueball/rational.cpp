// glueball rational: computes or reads rational approximations of powers.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/option_needs.hpp"
#include "app/paths.hpp"
#include "app/rational_cache.hpp"
#include "command.hpp"
#include "io/rational_file.hpp"
#include "io/text_numbers.hpp"
#include "io/update_lock.hpp"
#include "options/option_group.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

struct RationalOptions {
  CommonOptions common;
  std::string file, powers, masses, range;
  std::optional<int> order;
  std::optional<double> error;
  std::string save, name = "r";
};

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  throw Error(ErrorKind::bad_value, what, hint);
}

std::vector<double> numbers(const char* flag, const std::string& text) {
  std::vector<double> all;
  if (text.empty()) return all;
  for (const auto& word : CLI::detail::split(text, ',')) {
    const auto value = io::parse_number<double>(word);
    if (!value || !std::isfinite(*value))
      refuse(fmt::format("{}: '{}' is no number", flag, word), "give 1e-5, say");
    all.push_back(*value);
  }
  return all;
}

PowerProduct product_of(const RationalOptions& o) {
  const auto words = CLI::detail::split(o.powers, ',');
  std::vector<double> masses = numbers("--mass", o.masses);
  if (masses.empty()) masses.resize(words.size());
  if (masses.size() != words.size())
    refuse(fmt::format("--mass: {} masses for {} powers", masses.size(), words.size()), "give one for each");
  PowerProduct f;
  for (std::size_t n = 0; n < words.size(); ++n) f.push_back(power_factor(words[n], masses[n] * masses[n]));
  return f;
}

Interval range_of(const RationalOptions& o) {
  const auto ends = numbers("--range", o.range);
  if (ends.size() != 2) refuse(fmt::format("--range: '{}' is no LO,HI", o.range), "give 1e-5,1, say");
  return {ends[0], ends[1]};
}

void print(const RationalOptions& o, const io::NamedFunction& named, std::optional<double> error) {
  const RationalFunction& r = named.function;
  if (o.common.json) {
    nlohmann::ordered_json object;
    if (!o.file.empty()) object = {{"file", o.file}, {"name", named.name}};
    object["error"] = error ? nlohmann::ordered_json(*error) : nlohmann::ordered_json(nullptr);
    object["constant"] = r.constant;
    object["numerators"] = r.numerators;
    object["shifts"] = r.shifts;
    fmt::print("{}\n", json_line(object));
    return;
  }
  if (!o.file.empty()) fmt::print("{}\n", named.name);
  if (error) fmt::print("error     {:.10g}\n", *error);
  fmt::print("constant  {:.17g}\n{:>25} {:>25}\n", r.constant, "numerator", "shift");
  for (std::size_t n = 0; n < r.order(); ++n)
    fmt::print("{:25.17g} {:25.17g}\n", r.numerators[n], r.shifts[n]);
}

/// Adds functions to a file that may hold others. These are kept, also those that another process adds
/// meanwhile.
void save(const RationalOptions& o, const io::NamedFunction& f) {
  if (!std::filesystem::exists(o.save)) try {
      io::write_rational_functions(o.save, {f}, false);
      return;
    } catch (const Error&) {
      if (!std::filesystem::exists(o.save)) throw;  // another process was first
    }
  const io::UpdateLock lock(o.save);
  for (const io::NamedFunction& other : io::read_rational_functions(o.save))
    if (other.name == f.name && !o.common.force)
      refuse(fmt::format("{}: there is a function '{}' already", o.save, f.name),
             "give another --name, or --force to replace it");
  io::put_rational_function(o.save, f);
}

int show_file(const RationalOptions& o) {
  if (o.order || o.error || !o.save.empty())
    refuse("a FILE is read, not approximated", "leave out --order, --error and --save");
  if (o.powers.empty() != o.range.empty())
    refuse("--power and --range are wanted together to measure errors", "give both or none");
  std::optional<PowerProduct> f;
  Interval on;
  if (!o.powers.empty()) {
    f = product_of(o);
    on = range_of(o);
    check(*f, on);
  }
  for (const auto& named : io::read_rational_functions(find_input(o.file)))
    print(o, named, f ? std::optional(relative_error(named.function, *f, on)) : std::nullopt);
  return int(Status::done);
}

int run(const RationalOptions& o) {
  if (!o.file.empty()) return show_file(o);
  if (o.powers.empty()) refuse("rational: what is to be approximated?", "give --power -1/2, say, or a FILE");
  if (o.range.empty()) refuse("rational: --range is missing", "give --range 1e-5,1, say");
  if (o.order.has_value() == o.error.has_value())
    refuse(o.order ? "--order and --error are given" : "rational: neither --order nor --error is given",
           "give one of the two");
  if (!io::is_function_name(o.name))
    refuse(fmt::format("--name: '{}' is no name", o.name), "give letters, digits and underscores");
  const MinimaxRequest request{.f = product_of(o), .on = range_of(o), .order = o.order, .error = o.error};
  const Minimax best = remembered_minimax(request, o.common.cache());
  const io::NamedFunction named{o.name, best.function,
                                fmt::format("{} on [{:.10g}, {:.10g}], relative error {:.6g}",
                                            to_string(request.f), request.on.lo, request.on.hi, best.error)};
  if (!o.save.empty()) save(o, named);
  print(o, named, best.error);
  return int(Status::done);
}

}  // namespace

Command rational_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("rational", "the rational function nearest to a power, or those of a file");
  auto o = std::make_shared<RationalOptions>();
  table
      ->add_option(
          "file,--file", o->file,
          "rational functions to print, as SIMULATeQCD has them; with --power and --range their errors "
          "are measured")
      ->type_name("FILE");
  const OptionGroup what(*table, "Approximation"), output(*table, "Output");
  what.add_plain("--power", o->powers, "of x, a fraction; a product of several by commas", "LIST");
  what.add_plain("--mass", o->masses, "its square is added to x, for each power; 0 where there are none",
                 "LIST");
  what.add_plain("--range", o->range, "of x: smallest and largest", "LO,HI");
  what.add_plain("--order", o->order, fmt::format("number of poles, 1 to {}", kMostPoles), "COUNT");
  what.add_plain("--error", o->error, "largest relative error, in place of --order: the fewest poles that do",
                 "NUMBER");
  output.add_plain("--save", o->save,
                   "file for SIMULATeQCD's RHMC; functions of other names that it holds stay", "PATH");
  output.add("--name", o->name, "of the function there: r_inv_1f, r_1f, r_bar_1f, r_inv_2f ...", "NAME");
  add_common(*table, o->common, {FlagGroup::cache, FlagGroup::output});
  acts_with(*table, {"--name", "--force"}, "--save");
  table->footer("Example:  glueball rational --power -1/2 --range 1e-5,1 --order 6");
  return {table, o->common, [o](Setup&) { return run(*o); }};
}

}  // namespace glueball::app
