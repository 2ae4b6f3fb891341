#include "tune/autotune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/error.hpp"
#include "bench/timing.hpp"
#include "gpu/shader.hpp"
#include "kernel_specs/tuning.hpp"
#include "tune/search.hpp"

namespace glueball {
namespace {

using gpu::Storage;

constexpr std::array<std::uint32_t, 4> kWorkgroups = {32, 64, 128, 256};

// Lattices for measurements exceed the caches of a GPU, and take a fraction of a second on a CPU.
constexpr std::size_t kGpuVolume = std::size_t(1) << 19, kCpuVolume = std::size_t(1) << 14;
constexpr double kGpuBudget = 4, kCpuBudget = 10;
/// Seconds of each measurement, and seconds of work before the first one on a GPU. An idle GPU has lowered
/// its clocks (an H200: 345 MHz instead of 1980), and takes some tenths of a second to raise them.
constexpr double kMeasure = 0.03, kWakeUp = 0.4;

bool is_software(const gpu::DeviceInfo& device) { return device.type == gpu::DeviceType::software; }

Geometry capped(const gpu::DeviceInfo& device, const Geometry& geometry) {
  auto extents = geometry.extents();
  const std::size_t most = is_software(device) ? kCpuVolume : kGpuVolume;
  for (Geometry g = geometry; g.volume() > most; g = Geometry(extents)) {
    const auto longest = std::max_element(extents.rbegin(), extents.rend());
    *longest = (*longest / 2 + 1) / 2 * 2;
  }
  return Geometry(extents);
}

/// True if the largest field, links with 18 reals, fits into this storage.
bool fits(const gpu::Limits& limits, const Geometry& g, Storage storage) {
  constexpr std::size_t kMostPlanes = 18;
  if (storage == Storage::texel) return g.half_volume() * kMostPlanes <= limits.texel_elements;
  if (storage == Storage::image)
    return std::uint32_t(g.extent(0) / 2 * g.extent(1)) <= limits.image_extent &&
           std::uint32_t(g.extent(2) * g.extent(3)) <= limits.image_extent && limits.image_layers >= 256;
  return true;
}

std::vector<Storage> storages(const gpu::DeviceInfo& device, const TuneRequest& r) {
  std::vector<Storage> list;
  for (const Storage s : kTunedStorages)
    if (r.storage_free
            ? fits(device.limits, r.geometry, s) &&
                  (s != Storage::image || (r.images && r.options.precision == gpu::Precision::single))
            : s == r.options.storage)
      list.push_back(s);
  return list;
}

std::vector<std::uint32_t> workgroups(const gpu::DeviceInfo& device, const TuneRequest& r) {
  if (!r.workgroup_free) return {r.options.workgroup};
  std::vector<std::uint32_t> list;
  for (const std::uint32_t size : kWorkgroups)
    if (size <= device.limits.group_invocations) list.push_back(size);
  return list;
}

/// Eight reals are not tried in half precision: they lose another two bits, which costs a solver more
/// iterations.
std::vector<int> reconstructions(const TuneRequest& r) {
  if (!r.reconstruct_free) return {r.options.reconstruct};
  if (r.options.precision == gpu::Precision::half || !r.workload->with_eight_reals) return {12, 18};
  return {8, 12, 18};
}

std::vector<int> threads_per_site(const TuneRequest& r) {
  if (!r.threads_per_site_free) return {r.options.threads_per_site};
  if (!r.two_per_site) return {1, 4};
  return {kTunedThreadsPerSite.begin(), kTunedThreadsPerSite.end()};
}

/// True if shared memory has room for the partial results that a spinor hop's threads exchange
/// (lib/threads_per_site.glsl) and for a sum.
bool fits_shared(const gpu::Limits& limits, const TuneRequest& r, const Choice& c) {
  if (c.threads_per_site == 1) return true;
  const std::size_t real = r.options.precision == gpu::Precision::double_ ? 8 : 4;
  return 24 * real * (c.workgroup - c.workgroup / std::uint32_t(c.threads_per_site) + 1) +
             8 * std::size_t(c.workgroup) <=
         limits.shared_bytes;
}

template <class Items, class Text>
std::string joined(const Items& items, Text text) {
  std::string all;
  for (const auto& item : items) all += (all.empty() ? "" : ",") + fmt::format("{}", text(item));
  return all;
}

/// Returns the median seconds of a run of the workload for one right-hand side, or nothing if the device
/// refuses it.
std::optional<double> timed(gpu::Device& device, const Geometry& geometry, const TuneRequest& r,
                            const Choice& choice, double seconds = kMeasure) {
  try {
    const DeviceLattice lattice(device, geometry, applied(r.options, choice));
    const Workload w =
        r.blocks.size() > 1 ? r.workload->make_block(lattice, choice.block) : r.workload->make(lattice);
    return measure(lattice, w, seconds, 0.005).seconds / choice.block;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::device) throw;
    return std::nullopt;
  }
}

/// This number must be raised when what a search tries or measures changes, or its order. Earlier choices are
/// ignored then.
constexpr int kSearch = 2;

std::string shader_part() { return fmt::format("shaders {:016x}", gpu::shader_hash()); }

}  // namespace

