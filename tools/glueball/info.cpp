// glueball info: what a configuration file holds.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/paths.hpp"
#include "command.hpp"
#include "io/configuration_file.hpp"
#include "reference/plaquette.hpp"

namespace glueball::app {
namespace {

struct InfoOptions {
  CommonOptions common;
  std::string file;
  bool ignore_checksum = false;
};

int run(const InfoOptions& o) {
  io::ReadOptions read;
  read.ignore_checksum = o.ignore_checksum;
  const auto path = find_input(o.file);
  const auto file = io::read_configuration(path, read);
  const auto& u = file.configuration;
  const auto plaquette = reference::plaquette(u);
  const double link_trace = reference::link_trace(u);
  if (o.common.json) {
    const nlohmann::ordered_json object = {{"file", path.string()},
                                           {"lattice", u.geometry().extents()},
                                           {"format", file.format},
                                           {"precision", file.precision},
                                           {"checksum", file.checksum},
                                           {"checksum_verified", file.checksum_verified},
                                           {"plaquette", plaquette.average()},
                                           {"plaquette_spatial", plaquette.spatial},
                                           {"plaquette_temporal", plaquette.temporal},
                                           {"link_trace", link_trace}};
    fmt::print("{}\n", object.dump());
    return int(Status::done);
  }
  fmt::print("file        {}\nformat      {}, {} bits\nlattice     {}\n", path.string(), file.format,
             file.precision, u.geometry().to_string());
  fmt::print("checksum    {}\n", file.checksum.empty()    ? "none in this format"
                                 : file.checksum_verified ? file.checksum + ", verified"
                                                          : file.checksum + ", not in the file");
  fmt::print("plaquette   {:.12f}  (spatial {:.12f}, temporal {:.12f})\n", plaquette.average(),
             plaquette.spatial, plaquette.temporal);
  if (file.header_plaquette) fmt::print("  in header {:.12f}\n", *file.header_plaquette);
  fmt::print("link trace  {:.12f}\n", link_trace);
  return int(Status::done);
}

}  // namespace

Command info_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("info", "what a configuration file holds: format, lattice, checksum, plaquette");
  auto options = std::make_shared<InfoOptions>();
  table->add_option("file,--file", options->file, "gauge configuration (ILDG, NERSC, ...)")
      ->type_name("FILE")
      ->required();
  table->add_flag("--ignore-checksum", options->ignore_checksum,
                  "read on although checksum or plaquette is wrong");
  add_common(*table, options->common);
  table->footer("Example:  glueball info assets/configurations/quickstart.ildg");
  return {table, [options] { return run(*options); }};
}

}  // namespace glueball::app
