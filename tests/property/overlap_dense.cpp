// Overlap quarks on 4^4 against the dense matrix of a reference, in which H has 3072 eigenvalues.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cpu/gaussian_fields.hpp"
#include "overlap/zero_modes.hpp"
#include "reference/gauge_force.hpp"
#include "support/fluxes.hpp"
#include "support/overlap_fields.hpp"

namespace glueball::test::property_overlap_dense {
namespace {

const Geometry kLarge({4, 4, 4, 4});
constexpr double kM0 = 1.6;

/// Returns random links about links of charge 2.
Configuration disturbed_fluxes() {
  Configuration u = fluxes(kLarge, 1, 1);
  Momenta p(kLarge);
  cpu::gaussian_momenta(p, 31, 0);
  reference::update_links(u, p, 0.4);
  return u;
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("overlap quarks: on 4^4 sgn(H), D^+ D and the index are those of the dense matrix") {
    const Configuration u = disturbed_fluxes();
    const Eigen::VectorXcd b = noise(kLarge, 5), c = noise(kLarge, 6);
    Dense vectors(b.size(), 3);
    vectors << b, c, gamma5_of(b);
    const SignOnVectors exact = dense_sign_on(dense_kernel(u, {.m0 = kM0}), vectors);
    std::vector<double> sizes(exact.values.begin(), exact.values.end());
    const auto positive = std::count_if(sizes.begin(), sizes.end(), [](double v) { return v > 0; });
    for (double& v : sizes) v = std::abs(v);
    std::sort(sizes.begin(), sizes.end());
    const auto sign_of = [&](Eigen::Index k) { return Eigen::VectorXcd(exact.images.col(k)); };
    // D^+ D = [2 + gamma5 sgn + sgn gamma5] / 4
    const Eigen::VectorXcd normal = (2 * b + gamma5_of(sign_of(0)) + sign_of(2)) / 4;
    CHECK(positive - exact.values.size() / 2 == 2);
    MESSAGE("|lambda| of H from ", sizes.front(), " to ", sizes.back(), ", index ",
            positive - exact.values.size() / 2);
    for_each_device([&](gpu::Device& device) {
      CAPTURE(device.info().id());
      for (const auto& [precision, error] :
           {std::pair(gpu::Precision::double_, 1e-6), std::pair(gpu::Precision::double_, 1e-11),
            std::pair(gpu::Precision::single, 1e-5)}) {
        const bool in_double = precision == gpu::Precision::double_;
        const OverlapKernel kernel{
            .m0 = kM0, .sign_error = error, .mode_tolerance = in_double ? 1e-12 : 1e-6};
        SignFunction sign(device, u, kernel, preferred_options(device, precision, kLarge));
        for (std::size_t n = 0; n < sign.modes().values.size(); ++n)
          CHECK(std::abs(sign.modes().values[n]) ==
                doctest::Approx(sizes[n]).epsilon(in_double ? 1e-9 : 1e-3));
        auto out = full_vector(sign.lattice());
        double worst = 0;
        for (const Eigen::Index k : {0, 1}) {
          sign.apply(on_device(sign.lattice(), vectors.col(k)), out);
          worst = std::max(worst, relative(on_host(out), gamma5_of(sign_of(k))));
        }
        MESSAGE(device.info().id(),
                in_double ? " double: " : " single: ", sign.approximation().inverse_root.order(),
                " poles with an error of ", sign.approximation().error, ", asked for ", error, "; found ",
                worst, ", says ", sign.measured_error());
        const double allowed = sign.approximation().error + (in_double ? 1 : 3) * error;
        CHECK(worst < allowed);
        CHECK(sign.measured_error() < allowed);
        if (error > 1e-6 || !in_double) continue;
        OverlapOperator op(sign);
        const auto in = on_device(sign.lattice(), b);
        auto first = full_vector(sign.lattice());
        op.apply(0, in, first);
        CHECK(relative(on_host(first), (b + gamma5_of(sign_of(0))) / 2) < 2 * error);
        op.apply(0, first, out, true);
        CHECK(relative(on_host(out), normal) < 4 * error);
        if (&device == devices().front().get() && error == 1e-6)
          CHECK(ZeroModeSearch(sign, {}).run().index() == positive - exact.values.size() / 2);
      }
    });
  }
}

}  // namespace glueball::test::property_overlap_dense