std::string Autotuner::key(const gpu::DeviceInfo& device, const TuneRequest& r) {
  return fmt::format("{}; {}; {}; {}; {}; {}; {}; search {} among {}; {}; {}; {}; {}", r.workload->name,
                     name_of_precision(r.options), capped(device, r.geometry).to_string(),
                     gpu::to_string(device.api), device.name, device.driver, shader_part(), kSearch,
                     joined(storages(device, r), [](Storage s) { return gpu::to_string(s); }),
                     joined(workgroups(device, r), [](auto n) { return n; }),
                     joined(reconstructions(r), [](int n) { return n; }),
                     joined(threads_per_site(r), [](int n) { return n; }),
                     joined(r.blocks, [](int n) { return n; }));
}

std::optional<Choice> Autotuner::find(const std::string& key) const {
  return directory_.empty() ? std::nullopt : TunedChoices(path(), hooks_.trouble).find(key);
}

void Autotuner::keep(const std::string& key, const Choice& choice) const {
  // Choices that were measured with other shaders are dropped.
  if (!directory_.empty()) TunedChoices(path(), hooks_.trouble).keep(key, choice, shader_part());
}

Choice Autotuner::search(gpu::Device& device, const TuneRequest& r, double budget,
                         const std::optional<Choice>& earlier) const {
  const gpu::DeviceInfo& info = device.info();
  const Geometry geometry = capped(info, r.geometry);
  SearchSpace space{.usual = {.storage = r.options.storage,
                              .workgroup = DeviceLattice::workgroup(device, r.options),
                              .reconstruct = r.options.reconstruct,
                              .threads_per_site = r.options.threads_per_site,
                              .block = r.blocks.front()},
                    .changes = {}};
  // Properties are tried one after the other, because their gains hardly depend on each other. The largest
  // gain comes first, since time may run out on a slow host: on GPUs fewer reals a link, with a CPU's driver
  // the storage.
  if (is_software(info)) space.add(storages(info, r), &Choice::storage);
  space.add(reconstructions(r), &Choice::reconstruct);
  space.add(threads_per_site(r), &Choice::threads_per_site);
  space.add(workgroups(info, r), &Choice::workgroup);
  if (!is_software(info)) space.add(storages(info, r), &Choice::storage);
  space.add(r.blocks, &Choice::block);

  if (!is_software(info)) timed(device, geometry, r, earlier.value_or(space.usual), kWakeUp);
  std::optional<std::chrono::steady_clock::time_point> start;
  return glueball::search(space,
                          {.possible = [&](const Choice& c) { return fits_shared(info.limits, r, c); },
                           .seconds = [&](const Choice& c) { return timed(device, geometry, r, c); },
                           .time_is_over =
                               [&] {
                                 const auto now = std::chrono::steady_clock::now();
                                 if (!start) start = now;
                                 return std::chrono::duration<double>(now - *start).count() > budget;
                               }},
                          earlier);
}

std::optional<Choice> Autotuner::choose(gpu::Device& device, const TuneRequest& r,
                                        std::optional<double> budget) const {
  const std::string key = Autotuner::key(device.info(), r);
  const auto kept = find(key);
  if (r.geometry.volume() < kLeastVolume || (kept && kept->untried == 0)) return kept;
  const auto start = std::chrono::steady_clock::now();
  const Choice choice =
      search(device, r, budget.value_or(is_software(device.info()) ? kCpuBudget : kGpuBudget), kept);
  keep(key, choice);
  if (hooks_.found) {
    const auto end = std::chrono::steady_clock::now();
    hooks_.found({r, device.info(), choice, std::chrono::duration<double>(end - start).count()});
  }
  return choice;
}

std::string describe(const LatticeOptions& o) {
  return fmt::format("fields in {}, workgroups of {}, {} reals a link, {} a site", gpu::to_string(o.storage),
                     o.workgroup, o.reconstruct,
                     o.threads_per_site == 1 ? "1 thread" : fmt::format("{} threads", o.threads_per_site));
}

TuneRequest block_request(std::string_view hop, const Geometry& geometry, const LatticeOptions& options,
                          int columns) {
  TuneRequest request{.workload = &kernel_specs::block_benchmark(hop),
                      .geometry = geometry,
                      .options = options,
                      .storage_free = false,
                      .workgroup_free = false,
                      .blocks = {}};
  for (const int count : kTunedBlocks)
    if (count <= columns + columns % 2) request.blocks.push_back(count);
  return request;
}

LatticeOptions applied(LatticeOptions options, const Choice& c) {
  options.storage = c.storage;
  options.workgroup = c.workgroup;
  options.reconstruct = c.reconstruct;
  options.threads_per_site = c.threads_per_site;
  return options;
}

std::string name_of_precision(const LatticeOptions& o) {
  const std::string name(gpu::to_string(o.precision));
  const bool floating = o.precision == gpu::Precision::half && o.half_format == gpu::HalfFormat::floating;
  return floating ? name + " (float)" : name;
}

}  // namespace glueball
