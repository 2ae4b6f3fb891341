// The flags that commands share.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <istream>
#include <ostream>

#include "app/cache.hpp"
#include "app/option_needs.hpp"
#include "app/options.hpp"
#include "app/validators.hpp"
#include "app/wording.hpp"
#include "comm/communicator.hpp"
#include "comm/transport.hpp"
#include "tune/tuned_choices.hpp"

namespace glueball::app {

gpu::Storage CommonOptions::storage_or(gpu::Storage preferred) const {
  for (auto s : {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image})
    if (storage == gpu::to_string(s)) return s;
  return preferred;
}

std::filesystem::path CommonOptions::cache() const {
  return no_cache ? std::filesystem::path() : cache_directory();
}

template <class Number>
std::istream& operator>>(std::istream& in, Quadruple<Number>& four) {
  for (int i = 0; i < 4; ++i) {
    if (i > 0 && in.get() != ',') in.setstate(std::ios::failbit);
    in >> four.values[i];
  }
  return in;
}

template <class Number>
std::ostream& operator<<(std::ostream& out, const Quadruple<Number>& four) {
  for (int i = 0; i < 4; ++i) out << (i ? "," : "") << four.values[i];
  return out;
}

template std::istream& operator>>(std::istream&, Four&);
template std::ostream& operator<<(std::ostream&, const Four&);
template std::istream& operator>>(std::istream&, FourReals&);
template std::ostream& operator<<(std::ostream&, const FourReals&);

gpu::Precision CommonOptions::precision_of_fields() const {
  return precision == "half"     ? gpu::Precision::half
         : precision == "double" ? gpu::Precision::double_
                                 : gpu::Precision::single;
}

void add_precision(CLI::App& command, CommonOptions& o, const std::vector<std::string>& names) {
  command.add_option("--precision", o.precision, "of fields on the device: " + alternatives(names))
      ->type_name("NAME")
      ->capture_default_str()
      ->check(one_of(names))
      ->group("Device and output");
}

gpu::HalfFormat CommonOptions::format_of_half() const {
  return half_format == gpu::to_string(gpu::HalfFormat::floating) ? gpu::HalfFormat::floating
                                                                  : gpu::HalfFormat::fixed;
}

void add_half_format(CLI::App& command, CommonOptions& o, const std::string& group) {
  command
      .add_option("--half-format", o.half_format,
                  "numbers of half precision: fixed, or float, ten times as coarse but faster to decode")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(one_of({"fixed", "float"}))
      ->group(group);
}

void add_common(CLI::App& command, CommonOptions& o, std::initializer_list<FlagGroup> groups) {
  const std::string heading = "Device and output";
  const auto has = [&](FlagGroup group) { return std::ranges::find(groups, group) != groups.end(); };
  const auto option = [&](const char* name, auto& value, const char* type, const std::string& text) {
    return command.add_option(name, value, text)->type_name(type)->group(heading);
  };
  const auto word = [&](const char* name, std::string& value, const char* type, const std::string& text,
                        const std::vector<std::string>& words) {
    return option(name, value, type, text)->capture_default_str()->check(one_of(words));
  };
  const auto flag = [&](const char* name, bool& value, const std::string& text) {
    command.add_flag(name, value, text)->group(heading);
  };
  option("--config", o.config, "FILE", "TOML file; every long flag is a key, flags given here override it");
  option("--preset", o.preset, "NAME",
         "options of a file of presets/ beside the program, in place of --config");
  if (has(FlagGroup::device))
    option(
        "--device", o.device, "NAME",
        "auto, vulkan[:N] or opengl[:N], several by commas for ranks in turn; 'glueball devices' lists them")
        ->capture_default_str();
  if (has(FlagGroup::fields))
    word("--storage", o.storage, "KIND", "where fields live: auto, buffer, texel or image",
         {"auto", "buffer", "texel", "image"});
  if (has(FlagGroup::ranks)) {
    option("--ranks", o.ranks, "X,Y,Z,T",
           "domains along x, y, z and t, one a process of mpirun; auto: those of the smallest surface")
        ->capture_default_str();
    option("--load-balance", o.load_balance, "LIST",
           "time slices of the domains along t, in proportion: 3,1; auto: by their speed; equal")
        ->capture_default_str();
    word("--transport", o.transport, "KIND",
         "way of ghosts between ranks: messages (MPI), shared (host memory), cuda (GPU to GPU); auto: the "
         "fastest that works",
         {std::begin(kTransports), std::end(kTransports)});
    word("--overlap", o.overlap, "WHEN", "compute while ghosts are on their way: on, off, or auto, on GPUs",
         {"auto", "on", "off"});
    acts_only(command, {"--transport", "--overlap"}, "on several ranks, under mpirun",
              [] { return world().size() > 1; });
  }
  if (has(FlagGroup::solvers))
    word("--persistent-cg", o.persistent_cg, "WHEN",
         "many solver iterations in one launch: on, off, or auto, on GPUs for small lattices",
         {"auto", "on", "off"});
  if (has(FlagGroup::fields)) {
    std::vector<std::string> sizes{"0"};
    for (const int size : kWorkgroupSizes) sizes.push_back(std::to_string(size));
    option("--workgroup", o.workgroup, "COUNT", "invocations of a workgroup, a multiple of 32; 0: measured")
        ->check(one_of(sizes))
        ->capture_default_str();
  }
  if (has(FlagGroup::tuning))
    flag("--no-tune", o.no_tune, "measure nothing: storage and workgroups that suit most devices of a kind");
  if (has(FlagGroup::cache) || has(FlagGroup::device))
    flag("--no-cache", o.no_cache,
         "neither read nor write the cache: $GLUEBALL_CACHE, $XDG_CACHE_HOME/glueball or ~/.cache/glueball");
  flag("--json", o.json, "one JSON object per line on stdout");
  flag("--quiet", o.quiet, "no progress, no talk on stderr; errors stay");
  if (has(FlagGroup::device))
    flag("--validate", o.validate, "driver validation layers on; any message is an error");
  if (has(FlagGroup::output)) flag("--force", o.force, "overwrite existing output");
  flag("--print-config", o.print_config, "print all values as TOML, with --json too, and stop");
}

bool is_common_flag(const std::string& name) {
  CLI::App all;
  CommonOptions options;
  add_common(all, options, kAllFlags);
  return all.get_option_no_throw("--" + name) != nullptr;
}

}  // namespace glueball::app
