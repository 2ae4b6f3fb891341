// glueball devices: lists every device of both APIs with its limits and the lattices that fit.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/capacity.hpp"
#include "app/hints.hpp"
#include "app/ranks.hpp"
#include "app/vector_width.hpp"
#include "command.hpp"
#include "devices_ranks.hpp"
#include "gpu/device.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

std::string bytes(std::uint64_t n) {
  if (n == 0) return "unknown";
  return n >= std::uint64_t(10) << 30 ? fmt::format("{:.0f} GiB", double(n) * 0x1p-30)
                                      : fmt::format("{:.0f} MiB", double(n) * 0x1p-20);
}

std::string extent(int l) { return l > 0 ? fmt::format("{}^4", l) : "-"; }

/// Returns `value` of the need in each precision that exists.
template <class Value>
nlohmann::ordered_json by_precision(const NeedsByPrecision& needs, Value value) {
  nlohmann::ordered_json object;
  for (std::size_t p = 0; p < needs.size(); ++p)
    if (needs[p]) object[std::string(gpu::to_string(gpu::Precision(p)))] = value(*needs[p]);
  return object;
}

void print_json(const gpu::DeviceInfo& d, bool is_default) {
  const NeedsByPrecision solve = needs_of_solve(d), hmc = needs_of_hmc(d);
  const auto extent = [&](const MemoryNeed& need) { return largest_extent(d.limits, need); };
  const auto bytes = [](const MemoryNeed& need) { return need.bytes_per_site; };
  const nlohmann::ordered_json object = {
      {"device", d.id()},
      {"default", is_default},
      {"api", gpu::to_string(d.api)},
      {"api_version", d.api_version},
      {"name", d.name},
      {"driver", d.driver},
      {"type", gpu::to_string(d.type)},
      {"memory_bytes", d.limits.memory_bytes},
      {"storage_range_bytes", d.limits.storage_range_bytes},
      {"float64", d.limits.float64},
      {"memory_model", d.limits.memory_model},
      {"subgroup", d.limits.subgroup},
      {"vector_bits", vector_bits(d)},
      {"vector_bits_chosen_by", vector_bits(d) != 0 ? vector_bits_chosen_by() : ""},
      {"largest_hmc_lattice", largest_extent(d.limits, hmc[std::size_t(gpu::Precision::single)])},
      {"largest_lattice", {{"solve", by_precision(solve, extent)}, {"hmc", by_precision(hmc, extent)}}},
      {"bytes_per_site", {{"solve", by_precision(solve, bytes)}, {"hmc", by_precision(hmc, bytes)}}}};
  fmt::print("{}\n", json_line(object));
}

void print_text(const gpu::DeviceInfo& d, bool is_default) {
  fmt::print("{} {:<10}  {}\n", is_default ? "*" : " ", d.id(), d.name);
  fmt::print("    {}{}, {} {}, driver {}\n", gpu::to_string(d.type),
             d.type == gpu::DeviceType::software ? " driver for CPUs" : "", gpu::to_string(d.api),
             d.api_version, d.driver);
  fmt::print("    memory {}, storage range {}, double {}, subgroup {}\n", bytes(d.limits.memory_bytes),
             bytes(d.limits.storage_range_bytes), d.limits.float64 ? "yes" : "no",
             d.limits.subgroup ? std::to_string(d.limits.subgroup) : "unknown");
  if (const int bits = vector_bits(d); bits != 0) {
    const std::string by = vector_bits_chosen_by();
    fmt::print("    vectors of {} bits, {}\n", bits,
               by == "driver" ? "as the driver chooses"
               : by == "user" ? "by LP_NATIVE_VECTOR_WIDTH"
                              : "as was measured here");
  }
  fmt::print("    {:<16}{:>8}{:>8}{:>8}\n", "largest lattice", "half", "single", "double");
  for (const auto& [name, needs] : {std::pair{"solve", needs_of_solve(d)}, {"hmc", needs_of_hmc(d)}}) {
    fmt::print("      {:<14}", name);
    for (const auto& need : needs) fmt::print("{:>8}", extent(largest_extent(d.limits, need)));
    fmt::print("\n");
  }
}

int list_devices(const CommonOptions& options) {
  gpu::check_device_name(options.device);
  auto all = gpu::devices();
  if (all.empty())
    throw Error(ErrorKind::device, "no Vulkan and no OpenGL device found", missing_driver_hint());
  const std::string chosen = gpu::default_device(all);
  if (options.device != "auto")
    std::erase_if(all, [&](const gpu::DeviceInfo& d) {
      return d.id() != options.device && gpu::to_string(d.api) != options.device;
    });
  if (all.empty())
    throw Error(ErrorKind::device, "no device " + options.device, "'glueball devices' lists what there is");
  for (const auto& device : all) {
    const bool is_default = device.id() == chosen;
    options.json ? print_json(device, is_default) : print_text(device, is_default);
  }
  if (options.device == "auto" && !options.json && !options.quiet)
    fmt::print("* is what --device auto takes\n");
  return int(Status::done);
}

}  // namespace

Command devices_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("devices", "list every Vulkan and OpenGL device, its limits, what it can hold");
  auto options = std::make_shared<CommonOptions>();
  add_common(*table, *options, {FlagGroup::device, FlagGroup::ranks});
  table->footer(
      "With --device those alone that it names. Under mpirun: the device of each rank, how it exchanges "
      "ghosts with its neighbours (--transport), and how long that takes. The largest lattices are L^4, L a "
      "multiple of 4, in half, single and double precision: of solve one column of Wilson quarks at a time "
      "by conjugate gradients, the precision that of --inner; of hmc two flavours of Wilson quarks, which "
      "have no half precision. "
      "They follow from the device's memory, a tenth of which is left alone, and from what it binds at once. "
      "In JSON they are the extents L, 0 for none: largest_lattice, by command and precision, and "
      "bytes_per_site that a command takes of the device's memory; largest_hmc_lattice is that of hmc in "
      "single.\nExample:  glueball devices --json");
  return {table, *options,
          [options](Setup& setup) {
            if (!world().alone()) return list_ranks(*options, setup);
            require_one_rank("devices", *options);
            return list_devices(*options);
          },
          true};
}

}  // namespace glueball::app
