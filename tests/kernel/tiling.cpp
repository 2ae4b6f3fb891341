// These tests check hops in blocks of z: they give the same numbers in another order.
#include <doctest/doctest.h>

#include <cstring>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "fermion/multi_wilson_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "kernels/heatbath.hpp"
#include "kernels/linalg.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test::kernel_tiling {
namespace {

// Planes of x and y are two workgroups of 64 sites; with two or four threads a site four or eight.
const Geometry kGeometry({16, 16, 8, 2});

std::vector<std::byte> bytes(const DeviceLattice& lattice, const gpu::Memory& memory) {
  std::vector<std::byte> all(memory.bytes());
  lattice.stream().download(memory, all);
  return all;
}

/// Compares everything that hops, on one lattice, bit for bit.
std::vector<std::byte> results(const DeviceLattice& lattice, const Configuration& u,
                               const ParitySpinorField& psi) {
  constexpr std::uint32_t kCount = 4;
  GaugeField links = on_device(lattice, u);
  const SpinorField in = on_device(lattice, psi);
  SpinorField out(lattice);
  WilsonOperator(lattice, links, 0.13, 0.2).even_odd(in, out);
  std::vector<std::byte> all = bytes(lattice, out.memory());
  const auto append = [&](const gpu::Memory& memory) {
    const auto more = bytes(lattice, memory);
    all.insert(all.end(), more.begin(), more.end());
  };
  MultiSpinorField several(lattice, kCount), hopped(lattice, kCount);
  const auto one = bytes(lattice, in.memory());
  std::vector<std::byte> four;
  for (std::uint32_t n = 0; n < kCount; ++n) four.insert(four.end(), one.begin(), one.end());
  lattice.stream().upload(several.memory(), four);
  MultiWilsonOperator(lattice, links, 0.13, 0.2, kCount).even_odd(several, hopped);
  append(hopped.memory());
  kernels::Overrelax::run(lattice, {.parity = 0, .color = 0, .c0 = 1, .c1 = 0}, links[Parity::even],
                          links[Parity::odd]);
  append(links[Parity::even].memory());
  return all;
}

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("hops in blocks of z give the same bits") {
    const Configuration u = hot_configuration(kGeometry, 21);
    const ParitySpinorField psi = cpu::gaussian_spinor(kGeometry, Parity::even, 22, 0);
    for_each_device([&](gpu::Device& device) {
      LatticeOptions options = preferred_options(device);
      options.threads_per_site = 2;
      options.workgroup = 64;
      options.tiles = 1;
      const DeviceLattice straight(device, kGeometry, options);
      CHECK(straight.tiles() == 1);
      options.tiles = 4;
      const DeviceLattice lattice(device, kGeometry, options);
      CHECK(lattice.tiles() == 4);
      CHECK(results(lattice, u, psi) == results(straight, u, psi));
      options.tiles = 3;
      CHECK_THROWS_AS(DeviceLattice(device, kGeometry, options), Error);
    });
  }
}

}  // namespace glueball::test::kernel_tiling
