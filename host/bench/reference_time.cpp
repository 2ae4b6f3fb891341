#include "bench/reference_time.hpp"

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

void measure_reference(const kernel_specs::Reference& reference, double total_seconds, BenchRow& row) {
  if (reference.in_double) {
    const Timing t = time_of(reference.in_double, total_seconds);
    row.reference_seconds = t.seconds;
    row.reference_processor_seconds = t.processor_seconds;
  }
  if (reference.in_single) row.reference_single_seconds = time_of(reference.in_single, total_seconds).seconds;
}

}  // namespace glueball
