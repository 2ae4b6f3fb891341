// These tests compare overlap quarks with dense matrices of a reference: the sign of H by all its
// eigenvectors.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "overlap/overlap_solver.hpp"
#include "support/overlap_fields.hpp"
#include "support/refusal.hpp"

namespace glueball::test::property_overlap {

TEST_SUITE("property") {
  TEST_CASE("overlap quarks: the sign of H is that of the dense matrix, on every device") {
    const Eigen::VectorXcd b = noise(kFlat, 5), wanted = dense().gamma5 * (dense().sign * b);
    const std::vector<double> sizes = dense().sizes();
    for_each_device([&](gpu::Device& device) {
      CAPTURE(device.info().id());
      for (const gpu::Precision precision : {gpu::Precision::double_, gpu::Precision::single}) {
        const bool in_double = precision == gpu::Precision::double_;
        OverlapKernel kernel;
        kernel.low_modes = 5;
        if (!in_double) {
          kernel.sign_error = 1e-5;
          kernel.mode_tolerance = 1e-6;
        }
        SignFunction sign(device, links(), kernel, options_of(device, precision));
        const double allowed = in_double ? 2e-9 : 3e-5;
        for (std::size_t n = 0; n < sign.modes().values.size(); ++n)
          CHECK(std::abs(sign.modes().values[n]) ==
                doctest::Approx(sizes[n]).epsilon(in_double ? 1e-9 : 1e-3));
        CHECK(sign.modes().values.size() >= 4);
        CHECK(sign.modes().next <= sizes[5]);
        const auto in = on_device(sign.lattice(), b);
        auto out = full_vector(sign.lattice());
        sign.apply(in, out);
        const double error = relative(on_host(out), wanted);
        CHECK(error < allowed);
        CHECK(sign.measured_error() < allowed);
        // Less is asked for, and got: by single precision.
        sign.apply(in, out, 1e-3);
        CHECK(relative(on_host(out), wanted) < 1e-3);
        if (in_double) CHECK(sign.hops_in_single() > 0);
      }
    });
  }

  TEST_CASE("overlap quarks: most digits of a sign that needs many are found in single precision") {
    const Eigen::VectorXcd b = noise(kFlat, 10), wanted = dense().gamma5 * (dense().sign * b);
    for_each_device([&](gpu::Device& device) {
      CAPTURE(device.info().id());
      int variant = 0;
      for (const double error : {1e-6, 1e-8, 1e-10, 1e-12}) {
        if (!has_turn(device, variant++)) continue;
        CAPTURE(error);
        std::uint64_t hops[2], in_single = 0;
        for (const bool mixed : {false, true}) {
          const OverlapKernel kernel{
              .sign_error = error, .low_modes = 2, .mode_tolerance = 1e-13, .single_inside = mixed};
          SignFunction sign(device, links(), kernel, options_of(device));
          auto out = full_vector(sign.lattice());
          sign.apply(on_device(sign.lattice(), b), out);
          CHECK(relative(on_host(out), wanted) < 2 * error);
          hops[mixed] = sign.hops() - sign.hops_of_modes();
          in_single = sign.hops_in_single();
        }
        MESSAGE(device.info().id(), ", sign to ", error, ": ", hops[0], " hops in double, or ",
                hops[1] - in_single, " and ", in_single, " in single");
        CHECK(double(in_single) > 0.35 * double(hops[0]));
        CHECK(double(hops[1]) < 1.3 * double(hops[0]));
      }
    });
  }

  TEST_CASE("overlap quarks: D, D^+ and D^+ D of one chirality are those of the dense matrix") {
    const Eigen::VectorXcd b = noise(kFlat, 6);
    for_each_device(1, [&](gpu::Device& device) {
      CAPTURE(device.info().id());
      SignFunction sign(device, links(), {}, options_of(device));
      OverlapOperator op(sign);
      const auto in = on_device(sign.lattice(), b);
      auto out = full_vector(sign.lattice()), part = full_vector(sign.lattice()),
           image = full_vector(sign.lattice());
      for (const double m : {0.0, 0.3}) {
        const Dense d = dense().d(m);
        op.apply(m, in, out);
        CHECK(relative(on_host(out), d * b) < 2e-9);
        op.apply(m, in, out, true);
        CHECK(relative(on_host(out), d.adjoint() * b) < 2e-9);
      }
      const Dense d = dense().d(0);
      for (const Chirality chirality : {Chirality::minus, Chirality::plus}) {
        project(chirality, in, part);
        const Eigen::VectorXcd half = (b + double(int(chirality)) * (dense().gamma5 * b)) / 2;
        CHECK(relative(on_host(part), half) < 1e-14);
        op.normal(chirality, part, image, 1e-9);
        CHECK(relative(on_host(image), d.adjoint() * (d * half)) < 4e-9);
      }
    });
  }

  TEST_CASE("overlap quarks: the Ginsparg-Wilson relation holds to the accuracy of the sign") {
    const Eigen::VectorXcd b = noise(kFlat, 7);
    for_each_device(0, [&](gpu::Device& device) {
      CAPTURE(device.info().id());
      OverlapKernel kernel;
      for (const double error : {1e-4, 1e-10}) {
        kernel.sign_error = error;
        SignFunction sign(device, links(), kernel, options_of(device));
        OverlapOperator op(sign);
        const auto in = on_device(sign.lattice(), b);
        auto gamma5 = full_vector(sign.lattice()), first = full_vector(sign.lattice()),
             second = full_vector(sign.lattice());
        apply_gamma5(in, gamma5);
        op.apply(0, gamma5, first);  // D gamma5 b
        op.apply(0, in, gamma5);
        apply_gamma5(gamma5, second);  // gamma5 D b
        axpy(1, second, first);
        op.apply(0, second, gamma5);
        axpy(-2, gamma5, first);
        const double left = on_host(first).norm() / b.norm();
        CHECK(left < 4 * error);
        CHECK(left > 1e-4 * error);  // it is no more exact than that
        CHECK(sign.measured_error() < 2 * error);
      }
    });
  }

  TEST_CASE(
      "overlap quarks: without low modes, in an interval of one's own, and of fewer modes than a pair") {
    gpu::Device& device = *devices().front();
    const Eigen::VectorXcd b = noise(kFlat, 8), wanted = dense().gamma5 * (dense().sign * b);
    const std::vector<double> sizes = dense().sizes();
    OverlapKernel kernel;
    kernel.low_modes = 0;
    SignFunction without(device, links(), kernel, options_of(device));
    CHECK(without.modes().vectors.empty());
    auto out = full_vector(without.lattice());
    without.apply(on_device(without.lattice(), b), out);
    CHECK(relative(on_host(out), wanted) < 2e-9);
    kernel.low_modes = 6;
    kernel.interval = {0.9 * sizes[5], 7.5};
    SignFunction own(device, links(), kernel, options_of(device));
    CHECK(own.approximation().lo == 0.9 * sizes[5]);
    own.apply(on_device(own.lattice(), b), out);
    CHECK(relative(on_host(out), wanted) < 2e-9);
    // Free quarks have every eigenvalue of H with both signs, many times.
    kernel.low_modes = 3;
    kernel.interval = {};
    const Configuration cold(kFlat);
    SignFunction free(device, cold, kernel, options_of(device));
    free.apply(on_device(free.lattice(), b), out);
    const DenseOverlap exact(cold, kernel);
    CHECK(relative(on_host(out), exact.gamma5 * (exact.sign * b)) < 2e-9);
  }

  TEST_CASE("overlap quarks: propagators of several masses are those of the dense matrix") {
    const std::vector<double> masses{0.3, 0.02, 0.1};
    // A point has one chirality, noise both.
    const Full point = make_source<ParitySpinorField>({}, kFlat, 7, 12),
               both = make_source<ParitySpinorField>({.kind = SourceKind::z2xz2, .seed = 3}, kFlat, 0, 1);
    for_each_device([&](gpu::Device& device) {
      CAPTURE(device.info().id());
      OverlapKernel kernel;
      kernel.sign_error = 1e-9;
      SignFunction sign(device, links(), kernel, options_of(device));
      int calls = 0;
      OverlapSolver solver(sign, masses, {.tolerance = 1e-7, .progress = [&](int, double) { ++calls; }});
      std::vector<Full> x(masses.size());
      for (const Full* b : {&point, &both}) {
        if (!has_turn(device, b == &point ? 1 : 0)) continue;
        const auto results = solver.solve(*b, x);
        for (std::size_t k = 0; k < masses.size(); ++k) {
          CAPTURE(masses[k]);
          const Eigen::VectorXcd source = numbers_of(*b), found = numbers_of(x[k]);
          // The error of the sign function is in what is said.
          const double true_residual = (source - dense().d(masses[k]) * found).norm() / source.norm();
          MESSAGE("mass ", masses[k], ": ", results[k].residual, " with the sign as applied, ",
                  results[k].residual_full, " said, ", true_residual, " by the dense matrix");
          CHECK(true_residual <= results[k].residual_full * (1 + 1e-6));
          CHECK(results[k].residual_full <= 1e-7);
          CHECK(results[k].residual < results[k].residual_full);
          CHECK(results[k].iterations > 3);
          CHECK(results[k].restarts <= 2);
          CHECK(results[k].flops > 0);
        }
      }
      CHECK(calls > 10);
      CHECK(sign.hops_in_single() > (sign.hops() - sign.hops_of_modes()) / 8);
    });
  }

  TEST_CASE("overlap quarks: phases on wrapping and on all links") {
    const Geometry g({2, 2, 2, 2});
    gpu::Device& device = *devices().front();
    const Configuration u = weak_configuration(g, 0.6, 73);
    OverlapKernel kernel;
    kernel.sign_error = 1e-8;
    kernel.low_modes = 3;
    kernel.boundary.twist = {0.25, 0, -0.5, 0.125};
    kernel.boundary.imaginary_mu = 0.3;
    SignFunction sign(device, u, kernel, options_of(device));
    OverlapSolver solver(sign, {0.2}, {.tolerance = 1e-6});
    const Full b = make_source<ParitySpinorField>({.kind = SourceKind::z2xz2, .seed = 4}, g, 0, 1);
    Full x;
    solver.solve(b, std::span(&x, 1));
    const Eigen::VectorXcd source = numbers_of(b);
    CHECK((source - DenseOverlap(u, kernel).d(0.2) * numbers_of(x)).norm() <= 1e-6 * source.norm());
  }

  TEST_CASE("overlap quarks: what makes no sense is one clear line") {
    gpu::Device& device = *devices().front();
    const auto refused = [&](OverlapKernel kernel) {
      return refusal(ErrorKind::bad_value,
                     [&] { SignFunction(device, links(), kernel, options_of(device)); });
    };
    const auto has = [](const std::string& text, const char* words) {
      CAPTURE(text);
      CHECK(text.find(words) != std::string::npos);
      CHECK(text.find('\n') == std::string::npos);
    };
    for (const double m0 : {0.0, 2.0, -1.0, double(NAN)}) has(refused({.m0 = m0}), "is not between 0 and 2");
    has(refused({.sign_error = 0}), "error of the sign function");
    has(refused({.low_modes = -1}), "low modes");
    has(refused({.interval = {{0.5, 0.1}}}), "is invalid");
    const double lowest = dense().sizes()[0];
    has(refused({.low_modes = 0, .interval = {{2 * lowest, 7}}}), "the spectrum of H leaves");
    has(refused({.interval = {{0.01, 3}}}), "the spectrum of H leaves");
    has(refusal(ErrorKind::bad_value,
                [&] { SignFunction(device, links(), {}, options_of(device, gpu::Precision::single)); }),
        "out of reach in single precision");
    OverlapKernel few;
    few.max_iterations = 3;
    SignFunction sign(device, links(), few, options_of(device));
    auto out = full_vector(sign.lattice());
    const auto in = on_device(sign.lattice(), noise(kFlat, 9));
    has(refusal(ErrorKind::not_converged, [&] { sign.apply(in, out); }), "after 3 iterations");
    const auto solver = [&](const std::vector<double>& masses, const OverlapSolverOptions& o) {
      return refusal(ErrorKind::bad_value, [&] { OverlapSolver(sign, masses, o); });
    };
    has(solver({0.1, 0.0}, {}), "a mass of 0 is not between 0 and 1");
    has(solver({1.0}, {}), "a mass of 1 is not");
    has(solver({0.1, 0.1}, {}), "given twice");
    has(solver({}, {}), "no mass");
    has(solver({0.1}, {.tolerance = 0}), "tolerance");
  }
}

TEST_SUITE("slow") {
  TEST_CASE("overlap quarks: D has its eigenvalues on the circle") {
    const Geometry g({2, 2, 2, 2});
    const auto size = Eigen::Index(12 * g.volume());
    const Configuration u = weak_configuration(g, 0.6, 72);
    gpu::Device& device = *devices().front();
    SignFunction sign(device, u, {}, options_of(device));
    OverlapOperator op(sign);
    auto image = full_vector(sign.lattice());
    Dense d(size, size);
    for (Eigen::Index k = 0; k < size; ++k) {
      op.apply(0, on_device(sign.lattice(), Eigen::VectorXcd::Unit(size, k)), image);
      d.col(k) = on_host(image);
    }
    CHECK((normal(d) - (d + d.adjoint()) / 2).norm() < 1e-8 * d.norm());
    for (const Complex z : eigenvalues(d)) CHECK(std::abs(std::abs(z - 0.5) - 0.5) < 1e-7);
  }
}

}  // namespace glueball::test::property_overlap
