// Overlap quarks against dense matrices of a twin: the sign of H by all its eigenvectors.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "measure/index.hpp"
#include "overlap/chiral_modes.hpp"
#include "overlap/overlap_operator.hpp"
#include "overlap/overlap_solver.hpp"
#include "overlap/zero_modes.hpp"
#include "quark/source.hpp"
#include "reference/clover.hpp"
#include "support/dense_overlap.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/fluxes.hpp"
#include "support/refusal.hpp"

namespace glueball::test {
namespace {

const Geometry kFlat({2, 2, 2, 4});

FieldVector<SpinorField> on_device(const DeviceLattice& lattice, const Eigen::VectorXcd& v) {
  FieldVector<SpinorField> field = full_vector(lattice);
  const Full on_host = field_of(v);
  for (std::size_t part = 0; part < 2; ++part) upload(on_host[part], field[part]);
  return field;
}

Eigen::VectorXcd on_host(const FieldVector<SpinorField>& field) {
  Full full;
  for (std::size_t part = 0; part < 2; ++part) download(field[part], full[part]);
  return numbers_of(full);
}

Eigen::VectorXcd noise(const Geometry& g, std::uint64_t seed) {
  return numbers_of(make_source<ParitySpinorField>({.kind = SourceKind::z2xz2, .seed = seed}, g, 0, 1));
}

LatticeOptions options_of(const gpu::Device& device, gpu::Precision precision = gpu::Precision::double_) {
  return preferred_options(device, precision, kFlat);
}

double relative(const Eigen::VectorXcd& found, const Eigen::VectorXcd& wanted) {
  return (found - wanted).norm() / wanted.norm();
}

const Configuration& links() {
  static const Configuration u = weak_configuration(kFlat, 0.5, 71);
  return u;
}
const DenseOverlap& dense() {
  static const DenseOverlap d(links(), {});
  return d;
}

}  // namespace

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

  TEST_CASE("overlap quarks: D, D^+ and D^+ D of one chirality are those of the dense matrix") {
    const Eigen::VectorXcd b = noise(kFlat, 6);
    for_each_device([&](gpu::Device& device) {
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
    for_each_device([&](gpu::Device& device) {
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
        if (b == &both && &device != devices().front().get()) break;
        const auto results = solver.solve(*b, x);
        for (std::size_t k = 0; k < masses.size(); ++k) {
          CAPTURE(masses[k]);
          const Eigen::VectorXcd source = numbers_of(*b), found = numbers_of(x[k]);
          CHECK(results[k].residual_full <= 1e-7);
          CHECK((source - dense().d(masses[k]) * found).norm() < 1.2e-7 * source.norm());
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
    CHECK((source - DenseOverlap(u, kernel).d(0.2) * numbers_of(x)).norm() < 1.2e-6 * source.norm());
  }

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
        // The same vector but for its phase.
        CHECK(std::abs(on_host(from.vectors[n]).dot(on_host(anew.vectors[n]))) > 1 - 1e-8);
      }
      CHECK(from.next == doctest::Approx(anew.next).epsilon(1e-6));
      if (near) {
        CHECK(double(from.hops) < 0.8 * double(anew.hops));
      }
    }
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
    has(refused({.interval = {{0.5, 0.1}}}), "is none");
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
    const Dense d = dense().d(0);
    const Eigen::SelfAdjointEigenSolver<Dense> solver(d.adjoint() * d, Eigen::EigenvaluesOnly);
    for (const int basis : {96, 12}) {
      CAPTURE(basis);
      const ZeroModes found = ZeroModeSearch(sign, {.basis = basis}).run();
      CHECK_FALSE(found.unclear);
      CHECK(found.index() == int(std::lround(dense().sign.trace().real() / 2)));
      const double gap = solver.eigenvalues()[found.minus + found.plus];
      CHECK(found.gap > gap - 1e-3);
      CHECK(found.gap < 1.1 * gap + 1e-3);
    }
    // A sign that is wrong by more than the gap does not tell, and says so.
    const double first = solver.eigenvalues()[0];
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
}

TEST_SUITE("property") {
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
    CHECK((d.adjoint() * d - (d + d.adjoint()) / 2).norm() < 1e-8 * d.norm());
    const Eigen::ComplexEigenSolver<Dense> solver(d, false);
    for (const Complex z : solver.eigenvalues()) CHECK(std::abs(std::abs(z - 0.5) - 0.5) < 1e-7);
  }

  TEST_CASE("overlap quarks: modes of either chirality are those of the dense matrix") {
    gpu::Device& device = *devices().front();
    OverlapKernel kernel;
    kernel.sign_error = 1e-8;
    SignFunction sign(device, links(), kernel, options_of(device));
    const ChiralModes modes = chiral_modes(sign, {.count = 3});
    const Dense d = dense().d(0);
    const Eigen::SelfAdjointEigenSolver<Dense> solver(d.adjoint() * d, Eigen::EigenvaluesOnly);
    // Of the trace of sgn only zero modes are left.
    CHECK(modes.index() == int(std::lround(dense().sign.trace().real() / 2)));
    REQUIRE(modes.minus.values.size() == 3);
    for (std::size_t n = 0; n < 3; ++n) {
      const double wanted = solver.eigenvalues()[Eigen::Index(2 * n)];
      CHECK(modes.minus.values[n] == doctest::Approx(wanted).epsilon(1e-5));
      CHECK(modes.plus.values[n] == doctest::Approx(wanted).epsilon(1e-5));
      CHECK(modes.plus.residuals[n] <= 1e-6);
    }
    // What a loose tolerance does not tell from zero is found to less.
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
      const double charge = reference::action_density(u).charge;
      CHECK(std::abs(charge) == doctest::Approx(2).epsilon(0.2));
      SignFunction sign(device, u, {.sign_error = 1e-6, .mode_tolerance = 1e-10}, options_of(device));
      const ChiralModes modes = chiral_modes(sign, {.tolerance = 1e-4});
      CHECK(modes.index() == -int(std::lround(charge)));  // whose sign is SIMULATeQCD's
      CHECK(std::min(modes.minus.zero_modes, modes.plus.zero_modes) == 0);
    }
  }
}

}  // namespace glueball::test
