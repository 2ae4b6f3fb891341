// glueball catalogue: checks directories of configurations.
#include "run/catalogue.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/progress.hpp"
#include "base/printable.hpp"
#include "command.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

struct CatalogueOptions {
  CommonOptions common;
  std::vector<std::string> directories;
};

nlohmann::ordered_json json_of(const std::string& directory, const CataloguedFile& f) {
  nlohmann::ordered_json line = {{"directory", directory},
                                 {"file", f.name},
                                 {"step", nullptr},
                                 {"lattice", f.lattice},
                                 {"format", f.format},
                                 {"checksum", f.checksum},
                                 {"checksum_verified", f.checksum_verified},
                                 {"plaquette", nullptr},
                                 {"parameters", f.parameters},
                                 {"ensemble", f.ensemble},
                                 {"lfn", f.lfn},
                                 {"faults", f.faults}};
  if (f.step) line["step"] = *f.step;
  if (f.plaquette) line["plaquette"] = *f.plaquette;
  return line;
}

void print_text(const std::string& directory, const Catalogue& c) {
  std::size_t widest = 4;
  for (const CataloguedFile& f : c.files) widest = std::max(widest, f.name.size());
  fmt::print("{}\n{:>8}  {:<{}}  {:<14} {:<18} {:>14}  {}\n", directory, "step", "file", widest, "lattice",
             "checksum", "plaquette", "");
  for (const CataloguedFile& f : c.files) {
    fmt::print("{:>8}  {:<{}}  {:<14} {:<18} {:>14}  {}\n", f.step ? fmt::format("{}", *f.step) : "-",
               printable(f.name), widest,
               f.format.empty()
                   ? "-"
                   : fmt::format("{}x{}x{}x{}", f.lattice[0], f.lattice[1], f.lattice[2], f.lattice[3]),
               f.checksum.empty() ? "-" : f.checksum,
               f.plaquette ? fmt::format("{:.12f}", *f.plaquette) : "-", f.faults.empty() ? "good" : "BAD");
    for (const std::string& fault : f.faults) fmt::print("{:>10}{}\n", "", printable(fault));
  }
  for (const std::string& fault : c.faults) fmt::print("{}\n", printable(fault));
}

int run(const CatalogueOptions& o) {
  std::size_t faults = 0, files = 0;
  for (const std::string& directory : o.directories) {
    std::optional<Progress> progress;
    const Catalogue c = catalogue_of(directory, [&](std::size_t nth, std::size_t count) {
      if (!progress) progress.emplace(count, o.common.quiet);
      if (nth > 0) progress->update(nth);
    });
    if (progress) progress->clear();
    faults += c.fault_count();
    files += c.files.size();
    if (!o.common.json) {
      print_text(directory, c);
      continue;
    }
    for (const CataloguedFile& f : c.files) fmt::print("{}\n", json_line(json_of(directory, f)));
    fmt::print("{}\n", json_line({{"directory", directory},
                                  {"summary", {{"files", c.files.size()}, {"faults", c.faults}}}}));
  }
  if (faults > 0)
    throw Error(ErrorKind::bad_file,
                fmt::format("faults: {} in {} configurations of {}", faults, files, o.directories.front()),
                "they are listed above; restore the files from a copy, or move them elsewhere");
  say(o.common.quiet || o.common.json, fmt::format("{} configurations, all good", files));
  return int(Status::done);
}

}  // namespace

Command catalogue_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("catalogue", "check directories of configurations: checksums, metadata, gaps");
  auto options = std::make_shared<CatalogueOptions>();
  table->add_option("directories,--directory", options->directories, "directories with configurations")
      ->type_name("DIR")
      ->required();
  add_common(*table, options->common, {});
  table->footer(
      "Every file is read: whether it has the checksum and the plaquette that it states, is in SU(3), has a "
      "QCDml document as its schema demands, and whether lattice, parameters and ensemble are those of the "
      "others, no data, step or logical file name is there twice, and steps follow in one stride. Beside a "
      "chain's history.jsonl the files must have the seed, plaquettes and checksums that it records, and "
      "none may be missing at either end. A *.xml is the QCDml document of the ensemble. Exit status 3 where "
      "something is wrong.\nExample:  glueball catalogue assets/configurations");
  return {table, options->common, [options](Setup&) { return run(*options); }};
}

}  // namespace glueball::app
