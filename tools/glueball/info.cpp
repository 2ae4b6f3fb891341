// glueball info: what a file of links or of quark fields holds.
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

namespace glueball::app {
namespace {

struct InfoOptions {
  CommonOptions common;
  std::string file;
  InputOptions input;
};

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
                                   {"header", header.header}};
  if (header.header_plaquette) object["header_plaquette"] = *header.header_plaquette;
  if (header.header_link_trace) object["header_link_trace"] = *header.header_link_trace;
  // Text of unknown encoding must not stop the report.
  fmt::print("{}\n", object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
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
  if (!header.header.empty()) fmt::print("header\n");
  for (const auto& [key, value] : header.header) fmt::print("  {} = {}\n", printable(key), printable(value));
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
  (o.common.json ? print_json : print_text)(path, *source, averages);
  return int(Status::done);
}

}  // namespace

Command info_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("info", "what a file of links or quark fields holds: format, lattice, checksum, plaquette");
  auto options = std::make_shared<InfoOptions>();
  table->add_option("file,--file", options->file, "gauge configuration (ILDG, NERSC, ...), propagator or source (SciDAC, ETMC)")
      ->type_name("FILE")
      ->required();
  declare_input(*table, options->input);
  add_common(*table, options->common);
  table->footer("Example:  glueball info assets/configurations/quickstart.ildg");
  return {table, [options] { return run(*options); }};
}

}  // namespace glueball::app
