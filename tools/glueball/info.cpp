// glueball info: the content of a file of links or of quark fields.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/paths.hpp"
#include "command.hpp"
#include "info_quark.hpp"
#include "input_options.hpp"
#include "io/gauge_source.hpp"
#include "io/quark_file.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

struct InfoOptions {
  CommonOptions common;
  std::string file;
  InputOptions input;
  bool qcdml = false;
};

/// Returns the entries of the QCDml document by the names of its elements.
std::vector<std::pair<const char*, std::string>> catalogued(const io::Qcdml& said) {
  std::vector<std::pair<const char*, std::string>> fields = {{"markovChainURI", said.ensemble},
                                                             {"series", said.series},
                                                             {"update", said.update},
                                                             {"dataLFN", said.lfn},
                                                             {"crcCheckSum", said.crc}};
  if (said.plaquette) fields.emplace_back("avePlaquette", fmt::format("{:.12g}", *said.plaquette));
  std::erase_if(fields, [](const auto& field) { return field.second.empty(); });
  return fields;
}

std::string byte_order(const io::FileHeader& header) {
  return header.order == std::endian::big ? "big" : "little";
}

void print_json(const std::filesystem::path& path, const io::GaugeSource& source,
                const io::LinkAverages& averages) {
  const io::FileHeader& header = source.header();
  nlohmann::ordered_json object = {{"file", path.string()},
                                   {"lattice", source.geometry().extents()},
                                   {"format", header.format},
                                   {"precision", header.precision},
                                   {"byte_order", byte_order(header)},
                                   {"rows", header.rows},
                                   {"bytes", source.file().size()},
                                   {"checksum", header.checksum},
                                   {"checksum_verified", header.checksum_verified},
                                   {"plaquette", averages.plaquette()},
                                   {"plaquette_spatial", averages.plaquette_spatial},
                                   {"plaquette_temporal", averages.plaquette_temporal},
                                   {"link_trace", averages.link_trace},
                                   {"header_plaquette", nullptr},
                                   {"header_link_trace", nullptr},
                                   {"header", header.header},
                                   {"qcdml", nullptr}};
  if (!header.not_su3.empty()) object["not_su3"] = header.not_su3;
  if (header.header_plaquette) object["header_plaquette"] = *header.header_plaquette;
  if (header.header_link_trace) object["header_link_trace"] = *header.header_link_trace;
  if (header.qcdml) {
    for (const auto& [key, value] : catalogued(*header.qcdml)) object["qcdml"][key] = value;
    if (header.qcdml->plaquette) object["qcdml"]["avePlaquette"] = *header.qcdml->plaquette;
  }
  // Text of unknown encoding must not stop the report.
  fmt::print("{}\n", json_line(object));
}

void print_text(const std::filesystem::path& path, const io::GaugeSource& source,
                const io::LinkAverages& averages) {
  const io::FileHeader& header = source.header();
  fmt::print("file        {}, {} bytes\n", path.string(), source.file().size());
  fmt::print("format      {}, {} bits, {}-endian{}\nlattice     {}\n", header.format, header.precision,
             byte_order(header), header.rows == 2 ? ", two rows" : "", source.geometry().to_string());
  fmt::print("checksum    {}\n", header.checksum.empty()    ? "none in this format"
                                 : header.checksum_verified ? header.checksum + ", verified"
                                                            : header.checksum + ", not in the file");
  fmt::print("plaquette   {:.12f}  (spatial {:.12f}, temporal {:.12f})\n", averages.plaquette(),
             averages.plaquette_spatial, averages.plaquette_temporal);
  if (header.header_plaquette) fmt::print("  in header {:.12f}\n", *header.header_plaquette);
  fmt::print("link trace  {:.12f}\n", averages.link_trace);
  if (header.header_link_trace) fmt::print("  in header {:.12f}\n", *header.header_link_trace);
  if (!header.not_su3.empty()) fmt::print("not SU(3)   {}\n", header.not_su3);
  if (header.qcdml) fmt::print("catalogue (QCDml)\n");
  if (header.qcdml)
    for (const auto& [key, value] : catalogued(*header.qcdml))
      fmt::print("  {} = {}\n", key, short_line(value));
  if (!header.header.empty()) fmt::print("header\n");
  for (const auto& [key, value] : header.header)
    fmt::print("  {} = {}\n", short_line(key), short_line(value));
}

int run(const InfoOptions& o) {
  const auto path = find_input(o.file);
  if (io::holds_quark_fields(path)) {
    const std::string text = quark_info(path, o.common.json, o.input.read().ignore_checksum);
    fmt::print("{}", text);
    return int(Status::done);
  }
  const auto source = io::open_source(path, o.input.read());
  const io::LinkAverages averages = io::stream(*source);
  if (o.qcdml) {
    const auto& document = source->header().qcdml;
    if (!document) source->file().refuse("holds no QCDml document", "convert --qcdml writes one");
    fmt::print("{}{}", document->xml, document->xml.ends_with('\n') ? "" : "\n");
    return int(Status::done);
  }
  (o.common.json ? print_json : print_text)(path, *source, averages);
  return int(Status::done);
}

}  // namespace

Command info_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("info", "what a file of links or quark fields holds");
  auto options = std::make_shared<InfoOptions>();
  table
      ->add_option("file,--file", options->file,
                   "gauge configuration (ILDG, NERSC, ...), propagator or source (SciDAC, ETMC)")
      ->type_name("FILE")
      ->required();
  table->add_flag("--qcdml", options->qcdml,
                  "print the QCDml document of an ILDG file, for the catalogue, and stop");
  declare_input(*table, options->input);
  add_common(*table, options->common, {});
  table->footer("Example:  glueball info assets/configurations/quickstart.ildg");
  return {table, options->common, [options](Setup&) { return run(*options); }};
}

}  // namespace glueball::app
