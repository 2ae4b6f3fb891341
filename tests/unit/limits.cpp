// These tests check workgroups in rows, and limits lowered by hand.
#include <doctest/doctest.h>

#include <cstdint>

#include "base/error.hpp"
#include "field/field.hpp"
#include "gpu/group_grid.hpp"
#include "gpu/limit_override.hpp"
#include "gpu/null_device.hpp"
#include "kernels/linalg.hpp"
#include "kernels/measure.hpp"

namespace glueball::test::unit_limits {

using gpu::folded;
using gpu::GroupGrid;

namespace {

gpu::DeviceInfo small_device(std::uint32_t groups) {
  gpu::DeviceInfo d;
  d.type = gpu::DeviceType::software;
  d.limits.groups = {groups, groups, groups};
  d.limits.group_invocations = 1024;
  d.limits.storage_blocks = 16;
  d.limits.storage_range_bytes = d.limits.texel_elements = std::uint64_t(1) << 32;
  return d;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE(
      "workgroups are folded into the fewest rows, exactly or with fewer too many than there are rows") {
    CHECK(folded(65535, 65535) == GroupGrid{65535, 1});
    CHECK(folded(65536, 65535) == GroupGrid{32768, 2});
    CHECK(folded(1u << 31, 65535) == GroupGrid{65535, 32769});
    CHECK(folded(12, 0) == GroupGrid{12, 1});
    CHECK(folded(0, 7) == GroupGrid{0, 1});
    for (std::uint32_t most = 1; most < 40; ++most)
      for (std::uint32_t n = 1; n < 400; ++n) {
        const GroupGrid g = folded(n, most);
        CHECK(g.columns <= most);
        CHECK(g.count() >= n);
        CHECK(g.count() - n < g.rows);
        CHECK(g.rows == (n + most - 1) / most);
        CHECK(folded(g.count(), most) == g);
      }
  }

  TEST_CASE(
      "a lattice launches in rows what the device does not launch at once, and says so where a kernel "
      "cannot") {
    gpu::NullDevice null_device(small_device(20));
    const DeviceLattice lattice(
        null_device, Geometry({8, 8, 8, 10}),
        {{.storage = gpu::Storage::buffer}, {.accumulator = gpu::Accumulator::two_float, .workgroup = 64}});
    CHECK(lattice.grid(Shape::sites) == GroupGrid{20, 2});
    CHECK(lattice.grid(Shape::links) == GroupGrid{20, 8});
    CHECK(lattice.grid(Shape::texels) == GroupGrid{20, 1});  // it strides
    CHECK(lattice.grid(Shape::sums) == GroupGrid{16, 1});
    CHECK(lattice.partials(Shape::hops) == 40 * 64);
    CHECK(lattice.groups_of_points(64 * 21) == 21);
    gpu::Pipeline& rows = lattice.pipeline(kernels::MomentumDensity::name, Shape::sites, 0);
    CHECK(rows.folded);
    CHECK_NOTHROW(null_device.stream().dispatch(rows, {}, {}, 40));
    gpu::Pipeline& row = lattice.pipeline(kernels::Copy::name, Shape::texels, 0);
    CHECK(!row.folded);
    CHECK_NOTHROW(null_device.stream().dispatch(row, {}, {}, 20));
    CHECK_THROWS_WITH_AS(null_device.stream().dispatch(row, {}, {}, 21),
                         doctest::Contains("linalg/copy needs 21 workgroups, the device launches 20 at once"),
                         Error);
    CHECK_THROWS_AS(null_device.stream().dispatch(rows, {}, {}, 20 * 20 + 1), Error);
  }

  TEST_CASE("where a device has smaller workgroups than suit it, the largest multiple of 32 that it has") {
    for (const auto& [most, size] :
         {std::pair{32u, 32u}, {50u, 32u}, {100u, 96u}, {128u, 128u}, {0u, 128u}}) {
      gpu::DeviceInfo info = small_device(100);
      info.type = gpu::DeviceType::discrete;
      info.limits.group_invocations = most;
      CHECK(DeviceLattice::workgroup(gpu::NullDevice(info), {}) == size);
    }
  }

  TEST_CASE("GLUEBALL_LIMITS lowers limits, raises none and takes no other text") {
    gpu::Limits l;
    l.storage_range_bytes = std::uint64_t(1) << 30;
    l.groups = {100, 50, 10};
    l.float64 = l.memory_model = true;
    const gpu::Limits low = gpu::lowered(
        l,
        "groups=20,range=128M,float64=0,model=0,memory=2G,texels=64K,invocations=128,shared=16384,blocks=8");
    CHECK(low.storage_range_bytes == std::uint64_t(128) << 20);
    CHECK(low.groups == std::array<std::uint32_t, 3>{20, 50, 10});
    CHECK(!low.float64);
    CHECK(!low.memory_model);
    CHECK(low.memory_bytes == std::uint64_t(2) << 30);  // not known before
    CHECK(low.texel_elements == 65536);
    CHECK(low.group_invocations == 128);
    CHECK(low.shared_bytes == 16384);
    CHECK(low.storage_blocks == 8);
    const gpu::Limits high = gpu::lowered(l, "groups=1000,range=16G,float64=1");
    CHECK(high.storage_range_bytes == l.storage_range_bytes);
    CHECK(high.groups == l.groups);
    CHECK(high.float64);
    CHECK(high.memory_model);
    for (const char* text :
         {"", "groups", "groups=", "groups=1x", "groups=-1", "groups=0", "groups=1,", ",groups=1",
          "groups=1KK", "group=5", "float64=2", "model=2", "groups=5,groups=6", "range=99999999999999999999",
          "range=17179869184G", "groups = 5", "groups=5 ", "invocations=1", "invocations=31"}) {
      CAPTURE(text);
      CHECK_THROWS_AS(gpu::lowered(l, text), Error);
    }
  }
}

}  // namespace glueball::test::unit_limits
