// These tests compare the sums of lib/reduce in double and in two floats with exact ones, with and without
// shared memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/linalg.hpp"
#include "kernels/probe.hpp"
#include "probe/buffers.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test::probe_reduce {
namespace {

const Geometry kGeometry({4, 6, 8, 10});

/// A launch as DeviceLattice would not choose it by itself: workgroups of `size`, `groups` of them in the
/// first pass.
struct Plan {
  std::uint32_t size, groups, shared;
  std::uint32_t partials() const { return groups * (shared ? 1 : size); }
};

/// Returns both components of probe/reduce over `values`: carefully and carelessly summed.
std::array<double, 2> sums(const DeviceLattice& lattice, const Plan& plan, const std::vector<float>& values) {
  gpu::Device& device = lattice.device();
  const auto& o = lattice.options();
  const auto pipeline = [&](std::string_view kernel) -> gpu::Pipeline& {
    return device.pipeline(kernel, {o.storage, o.accumulator}, {{0, plan.size}, {10, plan.shared}});
  };
  const BoundMemory in = input(lattice, values);
  const BoundMemory partials(lattice.allocate_buffer(plan.partials() * 2 * 8)),
      totals(lattice.allocate_buffer(16));
  const args::ProbeArgs first{std::uint32_t(values.size())};
  const args::SumArgs second{plan.partials(), 0, 0};
  const gpu::Binding bound_first[] = {{&in.memory(), gpu::Access::in},
                                      {&partials.memory(), gpu::Access::out}};
  const gpu::Binding bound_second[] = {{&partials.memory(), gpu::Access::in},
                                       {&totals.memory(), gpu::Access::inout}};
  device.stream().dispatch(pipeline(kernels::probe::Reduce::name), bound_first,
                           std::as_bytes(std::span(&first, 1)), plan.groups);
  device.stream().dispatch(pipeline(kernels::Sum::name), bound_second, std::as_bytes(std::span(&second, 1)),
                           2);
  const auto words = contents<std::uint32_t>(lattice, totals);
  return {lattice.decode_sum(words[0], words[1]), lattice.decode_sum(words[2], words[3])};
}

/// Returns the exact sum: long double has 64 bits and these numbers need fewer.
double exact(const std::vector<float>& values) {
  long double sum = 0;
  for (const float v : values) sum += v;
  return double(sum);
}

constexpr Plan kPlans[] = {{16, 16, 0}, {16, 16, 1}, {64, 3, 1}, {48, 5, 1}, {1, 2, 0}};

void for_each_plan(const std::function<void(const DeviceLattice&, const Plan&)>& test) {
  for_each_lattice(kGeometry, {.storage = false, .accumulator = true}, [&](const DeviceLattice& lattice) {
    for (const Plan& plan : kPlans) {
      CAPTURE(plan.size);
      CAPTURE(plan.groups);
      CAPTURE(plan.shared);
      test(lattice, plan);
    }
  });
}

/// Numbers in the form that sums have on the device; the low float is zero where there are two.
std::vector<std::uint32_t> as_sums(const DeviceLattice& lattice, const std::vector<double>& values) {
  std::vector<std::uint32_t> words;
  for (const double value : values) {
    std::uint32_t pair[2]{};
    const float single = float(value);
    if (lattice.options().accumulator == gpu::Accumulator::float64)
      std::memcpy(pair, &value, 8);
    else
      std::memcpy(pair, &single, 4);
    words.insert(words.end(), pair, pair + 2);
  }
  return words;
}

TEST_SUITE("probe") {
  TEST_CASE("reduce: a sum of random numbers") {
    const auto values = random_floats(50001, 21);
    double size = 0;
    for (const float v : values) size += std::abs(v);
    for_each_plan([&](const DeviceLattice& lattice, const Plan& plan) {
      const bool f64 = lattice.options().accumulator == gpu::Accumulator::float64;
      CHECK(std::abs(sums(lattice, plan, values)[0] - exact(values)) < (f64 ? 1e-14 : 1e-12) * size);
    });
  }

  TEST_CASE("reduce: cancellation leaves the small part, which a float loses") {
    // Large numbers and their negatives are far apart, with a small one each: only the small ones are left.
    std::vector<float> values;
    const auto random = random_floats(20000, 22);
    for (std::size_t n = 0; n < random.size(); ++n) {
      values.push_back(1e4f * random[n]);
      values.push_back(1e-3f);
    }
    for (std::size_t n = 0; n < random.size(); ++n)
      values.push_back(-1e4f * random[(n * 7919) % random.size()]);
    const double want = exact(values);
    CHECK(want == doctest::Approx(20.0).epsilon(1e-6));
    for_each_plan([&](const DeviceLattice& lattice, const Plan& plan) {
      const auto [careful, careless] = sums(lattice, plan, values);
      const bool f64 = lattice.options().accumulator == gpu::Accumulator::float64;
      CHECK(std::abs(careful - want) < (f64 ? 1e-8 : 1e-4));
      CHECK(std::abs(careful - want) < 0.01 * std::abs(careless - want));
    });
  }

  TEST_CASE("reduce: the same bits every time") {
    const auto values = random_floats(30000, 23);
    for_each_plan([&](const DeviceLattice& lattice, const Plan& plan) {
      CHECK(sums(lattice, plan, values) == sums(lattice, plan, values));
    });
  }

  TEST_CASE("reduce: totals add to those before when asked to, components stay apart") {
    for_each_lattice(kGeometry, {.storage = false, .accumulator = true}, [](const DeviceLattice& lattice) {
      const std::uint32_t count = lattice.partials();
      // Partial results as a first pass leaves them: component 0 is 1, 2, 3..., component 1 is -2 each.
      std::vector<double> values(count, -2.0);
      values.insert(values.begin(), count, 0.0);
      for (std::uint32_t n = 0; n < count; ++n) values[n] = 1.0 + n;
      const auto words = as_sums(lattice, values);
      Partials partials(lattice);
      Totals totals(lattice);
      lattice.stream().upload(partials.memory(), std::as_bytes(std::span(words)));
      const double sum = count * (count + 1) / 2.0;
      for (int passes = 1; passes <= 3; ++passes) {
        kernels::run_components<kernels::Sum>(lattice, {.count = count, .accumulate = passes > 1}, 2,
                                              partials, totals);
        const auto got = contents<std::uint32_t>(lattice, totals);
        CHECK(lattice.decode_sum(got[0], got[1]) == passes * sum);
        CHECK(lattice.decode_sum(got[2], got[3]) == -2.0 * passes * count);
      }
    });
  }

  TEST_CASE("reduce: a maximum, and a NaN wherever it stands is one") {
    for_each_lattice(kGeometry, {.storage = false, .accumulator = true}, [](const DeviceLattice& lattice) {
      const std::uint32_t count = lattice.partials();
      Partials partials(lattice);
      Totals totals(lattice);
      const auto maximum = [&](const std::vector<double>& values, bool accumulate) {
        const auto words = as_sums(lattice, values);
        lattice.stream().upload(partials.memory(), std::as_bytes(std::span(words)));
        kernels::Maximum::run(lattice, {.count = count, .accumulate = accumulate}, partials, totals);
        const auto got = contents<std::uint32_t>(lattice, totals);
        return lattice.decode_sum(got[0], got[1]);
      };
      std::vector<double> values(count);
      for (std::uint32_t n = 0; n < count; ++n) values[n] = 0.25 * ((n * 7919) % count);
      const double largest = *std::max_element(values.begin(), values.end());
      CHECK(maximum(values, false) == largest);
      values[0] = -0.0;  // above all others as bits
      CHECK(maximum(values, false) == largest);
      CHECK(maximum(std::vector<double>(count, 0.5), true) == largest);
      for (const std::uint32_t place : {0u, 1u, count / 2, count - 1})
        for (const double sign : {1.0, -1.0}) {
          CAPTURE(place);
          auto lost = values;
          lost[place] = std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
          CHECK(std::isnan(maximum(lost, false)));
          CHECK(std::isnan(maximum(values, true)));  // also one of the parity before
          CHECK(maximum(values, false) == largest);
        }
    });
  }
}

}  // namespace

}  // namespace glueball::test::probe_reduce
