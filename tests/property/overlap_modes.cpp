// These tests compare low modes and zero modes of overlap quarks with dense matrices of a reference.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cpu/field_strength.hpp"
#include "cpu/gaussian_fields.hpp"
#include "measure/index.hpp"
#include "overlap/chiral_modes.hpp"
#include "overlap/followed_mode.hpp"
#include "overlap/zero_modes.hpp"
#include "reference/gauge_force.hpp"
#include "support/fluxes.hpp"
#include "support/overlap_fields.hpp"
#include "support/refusal.hpp"

namespace glueball::test::property_overlap_modes {

TEST_SUITE("property") {
  TEST_CASE(
      "overlap quarks: low modes that begin with those of other links are as exact, and cheaper nearby") {
    gpu::Device& device = *devices().front();
    const DeviceLattice lattice(device, kFlat, options_of(device));
    const OverlapKernel kernel{.low_modes = 6};
    const auto find = [&](const Configuration& v, const KernelModes* from) {
      GaugeField u(lattice);
      upload(v, u);
      WilsonOperator op(lattice, u, kernel.kappa(), 0, kernel.boundary);
      return low_modes(op, kernel, false, from);
    };
    const KernelModes modes = find(links(), nullptr);
    for (const auto& [other, near] : {std::pair(weak_configuration(kFlat, 0.51, 71), true),
                                      std::pair(weak_configuration(kFlat, 0.9, 72), false)}) {
      const KernelModes anew = find(other, nullptr), from = find(other, &modes);
      REQUIRE(from.values.size() == anew.values.size());
      for (std::size_t n = 0; n < anew.values.size(); ++n) {
        CHECK(from.values[n] == doctest::Approx(anew.values[n]).epsilon(1e-10));
        CHECK(from.residuals[n] < 1e-9);
        // The vectors are the same up to a phase.
        CHECK(std::abs(on_host(from.vectors[n]).dot(on_host(anew.vectors[n]))) > 1 - 1e-8);
      }
      CHECK(from.next == doctest::Approx(anew.next).epsilon(1e-6));
      if (near) {
        CHECK(double(from.hops) < 0.8 * double(anew.hops));
      }
    }
  }

  TEST_CASE("overlap quarks: a mode that is followed is an eigenvector of the dense matrix, in few steps") {
    // Where an eigenvalue of H is near zero, and some way from there.
    const OverlapKernel kernel{.m0 = 1.9, .low_modes = 6};
    const Configuration here = weak_configuration(Geometry({2, 2, 2, 2}), 0.9, 5);
    Configuration there = here;
    Momenta p(here.geometry());
    cpu::gaussian_momenta(p, 7, 0);
    reference::update_links(there, p, 0.03);
    const DenseOverlap exact(there, kernel);
    for_each_device(1, [&](gpu::Device& device) {
      CAPTURE(device.info().id());
      const DeviceLattice lattice(device, here.geometry(), options_of(device));
      GaugeField u(lattice);
      upload(here, u);
      WilsonOperator op(lattice, u, kernel.kappa(), 0, kernel.boundary);
      const KernelModes modes = low_modes(op, kernel);
      FollowedMode followed(lattice, u, kernel, modes, 0);
      CHECK(followed.follow().value() == doctest::Approx(modes.values[0]).epsilon(1e-10));
      upload(there, u);
      const double value = followed.follow().value();
      CHECK((exact.values.array() - value).abs().minCoeff() < 1e-12);
      const Eigen::VectorXcd v = on_host(followed.vector());
      CHECK((exact.h * v - value * v).norm() < 2 * FollowedMode::kResidual);
      CHECK(std::abs(v.dot(on_host(modes.vectors[0]))) > 0.7);  // not another one
      CHECK(followed.hops() < modes.hops);
    });
  }

  TEST_CASE("overlap quarks: the index of an abelian flux is that of its charge") {
    const Geometry g({4, 2, 4, 2});
    gpu::Device& device = *devices().front();
    const Configuration u = fluxes(g, 1, -1);
    SignFunction sign(device, u, {.sign_error = 1e-3, .low_modes = 2, .mode_tolerance = 1e-8},
                      options_of(device));
    const ChiralModes modes = chiral_modes(sign, {.count = 3, .tolerance = 1e-2});
    CHECK(modes.index() == -2);
    CHECK(modes.minus.zero_modes == 0);
  }

  TEST_CASE("overlap quarks: zero modes are counted, on every device and in both precisions") {
    const Geometry g({4, 2, 4, 2});
    for_each_device([&](gpu::Device& device) {
      CAPTURE(device.info().id());
      for (const gpu::Precision precision : {gpu::Precision::single, gpu::Precision::double_})
        for (const int flux : {1, -1}) {
          if (!has_turn(device, int(precision == gpu::Precision::double_) + int(flux > 0))) continue;
          SignFunction sign(device, fluxes(g, 1, flux),
                            {.sign_error = 1e-3, .low_modes = 2, .mode_tolerance = 1e-5},
                            options_of(device, precision));
          ZeroModeSearch search(sign, {});
          const ZeroModes found = search.run();
          const Chirality c = flux > 0 ? Chirality::minus : Chirality::plus;
          CHECK_FALSE(found.unclear);
          CHECK(found.of(c) == 2);
          CHECK(found.index() == 2 * flux);
          CHECK(found.gap > 0.1);
          // They are of D: |D v|^2 = v^+ D^+ D v.
          OverlapOperator op(sign);
          auto image = full_vector(sign.lattice());
          REQUIRE(search.vectors(c).size() == 2);
          VectorDots dots(sign.lattice());
          for (const auto& v : search.vectors(c)) {
            CHECK(dots(v, v).real() == doctest::Approx(1).epsilon(1e-5));
            op.apply(0, v, image, 1e-5);
            CHECK(dots(image, image).real() < 3e-3);
          }
          CHECK(std::abs(dots(search.vectors(c)[0], search.vectors(c)[1])) < 1e-4);
        }
    });
  }

  TEST_CASE("overlap quarks: the count of zero modes is the trace of the dense sign, by few vectors too") {
    gpu::Device& device = *devices().front();
    SignFunction sign(device, links(), {.sign_error = 1e-4, .mode_tolerance = 1e-6},
                      options_of(device, gpu::Precision::single));
    const std::vector<double> squares = hermitian_eigenvalues(normal(dense().d(0)));
    for (const int basis : {96, 12}) {
      CAPTURE(basis);
      const ZeroModes found = ZeroModeSearch(sign, {.basis = basis}).run();
      CHECK_FALSE(found.unclear);
      CHECK(found.index() == int(std::lround(dense().sign.trace().real() / 2)));
      const double gap = squares[std::size_t(found.minus + found.plus)];
      CHECK(found.gap > gap - 1e-3);
      CHECK(found.gap < 1.1 * gap + 1e-3);
    }
    // A sign that is wrong by more than the gap does not tell, and says so.
    const double first = squares[0];
    SignFunction coarse(device, links(), {.sign_error = std::min(0.1, first / 3), .mode_tolerance = 1e-6},
                        options_of(device, gpu::Precision::single));
    CHECK(ZeroModeSearch(coarse, {}).run().unclear);
    CHECK(refusal(ErrorKind::not_converged, [&] {
            ZeroModeSearch(sign, {.max_steps = 2}).run();
          }).find("undecided after 2 sign functions") != std::string::npos);
    const Configuration u = fluxes(Geometry({4, 2, 4, 2}), 1, 1);
    SignFunction charged(device, u, {.sign_error = 1e-3, .low_modes = 2, .mode_tolerance = 1e-5},
                         options_of(device, gpu::Precision::single));
    CHECK(refusal(ErrorKind::not_converged, [&] {
            ZeroModeSearch(charged, {.most = 1}).run();
          }).find("more than 1 of one chirality") != std::string::npos);
  }
  TEST_CASE("overlap quarks: small pairs are no zero modes, those of free quarks are") {
    // Constant spinors of free quarks, 6 of each chirality, where nothing twists them: else |D|^2 is 1.5e-3.
    gpu::Device& device = *devices().front();
    const Configuration free(Geometry({2, 2, 2, 2}));
    const IndexOptions options{.low_modes = 0, .sign_error = 1e-3};
    Boundary boundary(1, 1, 1, 1);
    const ZeroModes constant = zero_modes(device, free, options, boundary);
    CHECK(constant.minus == 6);
    CHECK(constant.plus == 6);
    boundary.twist[3] = 0.069;
    const OverlapKernel kernel{
        .boundary = boundary, .sign_error = options.sign_error, .low_modes = 0, .mode_tolerance = 1e-5};
    SignFunction coarse(device, free, kernel, options_of(device, gpu::Precision::single));
    const ZeroModes taken = ZeroModeSearch(coarse, {}).run();
    CHECK(taken.minus == 6);
    CHECK(taken.plus == 6);
    const ZeroModes twisted = zero_modes(device, free, options, boundary);
    CHECK(twisted.minus == 0);
    CHECK(twisted.plus == 0);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("overlap quarks: modes of either chirality are those of the dense matrix") {
    gpu::Device& device = *devices().front();
    OverlapKernel kernel;
    kernel.sign_error = 1e-8;
    SignFunction sign(device, links(), kernel, options_of(device));
    const ChiralModes modes = chiral_modes(sign, {.count = 3});
    const std::vector<double> squares = hermitian_eigenvalues(normal(dense().d(0)));
    // Only zero modes contribute to the trace of sgn.
    CHECK(modes.index() == int(std::lround(dense().sign.trace().real() / 2)));
    REQUIRE(modes.minus.values.size() == 3);
    for (std::size_t n = 0; n < 3; ++n) {
      const double wanted = squares[2 * n];
      CHECK(modes.minus.values[n] == doctest::Approx(wanted).epsilon(1e-5));
      CHECK(modes.plus.values[n] == doctest::Approx(wanted).epsilon(1e-5));
      CHECK(modes.plus.residuals[n] <= 1e-6);
    }
    // A mode that a loose tolerance cannot tell from zero is iterated to a smaller residual.
    const ChiralModes loose = chiral_modes(sign, {.count = 1, .tolerance = 0.5});
    CHECK(loose.index() == modes.index());
    CHECK(loose.plus.zero_modes == modes.plus.zero_modes);
    CHECK(loose.plus.residuals[0] < loose.plus.values[0]);
  }

  TEST_CASE("overlap quarks: the index is the charge of abelian fluxes, by zero modes of one chirality") {
    const Geometry g({4, 4, 4, 4});
    gpu::Device& device = *devices().front();
    for (const int flux : {1, -1}) {
      const Configuration u = fluxes(g, 1, flux);
      const double charge = cpu::action_density(u).charge;
      CHECK(std::abs(charge) == doctest::Approx(2).epsilon(0.2));
      SignFunction sign(device, u, {.sign_error = 1e-6, .mode_tolerance = 1e-10}, options_of(device));
      const ChiralModes modes = chiral_modes(sign, {.tolerance = 1e-4});
      CHECK(modes.index() == -int(std::lround(charge)));  // whose sign is SIMULATeQCD's
      CHECK(std::min(modes.minus.zero_modes, modes.plus.zero_modes) == 0);
    }
  }
}

}  // namespace glueball::test::property_overlap_modes
