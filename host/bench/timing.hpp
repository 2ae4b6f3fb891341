// How long work on a device takes once it is under way.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "cards/card.hpp"

namespace glueball {

using cards::Workload;

struct Timing {
  double seconds = 0;            ///< median time of one run
  double best = 0, worst = 0;    ///< of one run, over the batches that count
  double low = 0, high = 0;      ///< the quantiles of these of 10 and 90 percent
  double processor_seconds = 0;  ///< of all the process's threads, for one run: with a driver that runs on
                                 ///< the CPU, what other programs beside do not change
  std::size_t runs = 0;          ///< that count
  std::size_t warm_up = 0;       ///< runs before these, of which nothing is kept

  /// Of the batches that count, relative to the median.
  double spread() const { return seconds > 0 ? (worst - best) / seconds : 0; }
};

/// The value below which a fraction `of` of the sorted values lies, between two neighbours in proportion. Of
/// at least one value.
double quantile(std::span<const double> sorted, double of);

/// Seconds that a batch of so many runs took, by the clock and of the processors.
struct BatchTime {
  double clock = 0, processor = 0;
};

/// What `work` took.
BatchTime batch_time(const std::function<void()>& work);

/// Sustained time of one run. `batch` is called with more and more runs until one call takes
/// `batch_seconds`, or `total_seconds` where that is less (with `single`, one run a call), then for a quarter
/// of `total_seconds` to warm up, then for `total_seconds` and at least three times. Only the last part
/// counts.
///
/// Why a warm-up: at the first dispatch with real bindings drivers do work that they never do again (Mesa
/// compiles, others allocate command memory or compile again in the background), and clocks have yet to
/// rise after the host has prepared fields while the device slept. Without it the first batch was an
/// outlier of several hundred percent.
Timing sustained(const std::function<BatchTime(std::size_t runs)>& batch, bool single, double total_seconds,
                 double batch_seconds = 0.05);

/// The largest of what the ranks of a split lattice give; `mine` where it is not split.
double largest_of_ranks(const Domain* domain, double mine);
/// And their sum.
double sum_of_ranks(const Domain* domain, double mine);

/// The same of a workload, a submission a batch; on several ranks as long as the slowest of them takes, so
/// that all run the same numbers of times.
Timing measure(const DeviceLattice& lattice, const Workload& workload, double total_seconds,
               double batch_seconds = 0.05);

/// What the device's own timestamps say of one run: seconds by kernel, without what lies between kernels.
/// None where the driver has no timestamps. Runs some more.
std::map<std::string, double> kernel_seconds(const DeviceLattice& lattice, const Workload& workload);

/// Bytes a second of linalg/copy, read plus written, on fields too large for caches.
double copy_bandwidth(gpu::Device& device, gpu::Storage storage, double total_seconds);

}  // namespace glueball
