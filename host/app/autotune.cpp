#include "app/autotune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/benchmark.hpp"
#include "app/cache.hpp"
#include "app/progress.hpp"
#include "base/error.hpp"
#include "gpu/shader.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;
using gpu::Storage;

constexpr const char* kMagic = "glueball-tune";
constexpr int kFormat = 2;
constexpr std::array kStorages = {Storage::buffer, Storage::texel, Storage::image};
constexpr std::array<std::uint32_t, 4> kWorkgroups = {32, 64, 128, 256};
constexpr std::array kLanes = {1, 2, 4};
// Of a propagator's twelve columns: equal parts, each even.
constexpr std::array kBlocks = {1, 2, 4, 6, 12};

// A choice must be better than the default by more than measurements scatter.
constexpr double kGain = 0.97;

// What is measured: beyond the caches of a GPU, a fraction of a second on a CPU.
constexpr std::size_t kGpuVolume = std::size_t(1) << 19, kCpuVolume = std::size_t(1) << 14;
constexpr double kGpuBudget = 2, kCpuBudget = 10;

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

/// Whether the largest field, the links with 18 reals, can lie there.
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
  for (const Storage s : kStorages)
    if (r.storage_free ? fits(device.limits, r.geometry, s) && (s != Storage::image || (r.images && r.options.precision == gpu::Precision::single))
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

/// Eight reals in half precision lose another two bits, which a solver pays for in iterations: that is not searched. Gauge fixing
/// has none.
std::vector<int> reconstructions(const TuneRequest& r) {
  if (!r.reconstruct_free) return {r.options.reconstruct};
  if (r.options.precision == gpu::Precision::half || r.workload.starts_with("fix")) return {12, 18};
  return {8, 12, 18};
}

std::vector<int> lanes(const TuneRequest& r) {
  if (!r.lanes_free) return {r.options.lanes};
  if (!r.pairs) return {1, 4};
  return {kLanes.begin(), kLanes.end()};
}

/// Whether what the lanes of a spinor's hop leave each other (lib/lanes.glsl) and a sum lie in shared memory.
bool fits_shared(const gpu::Limits& limits, const TuneRequest& r, const Choice& c) {
  if (c.lanes == 1) return true;
  const std::size_t real = r.options.precision == gpu::Precision::double_ ? 8 : 4;
  return 24 * real * (c.workgroup - c.workgroup / std::uint32_t(c.lanes) + 1) + 8 * std::size_t(c.workgroup) <=
         limits.shared_bytes;
}

template <class Items, class Text>
std::string joined(const Items& items, Text text) {
  std::string all;
  for (const auto& item : items) all += (all.empty() ? "" : ",") + fmt::format("{}", text(item));
  return all;
}

/// "single", "half", "half (float)"
std::string precision_of(const LatticeOptions& o) {
  const std::string name(gpu::to_string(o.precision));
  const bool floating = o.precision == gpu::Precision::half && o.half_format == gpu::HalfFormat::floating;
  return floating ? name + " (float)" : name;
}

LatticeOptions with(LatticeOptions options, const Choice& c) {
  options.storage = c.storage;
  options.workgroup = c.workgroup;
  options.reconstruct = c.reconstruct;
  options.lanes = c.lanes;
  return options;
}

/// Median seconds of a run of the workload for one right-hand side; nothing where the device refuses.
std::optional<double> timed(gpu::Device& device, const Geometry& geometry, const TuneRequest& r, const Choice& choice) {
  const auto& list = benchmarks();
  const auto found = std::find_if(list.begin(), list.end(), [&](const Benchmark& b) { return b.name == r.workload; });
  if (found == list.end()) throw std::logic_error("no workload " + r.workload);
  try {
    const DeviceLattice lattice(device, geometry, with(r.options, choice));
    const Workload w = r.blocks.size() > 1 ? found->make_block(lattice, choice.block) : found->make(lattice);
    return measure(lattice, w, 0.03, 0.005).seconds / choice.block;
  } catch (const Error& error) {
    if (error.status() != Status::device) throw;
    return std::nullopt;
  }
}

/// The choices of a tune.json; an empty object where there are none, or the file is not ours.
Json read_choices(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return Json::object();
  std::ifstream file(path);
  const Json all = Json::parse(file, nullptr, false);
  if (all.is_object() && all.contains(kMagic) && all[kMagic] == kFormat && all.contains("choices") &&
      all["choices"].is_object())
    return all["choices"];
  // An earlier version of this program kept other things: no fault, and nothing to say.
  if (all.is_object() && all.contains(kMagic) && all[kMagic].is_number_integer() && all[kMagic] < kFormat) return Json::object();
  warn_of_cache(path, "damaged, or not ours; it is ignored and written anew");
  return Json::object();
}

std::string shader_part() { return fmt::format("shaders {:016x}", gpu::shader_hash()); }

}  // namespace

