// Timing of sustained work on a device.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "kernel_specs/kernel_spec.hpp"

namespace glueball {

using kernel_specs::Workload;

struct Timing {
  double seconds = 0;          ///< median time of one run
  double best = 0, worst = 0;  ///< fastest and slowest batch, time of one run
  double low = 0, high = 0;    ///< quantiles of 10 and 90 percent, time of one run
  /// CPU time of all the process's threads for one run. Other programs do not change it if the driver runs on
  /// the CPU.
  double processor_seconds = 0;
  std::size_t runs = 0;     ///< timed runs
  std::size_t warm_up = 0;  ///< runs before these, which do not count

  /// Returns (slowest - fastest batch) / median.
  double spread() const { return seconds > 0 ? (worst - best) / seconds : 0; }
};

/// Returns the quantile `of` (0 to 1) of sorted values by linear interpolation. There must be at least one
/// value.
double quantile(std::span<const double> sorted, double of);

/// Wall-clock and CPU seconds of a batch of runs.
struct BatchTime {
  double clock = 0, processor = 0;
};

/// Measures one call of `work`.
BatchTime batch_time(const std::function<void()>& work);

/// Measures the sustained time of one run. The number of runs a call of `batch` grows until a call takes
/// `batch_seconds`, or `total_seconds` if that is less. With `single` it stays one. Warm-up takes a quarter
/// of `total_seconds`. The measurement takes `total_seconds` and at least three calls; only it counts.
///
/// The warm-up is needed because drivers do one-time work at the first dispatch with real bindings: Mesa
/// compiles, others allocate command memory or compile again in the background. Clocks also rise slowly after
/// the device was idle. Without the warm-up the first batch was an outlier of several hundred percent.
Timing sustained(const std::function<BatchTime(std::size_t runs)>& batch, bool single, double total_seconds,
                 double batch_seconds = 0.05);

/// Returns the largest value over the ranks of a split lattice, or `mine` if the lattice is not split.
double largest_of_ranks(const Domain* domain, double mine);
/// Returns the sum over the ranks.
double sum_of_ranks(const Domain* domain, double mine);

/// Measures a workload with one submission a batch. On several ranks the slowest rank's time counts, so that
/// all ranks run the same number of times.
Timing measure(const DeviceLattice& lattice, const Workload& workload, double total_seconds,
               double batch_seconds = 0.05);

/// Returns seconds of one run by kernel from the device's timestamps; gaps between kernels are not included.
/// The map is empty if the driver has no timestamps. This runs the workload again.
std::map<std::string, double> kernel_seconds(const DeviceLattice& lattice, const Workload& workload);

/// Returns the bandwidth of linalg/copy in bytes per second, read plus written, on fields that exceed every
/// cache.
double copy_bandwidth(gpu::Device& device, gpu::Storage storage, double total_seconds);

}  // namespace glueball
