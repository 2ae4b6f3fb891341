// glueball smear: APE, stout, HYP and HISQ smearing of a configuration.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/progress.hpp"
#include "app/validators.hpp"
#include "comm/gather.hpp"
#include "command.hpp"
#include "cpu/plaquette.hpp"
#include "fermion/hisq_smearing.hpp"
#include "field/transfer.hpp"
#include "files_run.hpp"
#include "io/place.hpp"
#include "measure/loop_averages.hpp"
#include "options/files.hpp"
#include "options/option_group.hpp"
#include "outputs.hpp"
#include "run/json_line.hpp"
#include "run/record_json.hpp"
#include "smear/smearing.hpp"

namespace glueball::app {
namespace {

struct SmearOptions {
  CommonOptions common;
  std::vector<std::string> in;
  std::string out, output, resume;
  std::string defaults;  ///< defaults of all options as TOML
  std::string method = "stout", projection = "maximal-trace";
  std::optional<double> alpha, rho, alpha1, alpha2, alpha3, naik_epsilon;
  int steps = 1, precision_of_file = 64;
  bool spatial = false, ignore_checksum = false;
};

using SmearJson = nlohmann::ordered_json;
using NamedValues = std::vector<std::pair<std::string, double>>;

/// A method with all its parameters, including defaults.
struct Method {
  NamedValues parameters;
  std::function<void(Smearing&, GaugeField&)> step;
};

/// Returns the fat links of HISQ quarks, which are no SU(3) matrices, and the small loops of all levels. On
/// several ranks the loops are those of the whole lattice on rank 0.
std::pair<Configuration, NamedValues> hisq_levels(const GaugeField& links, double epsilon) {
  const DeviceLattice& lattice = links.lattice();
  HisqSmearing smearing(lattice, epsilon);
  GaugeField level(lattice, HisqSmearing::format(lattice)), long_links(lattice, level.format());
  NamedValues loops;
  const auto add_loops = [&](const std::string& name, Configuration u, bool rectangles = false) {
    if (lattice.domain()) u = gathered(*lattice.domain(), std::move(u));
    if (!world().first()) return;
    loops.emplace_back("plaquette_" + name, cpu::plaquette(u).average());
    if (rectangles) loops.emplace_back("rectangle_" + name, cpu::rectangle(u).average());
  };
  smearing.follow(links);
  smearing.put_v(level);
  add_loops("v", download(level));
  add_loops("w", download(smearing.w()));
  smearing.finish(1, level, long_links);
  Configuration x = download(level);
  add_loops("x", x, true);
  return {std::move(x), std::move(loops)};
}

Method method_of(const SmearOptions& o) {
  const struct {
    const char *flag, *method;
    const std::optional<double>& value;
  } given[] = {{"--alpha", "ape", o.alpha},   {"--rho", "stout", o.rho},
               {"--alpha1", "hyp", o.alpha1}, {"--alpha2", "hyp", o.alpha2},
               {"--alpha3", "hyp", o.alpha3}, {"--naik-epsilon", "hisq", o.naik_epsilon}};
  for (const auto& g : given)
    if (g.value && o.method != g.method)
      throw Error(ErrorKind::bad_value,
                  fmt::format("{}: {} smearing has no such parameter", g.flag, o.method),
                  fmt::format("leave it out, or give --method {}", g.method));
  if (o.alpha1 && o.spatial)
    throw Error(ErrorKind::bad_value, "--alpha1: HYP smearing in space has two steps, of alpha3 and alpha2",
                "leave it out");

  if (o.method == "hisq") {
    if (o.spatial || o.steps != 1)
      throw Error(ErrorKind::bad_value,
                  o.spatial ? "--spatial: HISQ links have all directions in their paths"
                            : "--steps: HISQ links are made of links once",
                  "leave it out, or give another --method");
    const double epsilon = o.naik_epsilon.value_or(0);
    return {{{"naik_epsilon", epsilon}}, [epsilon](Smearing&, GaugeField& u) { hisq_levels(u, epsilon); }};
  }

  const int dimensions = o.spatial ? 3 : 4;
  const auto projection = o.projection == "polar" ? Projection::polar : Projection::maximal_trace;
  if (o.method == "ape") {
    const double alpha = o.alpha.value_or(0.6);
    auto p = ape_alpha(alpha, dimensions);
    p.projection = projection;
    return {{{"alpha", alpha}}, [p](Smearing& s, GaugeField& u) { s.ape(u, p); }};
  }
  if (o.method == "stout") {
    const double rho = o.rho.value_or(0.1);
    return {{{"rho", rho}}, [=](Smearing& s, GaugeField& u) { s.stout(u, rho, dimensions); }};
  }
  HypParameters p{.dimensions = dimensions, .projection = projection};
  p.alpha1 = o.alpha1.value_or(p.alpha1);
  p.alpha2 = o.alpha2.value_or(p.alpha2);
  p.alpha3 = o.alpha3.value_or(p.alpha3);
  Method m{{}, [p](Smearing& s, GaugeField& u) { s.hyp(u, p); }};
  if (!o.spatial) m.parameters.emplace_back("alpha1", p.alpha1);
  m.parameters.insert(m.parameters.end(), {{"alpha2", p.alpha2}, {"alpha3", p.alpha3}});
  return m;
}

Configuration in_steps(const SmearOptions& o, const Method& method, GaugeField& links) {
  gpu::Stream& stream = links.lattice().stream();
  Smearing smearing(links.lattice());
  Progress progress(std::uint64_t(o.steps), o.common.quiet);
  for (int n = 0; n < o.steps; ++n) {
    method.step(smearing, links);
    stream.wait(stream.submit());
    progress.update(std::uint64_t(n) + 1);
  }
  progress.clear();
  return download_smeared(links);
}

std::string described(const SmearOptions& o, const Method& method) {
  std::string text = fmt::format("{}, {} steps{}", o.method, o.steps, o.spatial ? ", spatial" : "");
  for (const auto& [name, value] : method.parameters) text += fmt::format(", {} {:.10g}", name, value);
  return text;
}

/// Writes the file on rank 0 and returns the result for printing; other ranks return nothing. `written` says
/// that the resumed run may have written the file.
SmearJson smear(const SmearOptions& o, const Method& method, const std::string& in, const std::string& out,
                bool written, Setup& setup, const FilesRun& kept, std::string& checksum) {
  io::ReadOptions read;
  read.ignore_checksum = o.ignore_checksum;
  LatticeOptions options = setup.options();
  if (o.method == "hisq") options.ghosts = 2;  // for long links
  Configuration u = setup.read_part(in, read, {smear_memory(setup.info(), options, method.step)}, options,
                                    kept.keeps() ? &checksum : nullptr);
  const std::string origin = kept.origin(checksum);
  const bool replace = world().first() && replaces(out, o.common.force, written, origin);
  const DeviceLattice lattice(setup.device(), u.geometry(), options);
  GaugeField links(lattice);
  upload(u, links);
  Halo(lattice).exchange(links);

  auto [smeared, levels] = o.method == "hisq" ? hisq_levels(links, method.parameters.front().second)
                                              : std::pair{in_steps(o, method, links), NamedValues()};
  setup.validate();
  if (options.domain) {
    u = gathered(*options.domain, std::move(u));
    smeared = gathered(*options.domain, std::move(smeared));
  }
  if (!world().first()) return {};
  const auto before = cpu::plaquette(u), after = cpu::plaquette(smeared);
  if (!std::isfinite(after.average()))
    throw Error(ErrorKind::bad_value, "the smeared links are not finite", "give smaller parameters");

  write_links(
      out, smeared,
      fmt::format("plaquette = {:.12f}\nsmearing = {}\n{}", after.average(), described(o, method), origin),
      o.precision_of_file, replace);
  SmearJson object = {{"file", out},        {"input", in},      {"lattice", u.geometry().extents()},
                      {"method", o.method}, {"steps", o.steps}, {"spatial", o.spatial}};
  for (const auto& [name, value] : method.parameters) object[name] = value;
  for (const auto& [when, p] : {std::pair{"", after}, {"_before", before}}) {
    object[std::string("plaquette") + when] = p.average();
    object[std::string("plaquette_spatial") + when] = p.spatial;
    object[std::string("plaquette_temporal") + when] = p.temporal;
  }
  for (const auto& [name, value] : levels) object[name] = value;
  return object;
}

void print(const SmearOptions& o, const Method& method, const SmearJson& object) {
  if (o.common.json) {
    fmt::print("{}\n", json_line(object));
    std::fflush(stdout);
    return;
  }
  const auto row = [&](const char* title, const std::string& when) {
    const auto value = [&](const char* name) { return object.at(name + when).template get<double>(); };
    fmt::print("{:<18} {:.9f}  (spatial {:.9f}, temporal {:.9f})\n", title, value("plaquette"),
               value("plaquette_spatial"), value("plaquette_temporal"));
  };
  fmt::print("{}: {}, {}\n", object.at("file").get<std::string>(),
             Geometry(lattice_of(object.at("lattice"))).to_string(), described(o, method));
  row("plaquette before", "_before");
  row("plaquette after", "");
  bool level = false;  // true after the plaquettes
  for (const auto& [name, value] : object.items()) {
    if (level) fmt::print("{:<18} {:.9f}\n", name, value.get<double>());
    level = level || name == "plaquette_temporal_before";
  }
  std::fflush(stdout);
}

/// Takes the last path as the output unless --out is given.
void settle(SmearOptions& o) {
  if (!o.out.empty()) return;
  if (o.in.size() < 2)
    throw Error(ErrorKind::bad_value, "smear: where are the smeared links to go?", "glueball smear FILE OUT");
  o.out = o.in.back();
  o.in.pop_back();
}

/// The last path may be the output, which is no option that a resumed run compares. Files below the run's
/// directory are recorded relative to it, so that they can be moved with it. A file that was moved otherwise
/// is known by its origin. Earlier versions recorded a path as it was given.
void require_same_place(const SmearJson& result, const std::filesystem::path& run, const std::string& out,
                        const std::string& origin) {
  if (!world().first()) return;
  const auto was = result.at("file").get<std::string>();
  const auto place = io::real_place(out);
  if (io::real_place(run / was) != place && io::real_place(was) != place && !is_of_origin(out, origin))
    throw Error(ErrorKind::bad_value, fmt::format("{}: the run wrote {}", out, was),
                "give the place that the run was begun with");
}

int run(const SmearOptions& o, const ConfigValues& config, Setup& setup) {
  const Method method = method_of(o);
  const bool keeps = !(o.output.empty() && o.resume.empty());
  const std::filesystem::path run = keeps ? io::real_place(o.resume.empty() ? o.output : o.resume) : "";
  const std::vector<std::string> outputs = places_of(o.in, o.out, ".ildg");
  Outputs(o.common, o.in).run(o.output, o.resume).files("--out", outputs);
  FilesRun kept({.command = "smear",
                 .files = o.in,
                 .output = o.output,
                 .resume = o.resume,
                 .force = o.common.force,
                 .ignore_checksum = o.ignore_checksum,
                 .defaults = o.defaults},
                config);
  const std::vector<bool> written = kept.written();
  if (world().first()) {
    for (std::size_t n = 0; n < outputs.size(); ++n)
      if (kept.result(n)) require_kept(outputs[n]);
    require_places(outputs, o.common.force, written);
  }
  kept.begin();
  std::size_t done = 0;
  bool stops = false;
  kept.with_room([&] {
    for_each_file(kept.files(), [&](const std::string& path) {
      if (stops) return;
      if (const auto* result = kept.result(done)) {
        SmearJson before = *result;
        require_same_place(before, run, outputs[done], kept.origin(kept.checksum(done)));
        before["file"] = outputs[done];
        before["input"] = path;
        print(o, method, before);
      } else {
        std::string checksum;
        SmearJson now = smear(o, method, path, outputs[done], written[done], setup, kept, checksum);
        if (world().first()) print(o, method, now);
        if (keeps) {
          const std::filesystem::path place = io::real_place(outputs[done]);
          now["file"] = io::is_below(place, run) ? place.lexically_relative(run) : place;
        }
        kept.keep(done, checksum, now);
      }
      stops = ++done < o.in.size() && kept.stops();
    });
  });
  return stops ? kept.stopped(done) : int(Status::done);
}

}  // namespace

Command smear_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("smear", "APE, stout, HYP and HISQ smearing of a configuration");
  auto o = std::make_shared<SmearOptions>();
  table
      ->add_option(
          "in,--in", o->in,
          "gauge configurations (ILDG, NERSC, ...), one after the other; then, unless --out says it, "
          "the file to write, of several configurations the directory")
      ->type_name("FILE")
      ->required();
  table
      ->add_option("--out", o->out,
                   "file to write (ILDG), of several configurations a directory; existing files only with "
                   "--force")
      ->type_name("PATH");
  const OptionGroup smearing(*table, "Smearing"), files(*table, "Files");
  smearing
      .add("--method", o->method,
           "ape, stout, hyp, or hisq: the fat links of these quarks, no SU(3) matrices", "NAME")
      ->check(one_of({"ape", "stout", "hyp", "hisq"}));
  smearing.add("--steps", o->steps, "how many times", "COUNT")->check(above_zero());
  smearing.flag("--spatial", o->spatial, "links and staples in space only; links in time stay as they are");
  smearing
      .add("--projection", o->projection, "of ape and hyp, back to SU(3): maximal-trace (Chroma's) or polar",
           "NAME")
      ->check(one_of({"maximal-trace", "polar"}));
  smearing.add_plain("--naik-epsilon", o->naik_epsilon, "hisq: correction of Naik's term; 0 unless given",
                     "NUMBER");
  const auto parameter = [&](const char* flag, std::optional<double>& value, const char* text) {
    smearing.add_plain(flag, value, text, "NUMBER")->check(zero_or_above());
  };
  parameter("--alpha", o->alpha,
            "ape: (1 - alpha) U + alpha/6 (in space alpha/4) sum of staples; 0.6 unless given");
  parameter("--rho", o->rho, "stout: weight of the staples in the exponent; 0.1 unless given");
  parameter("--alpha1", o->alpha1, "hyp: of the last step; 0.75 unless given");
  parameter("--alpha2", o->alpha2, "hyp: of the second; 0.6 unless given");
  parameter("--alpha3", o->alpha3, "hyp: of the first; 0.3 unless given");
  files.flag("--ignore-checksum", o->ignore_checksum, "read on although checksum or plaquette is wrong");
  files.add("--precision-of-file", o->precision_of_file, "bits of a number in the file: 32 or 64", "BITS")
      ->check(one_of({"32", "64"}));
  files.add("--output", o->output, "directory that keeps which configurations are done, for --resume", "DIR");
  files.add_plain("--resume", o->resume, "go on with the run in DIR, whose finished files are not done again",
                  "DIR");
  add_precision(*table, o->common, {"single", "double"});
  add_common(*table, o->common, {FlagGroup::device, FlagGroup::fields, FlagGroup::ranks, FlagGroup::output});
  table->footer(
      "Example:  glueball smear assets/configurations/quickstart.ildg smeared.ildg --method stout --steps 3");
  return {table, o->common,
          [o, table](Setup& setup) {
            o->defaults = default_config_values(*table).toml();
            const ConfigValues config = config_values(*table);
            settle(*o);
            return run(*o, config, setup);
          },
          true};
}

}  // namespace glueball::app