std::string Autotuner::key(const gpu::DeviceInfo& device, const TuneRequest& r) {
  return fmt::format("{}; {}; {}; {}; {}; {}; {}; among {}; {}; {}; {}; {}", r.workload, precision_of(r.options),
                     capped(device, r.geometry).to_string(), gpu::to_string(device.api), device.name, device.driver,
                     shader_part(), joined(storages(device, r), [](Storage s) { return gpu::to_string(s); }),
                     joined(workgroups(device, r), [](auto n) { return n; }),
                     joined(reconstructions(r), [](int n) { return n; }), joined(lanes(r), [](int n) { return n; }),
                     joined(r.blocks, [](int n) { return n; }));
}

std::optional<Choice> Autotuner::find(const std::string& key) const {
  if (directory_.empty()) return std::nullopt;
  const Json choices = read_choices(path());
  const auto found = choices.find(key);
  if (found == choices.end()) return std::nullopt;
  try {
    Choice c;
    const auto name = found->at("storage").get<std::string>();
    const auto storage = std::find_if(kStorages.begin(), kStorages.end(), [&](Storage s) { return gpu::to_string(s) == name; });
    found->at("workgroup").get_to(c.workgroup);
    found->at("reconstruct").get_to(c.reconstruct);
    found->at("lanes").get_to(c.lanes);
    found->at("block").get_to(c.block);
    found->at("seconds").get_to(c.seconds);
    found->at("default_seconds").get_to(c.default_seconds);
    const bool good = storage != kStorages.end() && c.workgroup <= 1024 && c.workgroup % 32 == 0 &&
                      (c.reconstruct == 8 || c.reconstruct == 12 || c.reconstruct == 18) &&
                      std::find(kLanes.begin(), kLanes.end(), c.lanes) != kLanes.end() &&
                      std::find(kBlocks.begin(), kBlocks.end(), c.block) != kBlocks.end();
    if (!good) throw std::domain_error("a choice that there is not");
    c.storage = *storage;
    return c;
  } catch (const std::exception&) {
    warn_of_cache(path(), "damaged, or not ours; it is ignored and written anew");
    return std::nullopt;
  }
}

void Autotuner::keep(const std::string& key, const Choice& c) const {
  if (directory_.empty()) return;
  // Read again: another run may have written meanwhile. What other shaders were measured for is dropped.
  Json choices = Json::object();
  const Json before = read_choices(path());
  for (const auto& [other, choice] : before.items())
    if (other.find(shader_part()) != std::string::npos) choices[other] = choice;
  choices[key] = {{"storage", gpu::to_string(c.storage)}, {"workgroup", c.workgroup}, {"reconstruct", c.reconstruct},
                  {"lanes", c.lanes}, {"block", c.block}, {"seconds", c.seconds}, {"default_seconds", c.default_seconds}};
  const Json all = {{kMagic, kFormat}, {"choices", choices}};
  if (const auto why = write_cache_file(path(), all.dump(1) + "\n")) warn_of_cache(path(), "not kept: " + *why);
}

