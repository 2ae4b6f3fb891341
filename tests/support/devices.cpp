#include "support/devices.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "app/cache.hpp"
#include "app/module_cache.hpp"
#include "app/progress.hpp"

namespace glueball::test {
namespace {

/// GLUEBALL_TEST_API=vulkan or opengl leaves the other out, on purpose: by itself a missing device is a
/// fault.
bool wanted(gpu::Api api) {
  const char* only = std::getenv("GLUEBALL_TEST_API");
  return only == nullptr || std::string_view(only) == to_string(api);
}

std::vector<std::unique_ptr<gpu::Device>> open_all() {
  std::vector<std::unique_ptr<gpu::Device>> all;
  const auto modules = app::module_cache(app::cache_directory());
  for (const gpu::DeviceInfo& info : gpu::devices())
    if (wanted(info.api))
      all.push_back(gpu::open_device(info.id(), {.validate = true, .log = app::warn, .modules = modules}));
  return all;
}

/// Runs `test` and holds the device to silence, whether or not the test ends by an exception.
void watched(gpu::Device& device, const std::function<void()>& test) {
  struct Watch {
    gpu::Device& device;
    int before;
    ~Watch() { CHECK_MESSAGE(device.messages() == before, "validation or debug messages, printed above"); }
  } const watch{device, device.messages()};
  test();
  device.stream().finish();
}

/// The choices of a sweep on a device: those of a user who says nothing come first for each precision.
std::vector<LatticeOptions> choices(const gpu::Device& device, const Sweep& sweep) {
  using gpu::Accumulator, gpu::Precision, gpu::Storage;
  std::vector<LatticeOptions> all;
  std::vector<Storage> storages{device.preferred_storage()};
  if (sweep.storage) storages = {Storage::buffer, Storage::texel, Storage::image};
  if (sweep.split) storages.push_back(Storage::split);
  std::vector<Accumulator> accumulators{device.preferred_accumulator()};
  if (sweep.accumulator) accumulators = {Accumulator::two_float};
  if (sweep.accumulator && device.info().limits.float64) accumulators.push_back(Accumulator::float64);
  std::vector<Precision> precisions{Precision::single};
  if (sweep.in_double && device.info().limits.float64) precisions.push_back(Precision::double_);
  if (sweep.in_half) precisions.push_back(Precision::half);
  for (const Precision precision : precisions)
    for (const Storage storage : storages) {
      const bool usual = storage == device.preferred_storage(), single = precision == Precision::single;
      if (storage == Storage::image && !single) continue;
      if (storage == Storage::split && precision == Precision::half) continue;
      if (!usual && !single && !everything()) continue;
      for (const Accumulator accumulator : accumulators) {
        if (!single && accumulator != device.preferred_accumulator()) continue;
        std::vector<int> reconstructs{12};
        if (sweep.reconstruct && (single || usual)) reconstructs.push_back(18);
        if (sweep.reconstruct && usual) reconstructs.push_back(8);
        for (const int reconstruct : reconstructs) {
          std::vector<int> all_threads_per_site{1};
          if (sweep.threads_per_site && usual && reconstruct == 12)
            all_threads_per_site = single ? std::vector{1, 2, 4} : std::vector{1, 2};
          std::vector<gpu::HalfFormat> formats{gpu::HalfFormat::fixed};
          if (precision == Precision::half) formats.push_back(gpu::HalfFormat::floating);
          for (const int threads_per_site : all_threads_per_site)
            for (const gpu::HalfFormat format : formats)
              all.push_back({{.storage = storage,
                              .reconstruct = reconstruct,
                              .precision = precision,
                              .half_format = format},
                             {.accumulator = accumulator,
                              .threads_per_site = threads_per_site,
                              .fused = threads_per_site > 1}});
        }
      }
    }
  return all;
}

/// How many of its choices are not the device's own. Storage and reconstruction, which lay links out, are
/// one.
int deviations(const gpu::Device& device, const LatticeOptions& options) {
  return int(options.storage != device.preferred_storage() || options.reconstruct != 12) +
         int(options.threads_per_site != 1) + int(options.accumulator != device.preferred_accumulator()) +
         int(options.half_format != gpu::HalfFormat::fixed);
}

}  // namespace

bool everything() { return std::getenv("GLUEBALL_TEST_EVERYTHING") != nullptr; }

const std::vector<std::unique_ptr<gpu::Device>>& devices() {
  static const std::vector<std::unique_ptr<gpu::Device>> all = open_all();
  for (const gpu::Api api : {gpu::Api::vulkan, gpu::Api::opengl}) {
    const bool there =
        std::any_of(all.begin(), all.end(), [&](const auto& d) { return d->info().api == api; });
    REQUIRE_MESSAGE(there == (gpu::has_api(api) && wanted(api)),
                    std::string(to_string(api)) << " is built in and has no device here");
  }
  return all;
}

void for_each_device(const std::function<void(gpu::Device&)>& test) {
  for (const auto& device : devices()) {
    INFO(device->info().id(), " (", device->info().name, ")");
    watched(*device, [&] { test(*device); });
  }
}

void for_each_device(int variant, const std::function<void(gpu::Device&)>& test) {
  for_each_device([&](gpu::Device& device) {
    if (has_turn(device, variant)) test(device);
  });
}

bool has_turn(const gpu::DeviceInfo& device, int variant) {
  if (everything() || device.type != gpu::DeviceType::software) return true;
  static const std::vector<std::string> slow = [] {
    std::vector<std::string> ids;
    for (const gpu::DeviceInfo& info : gpu::devices())
      if (info.type == gpu::DeviceType::software && wanted(info.api)) ids.push_back(info.id());
    return ids;
  }();
  return slow.empty() || slow[std::size_t(variant) % slow.size()] == device.id();
}

void for_each_lattice(const Geometry& geometry, const Sweep& sweep,
                      const std::function<void(const DeviceLattice&)>& test) {
  for (const auto& device : devices()) {
    // Beginning elsewhere on another lattice: where there are two, each device has more of the choices.
    int variant = std::max(sweep.turn, 0);
    for (int mu = 0; mu < kDirections; ++mu) variant += geometry.extent(mu) / 2;
    for (const LatticeOptions& options : choices(*device, sweep)) {
      const int apart = deviations(*device, options);
      if (apart > 1 && !everything() && device->info().type == gpu::DeviceType::software) continue;
      const bool everywhere = sweep.turn < 0 && apart == 0 && options.precision == gpu::Precision::single;
      if (!everywhere && !has_turn(*device, variant++)) continue;
      const DeviceLattice lattice(*device, geometry, options);
      INFO(describe(lattice), " on ", geometry.to_string());
      watched(*device, [&] { test(lattice); });
    }
  }
}

std::string describe(const DeviceLattice& lattice) {
  const LatticeOptions& options = lattice.options();
  return lattice.device().info().id() + " " + std::string(to_string(options.storage)) + " " +
         std::string(to_string(options.precision)) +
         (lattice.in_half() ? " " + std::string(to_string(options.half_format)) : "") + " " +
         std::to_string(options.reconstruct) + " " + std::string(to_string(options.accumulator)) +
         " threads per site " + std::to_string(options.threads_per_site);
}

}  // namespace glueball::test
