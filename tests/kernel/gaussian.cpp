// These tests compare random momenta and pseudofermions with their references: the numbers are the same on
// every device.
#include <doctest/doctest.h>

#include <map>

#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "kernels/fermion.hpp"
#include "kernels/gauge.hpp"
#include "lattice/random_stream.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_gaussian {
namespace {

constexpr std::uint64_t kSeed = 0x0123456789abcdef;
constexpr std::uint32_t kStep = 4000000000u;

args::RandomArgs arguments(Parity parity, Stream stream) {
  return {.parity = std::uint32_t(parity),
          .seed_low = std::uint32_t(kSeed),
          .seed_high = std::uint32_t(kSeed >> 32),
          .step = kStep,
          .stream = std::uint32_t(stream)};
}

TEST_SUITE("kernel") {
  TEST_CASE("gaussian: momenta of both parities") {
    for (const Geometry& g : {Geometry({4, 6, 8, 10}), Geometry({2, 4, 2, 6})}) {
      Momenta want(g);
      cpu::gaussian_momenta(want, kSeed, kStep);
      for_each_lattice(g, {.in_double = true}, [&](const DeviceLattice& lattice) {
        MomentumField p(lattice);
        for (const Parity parity : {Parity::even, Parity::odd})
          kernels::GaussianMomenta::run(lattice, arguments(parity, Stream::momenta), p[parity]);
        CHECK(relative_error(download(p), want) < kSingle.field);
      });
    }
  }

  TEST_CASE("gaussian: pseudofermions of either parity and other streams") {
    for (const Geometry& g : {Geometry({4, 6, 8, 10}), Geometry({2, 4, 2, 6})})
      for (const Parity parity : {Parity::even, Parity::odd})
        for (const Stream stream : {Stream::pseudofermion, Stream::noise}) {
          const auto want = cpu::gaussian_spinor(g, parity, kSeed, kStep, stream);
          for_each_lattice(g, {.in_double = true}, [&](const DeviceLattice& lattice) {
            SpinorField eta(lattice);
            kernels::GaussianSpinor::run(lattice, arguments(parity, stream), eta);
            CHECK(relative_error(on_host(eta), want) < kSingle.field);
          });
        }
  }
}

}  // namespace

}  // namespace glueball::test::kernel_gaussian