Choice Autotuner::search(gpu::Device& device, const TuneRequest& r, double budget) const {
  const Geometry geometry = capped(device.info(), r.geometry);
  Choice best{.storage = r.options.storage, .workgroup = DeviceLattice::workgroup(device, r.options),
              .reconstruct = r.options.reconstruct, .lanes = r.options.lanes, .block = r.blocks.front()};
  const auto first = timed(device, geometry, r, best);
  if (!first) return best;
  best.seconds = best.default_seconds = *first;
  const auto start = std::chrono::steady_clock::now();
  const auto attempt = [&](Choice other) {
    if (other == best || !fits_shared(device.info().limits, r, other)) return;
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > budget) return;
    const auto seconds = timed(device, geometry, r, other);
    if (!seconds || *seconds > kGain * best.seconds) return;
    other.seconds = *seconds;
    best = other;
  };
  // One after the other: their gains hardly depend on each other.
  for (const Storage s : storages(device.info(), r)) {
    Choice other = best;
    other.storage = s;
    attempt(other);
  }
  for (const std::uint32_t size : workgroups(device.info(), r)) {
    Choice other = best;
    other.workgroup = size;
    attempt(other);
  }
  for (const int reals : reconstructions(r)) {
    Choice other = best;
    other.reconstruct = reals;
    attempt(other);
  }
  for (const int count : lanes(r)) {
    Choice other = best;
    other.lanes = count;
    attempt(other);
  }
  for (const int count : r.blocks) {
    Choice other = best;
    other.block = count;
    attempt(other);
  }
  return best;
}

std::optional<Choice> Autotuner::choose(gpu::Device& device, const TuneRequest& r, std::optional<double> budget) const {
  const std::string key = Autotuner::key(device.info(), r);
  if (const auto kept = find(key)) return kept;
  if (r.geometry.volume() < kLeastVolume) return std::nullopt;
  const auto start = std::chrono::steady_clock::now();
  const Choice choice = search(device, r, budget.value_or(is_software(device.info()) ? kCpuBudget : kGpuBudget));
  keep(key, choice);
  const std::string block = r.blocks.size() > 1 ? fmt::format(", {} at once", choice.block) : "";
  say(quiet_, fmt::format("tuned {} in {} precision for {}: {}{}, {:.2f} times as fast as the default; {:.1f} s, once",
                          r.workload, precision_of(r.options), device.info().id(),
                          describe(with(r.options, choice)), block, choice.default_seconds / choice.seconds,
                          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()));
  return choice;
}

std::string describe(const LatticeOptions& o) {
  return fmt::format("fields in {}, workgroups of {}, {} reals a link, {} a site", gpu::to_string(o.storage), o.workgroup,
                     o.reconstruct, o.lanes == 1 ? "1 invocation" : fmt::format("{} invocations", o.lanes));
}

bool choose_options(const CommonOptions& flags, gpu::Device& device, const Geometry& geometry, const TuneFor& what,
                    LatticeOptions& options) {
  options.storage = flags.storage_or(options.storage);
  options.workgroup = std::uint32_t(flags.workgroup);
  std::optional<Choice> choice;
  if (!flags.no_tune) {
    const TuneRequest request{what.workload, geometry, options, flags.storage == "auto", flags.workgroup == 0,
                              what.reconstruct, what.images, what.lanes, what.pairs};
    choice = Autotuner(flags.cache(), flags.quiet).choose(device, request);
  }
  if (choice) options = with(options, *choice);
  options.workgroup = DeviceLattice::workgroup(device, options);
  return choice.has_value();
}

int choose_block(const CommonOptions& flags, gpu::Device& device, const Geometry& geometry, const LatticeOptions& options,
                 int columns) {
  if (flags.no_tune || columns < 2) return 1;
  TuneRequest request{.workload = "cg-multi", .geometry = geometry, .options = options, .storage_free = false,
                      .workgroup_free = false, .blocks = {}};
  for (const int count : kBlocks)
    if (count <= columns) request.blocks.push_back(count);
  const auto choice = Autotuner(flags.cache(), flags.quiet).choose(device, request);
  return choice ? choice->block : 1;
}

}  // namespace glueball::app
