// Planes that lie together in blocks of sites, against whole planes: the same numbers in another order.
#include <doctest/doctest.h>

#include <cstring>
#include <optional>
#include <vector>

#include "cpu/gaussian_fields.hpp"
#include "fermion/wilson_operator.hpp"
#include "field/transfer.hpp"
#include "linalg/copy.hpp"
#include "linalg/global_sums.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test::kernel_site_block {
namespace {

/// These are a spinor that was uploaded, hopped, and copied to double precision and back, and its norms.
struct Seen {
  ParitySpinorField hopped, copied;
  Configuration links;
  double norm = 0, sent_norm = 0;
};

Seen seen(const DeviceLattice& lattice, const Configuration& u, const ParitySpinorField& psi) {
  const GaugeField field = on_device(lattice, u);
  const SpinorField in = on_device(lattice, psi);
  SpinorField out(lattice);
  WilsonOperator(lattice, field, 0.137).hop(Parity::even, in, out, 1.0, false);
  GlobalSums sums(lattice);
  Seen s{.hopped = on_host(out), .copied = {}, .links = download(field)};
  s.norm = sums.norm2(out);
  s.sent_norm = sums.norm2(in);
  if (lattice.device().info().limits.float64) {
    const DeviceLattice fine(lattice.device(), lattice.geometry(),
                             lattice.options_in(gpu::Precision::double_));
    SpinorField there(fine);
    copy(out, there);
    s.copied = on_host(there);
  }
  return s;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

TEST_SUITE("kernel") {
  TEST_CASE("planes that lie together are the same fields: hops, norms, transfers and other precisions") {
    const Geometry g({4, 6, 2, 8});
    const Configuration u = hot_configuration(g, 71);
    const auto psi = cpu::gaussian_spinor(g, Parity::odd, 72, 0);
    for_each_device([&](gpu::Device& device) {
      using gpu::Precision, gpu::Storage;
      struct Format {
        Storage storage;
        Precision precision;
        int reals;
      };
      for (const auto& [storage, precision, reals] :
           {Format{Storage::texel, Precision::single, 12}, Format{Storage::texel, Precision::single, 18},
            Format{Storage::buffer, Precision::single, 8}, Format{Storage::split, Precision::single, 18},
            Format{Storage::texel, Precision::double_, 12}, Format{Storage::texel, Precision::half, 12},
            Format{Storage::buffer, Precision::half, 18}}) {
        if (precision == Precision::double_ && !device.info().limits.float64) continue;
        LatticeOptions options = preferred_options(device, precision, g);
        options.storage = storage;
        options.reconstruct = reals;
        std::optional<Seen> whole;
        for (const std::uint32_t block : {1u, 8u}) {
          options.site_block = block;
          const DeviceLattice lattice(device, g, options);
          CAPTURE(describe(lattice));
          CAPTURE(block);
          const Seen now = seen(lattice, u, psi);
          if (!whole) whole = now;
          CHECK(same_bits(now.hopped, whole->hopped));
          CHECK(same_bits(now.copied, whole->copied));
          CHECK(same_bits(now.links.links(), whole->links.links()));
          CHECK(now.norm == whole->norm);
          CHECK(now.sent_norm == whole->sent_norm);
        }
      }
    });
  }

  TEST_CASE("blocks that planes are not made of are refused") {
    for_each_device([&](gpu::Device& device) {
      for (const std::uint32_t block : {0u, 3u, 16u}) {
        LatticeOptions options = preferred_options(device);
        options.site_block = block;
        CHECK_THROWS_AS(DeviceLattice(device, Geometry({4, 4, 4, 4}), options), Error);
      }
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_site_block
