// What every subcommand takes.
#include <CLI/CLI.hpp>
#include <istream>
#include <ostream>

#include "app/cache.hpp"
#include "app/options.hpp"
#include "app/validators.hpp"
#include "app/wording.hpp"
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
                  "numbers of half precision: fixed, 16-bit integers, or float, 16-bit floats, ten times as "
                  "coarse but with less "
                  "to decode")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(one_of({"fixed", "float"}))
      ->group(group);
}

void add_common(CLI::App& command, CommonOptions& o) {
  const std::string group = "Device and output";
  command
      .add_option("--config", o.config, "TOML file; every long flag is a key, flags given here override it")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option("--device", o.device,
                  "device: auto, vulkan[:N] or opengl[:N], for several ranks in turn by commas; 'glueball "
                  "devices' lists them")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(group);
  command.add_option("--storage", o.storage, "where fields live: auto, buffer, texel or image")
      ->type_name("KIND")
      ->check(one_of({"auto", "buffer", "texel", "image"}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option(
          "--ranks", o.ranks,
          "domains along x, y, z and t, one for each process that mpirun starts; auto: those with the "
          "smallest surface")
      ->type_name("X,Y,Z,T")
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--shares", o.shares,
                  "time slices of the domains along t, in proportion, where devices differ: 3,1; auto: by "
                  "their speed; equal")
      ->type_name("LIST")
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--transport", o.transport,
                  "how ghosts reach neighbouring ranks: messages (MPI), shared (memory of their host), cuda "
                  "(from one "
                  "NVIDIA GPU to the other), or auto, the fastest that works")
      ->type_name("KIND")
      ->check(one_of({std::begin(kTransports), std::end(kTransports)}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option(
          "--overlap", o.overlap,
          "whether devices work on while ghosts are on their way to ranks before and after in time: on, "
          "off, or auto, where GPUs do")
      ->type_name("WHEN")
      ->check(one_of({"auto", "on", "off"}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--together", o.together,
                  "whether iterations of solvers share a launch, in which a GPU's workgroups wait for each "
                  "other: on, off, or auto, on lattices small enough to gain by it; never on CPU drivers")
      ->type_name("WHEN")
      ->check(one_of({"auto", "on", "off"}))
      ->capture_default_str()
      ->group(group);
  std::vector<std::string> sizes{"0"};
  for (const int size : kWorkgroupSizes) sizes.push_back(std::to_string(size));
  command.add_option("--workgroup", o.workgroup, "invocations of a workgroup, a multiple of 32; 0: measured")
      ->type_name("COUNT")
      ->check(one_of(sizes))
      ->capture_default_str()
      ->group(group);
  command
      .add_flag("--no-tune", o.no_tune,
                "measure nothing: storage and workgroups as they suit most devices of a kind")
      ->group(group);
  command
      .add_flag(
          "--no-cache", o.no_cache,
          "neither read nor write ~/.cache/glueball (or $XDG_CACHE_HOME/glueball, or $GLUEBALL_CACHE), where "
          "measured choices, optimised shaders and compiled pipelines are kept")
      ->group(group);
  command.add_flag("--json", o.json, "one JSON object per line on stdout")->group(group);
  command.add_flag("--quiet", o.quiet, "no progress, no talk on stderr; errors stay")->group(group);
  command.add_flag("--validate", o.validate, "driver validation layers on; any message is an error")
      ->group(group);
  command.add_flag("--force", o.force, "overwrite existing output")->group(group);
  command.add_flag("--print-config", o.print_config, "print all values as TOML, with --json too, and stop")
      ->group(group);
}

}  // namespace glueball::app
