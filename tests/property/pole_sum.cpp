// These tests check the sum of poles after any number of iterations: it takes eight at once, and the rest at
// the end.
#include "overlap/pole_sum.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "cpu/linalg.hpp"
#include "cpu/wilson_operator.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "quark/source.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test::property_pole_sum {
namespace {

using Full = cpu::FullField<double>;

/// Returns the n-th iterate of a conjugate gradient for M^+ M + shift.
Full iterate(const cpu::WilsonOperator<double>& m, double shift, const Full& b, int n) {
  Full x = b, r = b, p = b, middle = b, ap = b;
  const auto product = [](const Full& v, const Full& w) {
    return (cpu::dot(v[0], w[0]) + cpu::dot(v[1], w[1])).real();
  };
  for (auto& parity : x) parity.assign(parity.size(), {});
  for (double rr = product(r, r); n > 0; --n) {
    m.full(p, middle);
    m.full(middle, ap, true);
    for (std::size_t k = 0; k < 2; ++k) cpu::axpy(shift, p[k], ap[k]);
    const double alpha = rr / product(p, ap), before = rr;
    for (std::size_t k = 0; k < 2; ++k) {
      cpu::axpy(alpha, p[k], x[k]);
      cpu::axpy(-alpha, ap[k], r[k]);
    }
    rr = product(r, r);
    for (std::size_t k = 0; k < 2; ++k) cpu::axpby(1, r[k], rr / before, p[k]);
  }
  return x;
}

/// Hops use these threads per site, as on GPUs, with one or two over both parities in one launch. 0 means the
/// device's preference.
constexpr std::pair<gpu::Precision, int> kHops[] = {{gpu::Precision::double_, 0},
                                                    {gpu::Precision::single, 0},
                                                    {gpu::Precision::double_, 1},
                                                    {gpu::Precision::single, 2},
                                                    {gpu::Precision::single, 4}};

TEST_SUITE("property") {
  TEST_CASE("sum of poles: after any number of iterations it is that of as many for each pole") {
    const Geometry g({4, 2, 2, 6});
    const Configuration u = weak_configuration(g, 0.5, 21);
    constexpr double kKappa = 0.16;
    const RationalFunction poles{.numerators = {0.3, 0.5, -0.7, 1.2}, .shifts = {0.02, 0.1, 0.4, 3}};
    const cpu::WilsonOperator<double> m(u, kKappa, kAntiperiodicInTime);
    const Full b = make_source<ParitySpinorField>({.kind = SourceKind::z2xz2, .seed = 3}, g, 0, 1);
    for_each_device([&](gpu::Device& device) {
      CAPTURE(device.info().id());
      for (const auto& [precision, its_threads_per_site] : kHops) {
        const auto& threads_per_site = its_threads_per_site;
        LatticeOptions options = preferred_options(device, precision, g);
        if (threads_per_site != 0) {
          options.threads_per_site = threads_per_site;
          options.shared_sums = true;
        }
        const DeviceLattice lattice(device, g, options);
        CAPTURE(threads_per_site);
        GaugeField links(lattice);
        upload(u, links);
        PoleSum sum(lattice, links, kKappa, kAntiperiodicInTime, poles.order() + 1);
        sum.set(poles);
        auto in = full_vector(lattice), out = full_vector(lattice);
        for (std::size_t part = 0; part < 2; ++part) upload(b[part], in[part]);
        for (const int count : {1, 2, 8, 9, 11, 16, 17}) {
          CAPTURE(count);
          const DeviceCgResult result = sum.apply(in, out, 1e-13, count);
          CHECK(result.iterations == count);
          CHECK(result.state == SolverState::exhausted);
          Full wanted = b, found = b;
          for (std::size_t part = 0; part < 2; ++part) {
            wanted[part].assign(wanted[part].size(), {});
            download(out[part], found[part]);
          }
          for (std::size_t n = 0; n < poles.order(); ++n) {
            const Full one = iterate(m, poles.shifts[n], b, count);
            for (std::size_t part = 0; part < 2; ++part)
              cpu::axpy(poles.numerators[n], one[part], wanted[part]);
          }
          const double allowed = precision == gpu::Precision::double_ ? 1e-12 : 1e-5;
          for (std::size_t part = 0; part < 2; ++part)
            CHECK(relative_error(found[part], wanted[part]) < allowed);
        }
      }
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_pole_sum
