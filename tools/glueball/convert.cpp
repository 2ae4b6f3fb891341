// glueball convert: converts a configuration to another file format, one time slice at a time.
#include <fmt/format.h>
#include <sys/utsname.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/option_needs.hpp"
#include "app/paths.hpp"
#include "app/progress.hpp"
#include "app/validators.hpp"
#include "app/wording.hpp"
#include "command.hpp"
#include "input_options.hpp"
#include "io/gauge_sink.hpp"
#include "io/gauge_source.hpp"
#include "io/ildg_metadata.hpp"
#include "options/files.hpp"
#include "options/qcdml_options.hpp"
#include "outputs.hpp"
#include "run/json_line.hpp"
#include "run/provenance.hpp"

namespace glueball::app {
namespace {

struct ConvertOptions {
  CommonOptions common;
  std::string in, out;
  std::string format = "ildg";
  std::string precision = "auto", rows = "auto", byte_order = "auto";
  std::string lfn;
  QcdmlOptions qcdml;
  std::optional<std::uint64_t> update;
  InputOptions input;
};

/// Returns a QCDml document for links that another program made, perhaps long ago. It says who converted them
/// and when.
std::string document(const ConvertOptions& o, const io::FileHeader& from, const std::string& lfn) {
  io::QcdmlOrigin origin = o.qcdml.origin();
  origin.lfn = lfn;
  if (o.update) origin.update = std::to_string(*o.update);
  if (const auto xlf = from.header.find("xlf-info"); !o.update && xlf != from.header.end())
    origin.update = io::xlf_value(xlf->second, "trajectory nr").value_or("");
  if (origin.update.empty())
    throw Error(ErrorKind::bad_value,
                "--qcdml: which update of its chain the input is, the input does not say",
                "give --update NUMBER");
  origin.action = "replace";
  origin.annotation = "converted from " + from.format + "; code and machine are those of the conversion";
  utsname system{};
  if (::uname(&system) == 0) origin.machine_type = system.machine;
  return io::qcdml_xml(origin);
}

io::WriteOptions write_options(const ConvertOptions& o, const io::FileHeader& from) {
  io::WriteOptions to = io::carried_over(from, o.format);
  to.force = o.common.force;
  if (o.precision != "auto") to.precision = o.precision == "single" ? 32 : 64;
  if (o.rows != "auto") {
    to.rows = o.rows == "2" ? 2 : 3;
  } else if (o.input.allow_non_su3) {
    to.rows = 3;
  } else if (from.format != "nersc") {
    to.rows = to.precision == 32 ? 2 : 3;
  }
  if (o.byte_order != "auto") to.order = o.byte_order == "big" ? std::endian::big : std::endian::little;
  if (!o.lfn.empty()) to.logical_filename = o.lfn;
  if (o.qcdml.wanted()) {
    if (to.logical_filename.empty())
      to.logical_filename = o.qcdml.logical_filename(std::filesystem::path(o.out).filename().string());
    to.qcdml = document(o, from, to.logical_filename);
  }
  if (to.xlf_plaquette) to.xlf_info = "glueballversion = " + version() + "\ndate = " + utc_time() + "\n";
  to.header.emplace("CREATION_DATE", utc_time());
  return to;
}

/// Rank 0 does the work alone, since there is nothing to share.
int run(const ConvertOptions& o) {
  if (!world().first()) return int(Status::done);
  const auto begin = std::chrono::steady_clock::now();
  const auto path = find_input(o.in);
  const std::string ending = std::filesystem::path(o.out).extension().string();
  if (ending == ".h5" || ending == ".hdf5")
    throw Error(ErrorKind::bad_value, o.out + ": no configuration is written as HDF5",
                "give another name, and --format " + alternatives(io::writable_formats()));
  Outputs(o.common, {o.in}).file("--out", o.out);
  require_places({o.out}, o.common.force);
  const auto source = io::open_source(path, o.input.read());
  const Geometry& geometry = source->geometry();
  const io::WriteOptions write = write_options(o, source->header());
  const auto sink = io::create_sink(o.out, o.format, geometry, write);

  Progress progress(std::uint64_t(geometry.extent(3)), o.common.quiet || o.common.json);
  const io::LinkAverages averages = io::stream(*source, [&](int t, std::span<const Matrix3> links) {
    sink->write_slice(t, links);
    progress.update(std::uint64_t(t) + 1);
  });
  const std::string checksum = sink->finish([&] { return averages; });
  progress.clear();

  const io::FileHeader& from = source->header();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const bool rounded = write.precision < from.precision;
  if (o.common.json) {
    const nlohmann::ordered_json object = {{"file", o.out},
                                           {"format", o.format},
                                           {"precision", write.precision},
                                           {"rounded", rounded},
                                           {"checksum", checksum},
                                           {"lattice", geometry.extents()},
                                           {"plaquette", averages.plaquette()},
                                           {"plaquette_spatial", averages.plaquette_spatial},
                                           {"plaquette_temporal", averages.plaquette_temporal},
                                           {"link_trace", averages.link_trace},
                                           {"input", path.string()},
                                           {"input_format", from.format},
                                           {"input_precision", from.precision},
                                           {"input_checksum", from.checksum},
                                           {"input_checksum_verified", from.checksum_verified},
                                           {"seconds", seconds}};
    fmt::print("{}\n", json_line(object));
    return int(Status::done);
  }
  fmt::print("read        {}: {}, {} bits, {}\n", path.string(), from.format, from.precision,
             from.checksum.empty()    ? "no checksum in this format"
             : from.checksum_verified ? "checksum " + from.checksum + " verified"
                                      : "checksum " + from.checksum + ", not in the file");
  fmt::print("written     {}: {}, {} bits{}{}\n", o.out, o.format, write.precision,
             rounded ? " (rounded)" : "", checksum.empty() ? "" : ", checksum " + checksum);
  fmt::print(
      "lattice     {}\nplaquette   {:.12f}  (spatial {:.12f}, temporal {:.12f})\nlink trace  {:.12f}\n",
      geometry.to_string(), averages.plaquette(), averages.plaquette_spatial, averages.plaquette_temporal,
      averages.link_trace);
  return int(Status::done);
}

}  // namespace

Command convert_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("convert", "write a configuration in another file format or precision");
  auto o = std::make_shared<ConvertOptions>();
  table
      ->add_option("in,--in", o->in,
                   "configuration to read: ILDG, SciDAC, NERSC, MILC, openQCD, HiRep, MDP (FermiQCD) or VOGT "
                   "(cuLGT), recognised by content")
      ->type_name("FILE")
      ->required();
  table->add_option("out,--out", o->out, "file to write; an existing one only with --force")
      ->type_name("PATH")
      ->required();
  const OptionGroup output(*table, "Output");
  output.add("--format", o->format, "ildg, nersc, milc or openqcd", "NAME")
      ->check(one_of(io::writable_formats()));
  output
      .add("--precision", o->precision,
           "single, double or auto: that of the input where the format has it (milc is single, openqcd "
           "double)",
           "NAME")
      ->check(one_of({"auto", "single", "double"}));
  output
      .add("--rows", o->rows,
           "rows of a link in nersc: 2, 3 or auto: those of a nersc input, else 2 in single precision, 3 in "
           "double",
           "N")
      ->check(one_of({"auto", "2", "3"}));
  output
      .add("--byte-order", o->byte_order,
           "big, little or auto: that of an input of the same format, else big for nersc, little for milc",
           "NAME")
      ->check(one_of({"auto", "big", "little"}));
  output.add_plain("--lfn", o->lfn, "logical file name (ildg-data-lfn); that of the input unless given",
                   "NAME");
  declare_qcdml(*table, o->qcdml, false);
  table
      ->add_option("--update", o->update,
                   "number of the configuration in its chain, for --qcdml; that of xlf-info unless given")
      ->type_name("NUMBER")
      ->needs("--qcdml")
      ->check(whole_number())
      ->group("Catalogue");
  acts_with(*table, {"--rows"}, "--format nersc");
  acts_with(*table, {"--byte-order"}, "--format nersc or milc");
  acts_with(*table, {"--lfn", "--qcdml"}, "--format ildg");
  declare_input(*table, o->input);
  add_common(*table, o->common, {FlagGroup::output});
  table->footer("Example:  glueball convert lat.milc lat.ildg --format ildg --precision single");
  return {table, o->common, [o](Setup&) { return run(*o); }, true};
}

}  // namespace glueball::app
