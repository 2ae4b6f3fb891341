#include "app/capacity.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/error.hpp"
#include "field/field.hpp"
#include "gpu/null_device.hpp"

namespace glueball::test::unit_capacity {

using namespace glueball::app;

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t(0), kMiB = std::uint64_t(1) << 20;

gpu::DeviceInfo device(const gpu::Limits& limits) {
  gpu::DeviceInfo d;
  d.limits = limits;
  return d;
}

Geometry cube(int l) { return Geometry({l, l, l, l}); }

/// Returns the error for a lattice that does not fit; empty if it fits.
std::string refusal(const gpu::Limits& limits, const Geometry& g, const MemoryNeed& need) {
  try {
    require_fits(device(limits), g, {need});
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::device);
    return error.what();
  }
  return {};
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// An algorithm of three fields, one of them split where the device is too small for it, that asks a solver
/// in the end.
void work(gpu::Device& d, const Configuration& start) {
  DeviceLattice lattice(d, start.geometry(),
                        {{.storage = gpu::Storage::buffer}, {.accumulator = gpu::Accumulator::two_float}});
  const SpinorField psi(lattice);
  { const GaugeField passing(lattice); }
  const ParityLinks u(lattice);
  const auto constant = d.allocate({.bytes = 1000});
  for (;;) d.stream().readback(*constant, 0, 8);
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("the largest lattice fits and the next does not, by memory and range") {
    const MemoryNeed need{.bytes_per_site = 900, .bytes_beside = 1e5, .range_per_site = 64};
    struct {
      gpu::Limits limits;
      int largest;
      const char* why;
    } const cases[] = {
        // A site takes 900 bytes, and nine tenths of 4 GiB are available: 45.5^4.
        {{.memory_bytes = 4096 * kMiB},
         44,
         "needs 3867 MiB of device memory, vulkan:0 has 4096 MiB of which 3686 MiB are for it"},
        // A site takes a range of 64 bytes, and 128 MiB are available: 38.05^4.
        {{.storage_range_bytes = 128 * kMiB}, 36, "needs storage ranges of 156 MiB, vulkan:0 binds 128 MiB"},
        {{.memory_bytes = 512 * kMiB, .storage_range_bytes = 128 * kMiB, .groups = {65535, 1, 1}}, 24, ""},
    };
    for (const auto& c : cases) {
      CAPTURE(c.largest);
      CHECK(largest_extent(c.limits, need) == c.largest);
      CHECK(refusal(c.limits, cube(c.largest), need).empty());
      const std::string refused = refusal(c.limits, cube(c.largest + 4), need);
      CHECK(has(refused, ("the largest that fits is " + cube(c.largest).to_string()).c_str()));
      if (c.largest == 36) CHECK(has(refused, c.why));
    }
    CHECK(has(refusal(cases[0].limits, Geometry({40, 40, 44, 64}), need), cases[0].why));
    // Limits that a device does not report do not refuse a lattice.
    CHECK(largest_extent({}, need) == 212);
    CHECK(largest_extent({.memory_bytes = 100000}, need) == 0);
    CHECK(has(refusal({.memory_bytes = 100000}, cube(4), need), "try another --device"));
  }

  TEST_CASE("of several needs the one that allows least is told, whatever their order") {
    const MemoryNeed small{.bytes_per_site = 100}, large{.bytes_per_site = 900},
        wide{.bytes_per_site = 50, .range_per_site = 64};
    const gpu::Limits limits{.memory_bytes = 4096 * kMiB, .storage_range_bytes = 16 * kMiB};
    const auto told = [&](std::vector<MemoryNeed> needs) {
      try {
        require_fits(device(limits), cube(80), needs);
      } catch (const Error& error) {
        return std::string(error.what());
      }
      return std::string();
    };
    CHECK(told({}).empty());
    for (const std::string& all : {told({small, large}), told({large, small})}) {
      CHECK(has(all, "the largest that fits is 44x44x44x44"));
      CHECK(has(all, "needs 34.3 GiB of device memory"));
    }
    for (const std::string& all : {told({small, large, wide}), told({wide, large, small})}) {
      CHECK(has(all, "the largest that fits is 20x20x20x20"));
      CHECK(has(all, "needs storage ranges of"));
    }
  }

  TEST_CASE("a need is what work on a null device takes: fields by the site, the rest beside it") {
    gpu::DeviceInfo d = device({.groups = {65535, 1, 1}, .group_invocations = 1024, .storage_blocks = 16});
    // Half the sites have a spinor, 6 planes; u, 12, and at the most twice more.
    const MemoryNeed need = memory_need(d, work);
    CHECK(need.bytes_per_site == 8 * (6 + 24));
    CHECK(need.bytes_beside == 0);
    CHECK(need.range_per_site == 8 * 6);  // links are split, three planes a direction
    CHECK(need.bytes(1000) == 240000);
    CHECK(need.range(1000) == 48000);

    // An exception of the work comes through: the device has no double precision.
    const auto in_double = [](gpu::Device& null_device, const Configuration& start) {
      DeviceLattice(null_device, start.geometry(), {{.precision = gpu::Precision::double_}, {}});
    };
    CHECK_THROWS_AS(memory_need(d, in_double), Error);
  }

  TEST_CASE("a null device counts and computes nothing") {
    gpu::NullDevice null_device(device({}));
    auto a = null_device.allocate({.bytes = 100}), b = null_device.allocate({.bytes = 50});
    b.reset();
    a = null_device.allocate({.bytes = 70});
    CHECK(null_device.allocated() == 70);
    CHECK(null_device.peak() == 170);
    CHECK(null_device.largest() == 100);
    std::vector<std::byte> bytes(70, std::byte{1});
    null_device.stream().download(*a, bytes);
    CHECK(bytes == std::vector<std::byte>(70));
    null_device.stream().upload(*a, std::vector<std::byte>(30, std::byte{2}));
    null_device.stream().download(*a, bytes);
    CHECK(bytes[29] == std::byte{2});
    CHECK(bytes[30] == std::byte{0});
    const int handle = null_device.stream().readback(*a, 0, 8);
    CHECK(null_device.stream().readback_data(handle).size() == 8);
    CHECK_THROWS_AS(for (;;) null_device.stream().readback(*a, 0, 8), gpu::NoAnswer);
  }
}

}  // namespace glueball::test::unit_capacity
