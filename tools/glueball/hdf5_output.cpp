#include "hdf5_output.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "base/error.hpp"
#include "files.hpp"

namespace glueball::app {

Hdf5Output::Hdf5Output(const Hdf5Options& options, bool force) : options_(options) {
  if (options.path.empty() || !world().first()) return;
  make_directory_of(options.path);
  file_.emplace(options.path, force);
}

namespace {

bool is_of_run(const Hdf5Options& options, std::uint64_t seed) {
  return io::hdf5_root_attribute(options.path, "command") == options.table->get_name() &&
         io::hdf5_root_attribute(options.path, "seed") == std::to_string(std::int64_t(seed));
}

}  // namespace

Hdf5Output::Hdf5Output(const Hdf5Options& options, bool force, std::uint64_t seed_of_resumed)
    : options_(options) {
  if (options.path.empty() || !world().first()) return;
  if (!force && std::filesystem::exists(options.path) && !is_of_run(options, seed_of_resumed))
    throw Error(ErrorKind::bad_value, "--hdf5 " + options.path + ": is there, and not of this run",
                "give another name, or --force");
  make_directory_of(options.path);
  file_.emplace(options.path, true);
}

void Hdf5Output::begin(const Provenance& provenance, const std::string& config) {
  if (!file_) return;
  set("/", {"glueball_format", std::int64_t(1)});
  set("/", {"command", options_.table->get_name()});
  for (const io::Hdf5Attribute& a : hdf5_attributes(provenance)) set("/", a);
  set("/", {"config", config.empty() ? config_values(*options_.table).toml() : config});
}

void Hdf5Output::set(const std::string& group, const io::Hdf5Attribute& attribute) {
  if (file_) file_->set(group, attribute);
}

void Hdf5Output::put(const std::string& group, const Hdf5Row& arrays) {
  if (!file_) return;
  for (const io::Hdf5Column& array : arrays) file_->put(group, array);
}

void Hdf5Output::append(const std::string& group, const Hdf5Row& row) {
  if (file_) file_->append(group, row);
}

void Hdf5Output::finish(bool quiet) {
  if (!file_) return;
  file_->write();
  say(quiet, "wrote " + options_.path);
}

Hdf5Row hdf5_origin(const std::string& file, const Configuration& u) {
  return {{"file", file}, {"checksum", world().alone() ? checksum_of(u) : std::string()}};
}

Hdf5Row operator+(Hdf5Row a, const Hdf5Row& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace glueball::app
