#include "bench/twin.hpp"

namespace glueball {
namespace {

Timing time_of(const std::function<void()>& work, double total_seconds) {
  const auto batch = [&](std::size_t runs) {
    return batch_time([&] {
      for (std::size_t n = 0; n < runs; ++n) work();
    });
  };
  return sustained(batch, false, total_seconds);
}

}  // namespace

void measure_twin(const kernel_specs::Twin& twin, double total_seconds, BenchRow& row) {
  if (twin.in_double) {
    const Timing t = time_of(twin.in_double, total_seconds);
    row.twin_seconds = t.seconds;
    row.twin_processor_seconds = t.processor_seconds;
  }
  if (twin.in_single) row.twin_single_seconds = time_of(twin.in_single, total_seconds).seconds;
}

}  // namespace glueball
