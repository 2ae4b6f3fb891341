#include "bench/timing.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <numeric>
#include <span>
#include <vector>

#include "comm/of_all.hpp"
#include "kernels/linalg.hpp"

namespace glueball {

Timing sustained(const std::function<BatchTime(std::size_t)>& batch, bool single, double total_seconds,
                 double batch_seconds) {
  Timing result;
  batch_seconds = std::min(batch_seconds, total_seconds);
  const auto warm_up = [&](std::size_t runs) {
    result.warm_up += runs;
    return batch(runs).clock;
  };
  warm_up(1);  // warm-up: creates the pipelines
  std::size_t runs = 1;
  double time = warm_up(runs);
  while (!single && time < batch_seconds) {
    runs =
        std::max(runs * 2, std::size_t(double(runs) * std::min(batch_seconds / std::max(time, 1e-6), 16.0)));
    // The minimum of two calls counts. A single hitch must not end the search with small batches, which would
    // time the submission.
    time = std::min(warm_up(runs), warm_up(runs));
  }
  for (double spent = time; spent < total_seconds / 4;) spent += warm_up(runs);

  std::vector<double> times;
  for (double spent = 0; spent < total_seconds || times.size() < 3;) {
    const BatchTime t = batch(runs);
    spent += t.clock;
    times.push_back(t.clock / double(runs));
    result.processor_seconds += t.processor;
    result.runs += runs;
  }
  std::sort(times.begin(), times.end());
  result.seconds = times[times.size() / 2];
  result.low = quantile(times, 0.1);
  result.high = quantile(times, 0.9);
  result.best = times.front();
  result.worst = times.back();
  result.processor_seconds /= double(result.runs);
  return result;
}

double quantile(std::span<const double> sorted, double of) {
  const double at = of * double(sorted.size() - 1);
  const std::size_t below = std::size_t(at), above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

BatchTime batch_time(const std::function<void()>& work) {
  const std::clock_t processor = std::clock();
  const auto start = std::chrono::steady_clock::now();
  work();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
          double(std::clock() - processor) / CLOCKS_PER_SEC};
}

namespace {

std::vector<double> of_ranks(const Domain* domain, double mine) {
  return domain == nullptr ? std::vector<double>{mine} : of_all(domain->ranks(), mine);
}

}  // namespace

double largest_of_ranks(const Domain* domain, double mine) {
  const auto all = of_ranks(domain, mine);
  return *std::max_element(all.begin(), all.end());
}

double sum_of_ranks(const Domain* domain, double mine) {
  const auto all = of_ranks(domain, mine);
  return std::accumulate(all.begin(), all.end(), 0.0);
}

Timing measure(const DeviceLattice& lattice, const Workload& workload, double total_seconds,
               double batch_seconds) {
  const auto batch = [&](std::size_t runs) {
    BatchTime time = batch_time([&] {
      for (std::size_t i = 0; i < runs; ++i) workload.run();
      lattice.stream().finish();
    });
    time.clock = largest_of_ranks(lattice.domain(), time.clock);
    return time;
  };
  return sustained(batch, workload.waits, total_seconds, batch_seconds);
}

std::map<std::string, double> kernel_seconds(const DeviceLattice& lattice, const Workload& workload) {
  // All ranks decide together, because they wait for each other.
  if (largest_of_ranks(lattice.domain(), lattice.device().info().limits.timestamp_ns == 0 ? 1 : 0) > 0)
    return {};
  gpu::Stream& stream = lattice.stream();
  const int runs = workload.waits ? 1 : 16;
  stream.clear_times();
  stream.profile(true);
  for (int n = 0; n < runs; ++n) workload.run();
  std::map<std::string, double> seconds;
  for (const auto& [kernel, time] : stream.times()) seconds[kernel] = time.seconds / runs;
  stream.profile(false);
  stream.clear_times();
  return seconds;
}

double copy_bandwidth(gpu::Device& device, gpu::Storage storage, double total_seconds) {
  // The fields exceed every cache: 1 GiB in all on a GPU, 64 MiB on a CPU.
  const bool software = device.info().type == gpu::DeviceType::software;
  const Geometry geometry = software ? Geometry({16, 16, 16, 32}) : Geometry({32, 32, 32, 64});
  LatticeOptions options = preferred_options(device);
  options.storage = storage;
  const DeviceLattice lattice(device, geometry, options);
  const std::uint32_t planes = 32;
  Field x(lattice, planes), y(lattice, planes);
  // The fields hold noise, since memory may move zeros faster.
  std::vector<float> noise(x.memory().bytes() / sizeof(float));
  for (std::uint32_t bits = 1; float& value : noise) {
    bits = bits * 1664525u + 1013904223u;
    value = float(bits >> 8) * 0x1p-24f - 0.5f;
  }
  lattice.stream().upload(x.memory(), std::as_bytes(std::span(noise)));
  Workload w;
  w.run = [&] { kernels::Copy::run(lattice, {}, x, y); };
  w.bytes = 2.0 * planes * 16 * double(geometry.half_volume());
  return w.bytes / measure(lattice, w, total_seconds).seconds;
}

}  // namespace glueball
