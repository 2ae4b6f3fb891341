// These tests compare the lowest eigenvalues of every quark's matrix with those of the dense matrix of its
// reference.
#include "measure/eigenvalues.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cpu/linalg.hpp"
#include "eigen/quark_eigenvalues.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "lattice/quark_field.hpp"
#include "measure/observable.hpp"
#include "support/dense_matrix.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/refusal.hpp"

namespace glueball::test::property_eigenvalues {
namespace {

const Geometry kSmall({2, 2, 2, 2}), kFlat({2, 4, 2, 4});

/// Applies the matrix A: M^+ M on all sites, or that of the even-odd form.
template <class F>
void apply(const HostOperator<F>& m, Sites sites, const typename HostOperator<F>::Full& in,
           typename HostOperator<F>::Full& out) {
  if (sites == Sites::even) return m.normal(in[0], out[0]);
  auto middle = in;
  m.full(in, middle);
  m.full(middle, out, true);
}

/// Returns all eigenvalues, the smallest first.
template <class F>
std::vector<double> dense(const OperatorKind<F>& kind, const Configuration& u, QuarkParameters quark,
                          Sites sites) {
  using OneParity = typename HostField<F>::type;
  constexpr int kNumbers = kComponents<OneParity>;
  quark.boundary = quark.boundary.wrapped(u.geometry());
  const auto pair = kind.pair(u, quark);
  const std::size_t half = u.geometry().half_volume(), parts = sites == Sites::all ? 2 : 1,
                    size = parts * half * kNumbers;
  REQUIRE(size == dimension_of<F>(u.geometry(), sites));
  typename HostOperator<F>::Full unit{OneParity(half), OneParity(half)}, column = unit;
  Dense a(size, size);
  const auto number = [&](auto& field, std::size_t n) -> auto& {
    return component(field[n / (half * kNumbers)][n / kNumbers % half], int(n % kNumbers));
  };
  for (std::size_t k = 0; k < size; ++k) {
    number(unit, k) = 1.0;
    apply<F>(*pair.host, sites, unit, column);
    number(unit, k) = 0.0;
    for (std::size_t i = 0; i < size; ++i) a(Eigen::Index(i), Eigen::Index(k)) = number(column, i);
  }
  return hermitian_eigenvalues(a);
}

LatticeOptions in_double(const gpu::Device& device) {
  return preferred_options(device, gpu::Precision::double_, kFlat);
}

void check(const LanczosResult& found, const std::vector<double>& all, std::size_t count, double tolerance) {
  REQUIRE(found.values.size() == count);
  REQUIRE(found.residuals.size() == count);
  CHECK(found.largest == doctest::Approx(all.back()).epsilon(0.05));
  for (std::size_t n = 0; n < count; ++n) {
    CAPTURE(n);
    CHECK(std::abs(found.values[n] - all[n]) < std::max(1e-12, tolerance * tolerance * 1e3) * all.back());
    CHECK(found.residuals[n] <= tolerance);
  }
}

/// The lowest of each quark there is; those on other sites than usual on one device.
template <class F>
void check_all(int count) {
  int turn = 0;
  for (const OperatorKind<F>& kind : operator_kinds<F>())
    for (const Sites sites : {Sites::even, Sites::all}) {
      CAPTURE(std::string(kind.name));
      CAPTURE(int(sites));
      const Configuration u = weak_configuration(is_staggered(kind.action) ? kFlat : kSmall, 0.4, 61);
      const auto all = dense(kind, u, kind.example, sites);
      for_each_device(sites == usual_sites(kind.action) ? turn++ : 0, [&](gpu::Device& device) {
        CAPTURE(device.info().id());
        if (sites != usual_sites(kind.action) && &device != devices().front().get()) return;
        EigenOptions options;
        options.count = count;
        options.sites = sites;
        const LanczosResult found = quark_eigenvalues(device, u, kind.example, in_double(device), options);
        check(found, all, std::size_t(count), options.tolerance);
      });
    }
}

const QuarkParameters kMassless{.action = QuarkAction::staggered, .mass = 0, .boundary = kAntiperiodicInTime};

}  // namespace

TEST_SUITE("property") {
  TEST_CASE("eigenvalues: the lowest of every spinor's matrix are those of the dense one") {
    check_all<SpinorField>(4);
  }

  // On all sites each comes twice.
  TEST_CASE("eigenvalues: the lowest of every colour vector's matrix are those of the dense one") {
    check_all<ColourField>(5);
  }

  TEST_CASE("eigenvalues: all that there are, by phases on links, and by filters of one's own") {
    gpu::Device& device = *devices().front();
    const auto& kind = operator_kind<ColourField>(QuarkAction::naik);
    QuarkParameters quark = kind.example;
    quark.boundary.twist = {0.25, 0, -0.5, 0.125};
    quark.boundary.imaginary_mu = 0.3;
    const Configuration u = weak_configuration(kSmall, 0.4, 62), larger = weak_configuration(kFlat, 0.4, 63);
    EigenOptions options;
    options.count = 24;
    check(quark_eigenvalues(device, u, quark, in_double(device), options), dense(kind, u, quark, Sites::even),
          24, options.tolerance);
    const auto all = dense(kind, larger, quark, Sites::even);
    options.count = 6;
    options.basis = 10;
    options.degree = 4;
    options.cut = 0.5 * (all[8] + all[9]);
    options.seed = 3;
    int calls = 0;
    options.progress = [&](int found, double) {
      CHECK(found <= 6);
      ++calls;
    };
    const auto found = quark_eigenvalues(device, larger, quark, in_double(device), options);
    check(found, all, 6, options.tolerance);
    CHECK(found.filter.degree == 5);
    CHECK(found.filter.low == options.cut);
    CHECK(calls == found.restarts);
  }

  TEST_CASE("eigenvalues: those of free quarks come as often as they are there") {
    // -D^2 = sum of sin^2 p: 1/2 of an antiperiodic time of four sites, 0 or 1 of a direction of four, 0 of
    // two.
    EigenOptions options;
    options.count = 52;
    options.basis = 80;  // fewer than the 96 there are
    const auto found = quark_eigenvalues(*devices().front(), Configuration(kFlat), kMassless,
                                         in_double(*devices().front()), options);
    for (std::size_t n = 0; n < 52; ++n)
      CHECK(found.values[n] == doctest::Approx(n < 48 ? 0.5 : 1.5).epsilon(1e-10));
    CHECK(found.largest == doctest::Approx(1.5));
  }

  TEST_CASE("eigenvalues: vectors are orthonormal, and those of the reference's matrix") {
    gpu::Device& device = *devices().front();
    const Configuration u = weak_configuration(kFlat, 0.4, 64);
    const auto& kind = operator_kind<ColourField>(QuarkAction::staggered);
    const auto pair = kind.pair(u, kind.example);
    const DeviceLattice lattice(device, kFlat, in_double(device));
    GaugeField links(lattice);
    upload(u, links);
    const auto op = kind.on_device(lattice, links, kind.example);
    NormalMatrix<ColourField> matrix(*op, Sites::all);
    LanczosOptions options;
    options.count = 6;
    Lanczos<ColourField> lanczos(matrix, options);
    const LanczosResult found = lanczos.run();
    std::vector<FullQuarkField<ParityColourField>> vectors(6);
    for (std::size_t n = 0; n < 6; ++n) {
      auto& v = vectors[n];
      for (std::size_t parity = 0; parity < 2; ++parity) download(lanczos.vector(n)[parity], v[parity]);
      for (std::size_t k = 0; k <= n; ++k)
        CHECK(std::abs(cpu::dot(vectors[k][0], v[0]) + cpu::dot(vectors[k][1], v[1]) - double(k == n)) <
              1e-12);
      auto image = v;
      apply<ColourField>(*pair.host, Sites::all, v, image);
      double left = 0;
      for (std::size_t parity = 0; parity < 2; ++parity) {
        cpu::axpy(-found.values[n], v[parity], image[parity]);
        left += cpu::norm2(image[parity]);
      }
      CHECK(std::sqrt(left) < 2e-10 * found.largest);
    }
  }

  TEST_CASE("eigenvalues: vectors in single precision have values and residuals in double") {
    const Configuration u = weak_configuration(kFlat, 0.4, 65);
    for (const QuarkAction action : {QuarkAction::hisq, QuarkAction::twisted_mass}) {
      const bool staggered = is_staggered(action);
      const auto sites = usual_sites(action);
      const QuarkParameters quark =
          staggered ? operator_kind<ColourField>(action).example : operator_kind<SpinorField>(action).example;
      const Configuration& links = staggered ? u : weak_configuration(kSmall, 0.4, 66);
      const auto all = staggered ? dense(operator_kind<ColourField>(action), links, quark, sites)
                                 : dense(operator_kind<SpinorField>(action), links, quark, sites);
      for_each_device(int(staggered), [&](gpu::Device& device) {
        EigenOptions options;
        options.count = 4;
        options.sites = sites;
        options.tolerance = 1e-5;
        const auto found = quark_eigenvalues(
            device, links, quark, preferred_options(device, gpu::Precision::single, kFlat), options);
        check(found, all, 4, options.tolerance);
        for (const double r : found.residuals) CHECK(r > 1e-10);  // single precision is no more
      });
    }
  }

  TEST_CASE("eigenvalues: a loose tolerance is no leave to stop above the lowest") {
    const Configuration u = weak_configuration(kFlat, 0.4, 69);
    const auto all = dense(operator_kind<ColourField>(QuarkAction::staggered), u, kMassless, Sites::even);
    EigenOptions options;
    options.count = 6;
    options.basis = 12;
    options.tolerance = 0.3;
    const auto found =
        quark_eigenvalues(*devices().front(), u, kMassless, in_double(*devices().front()), options);
    for (std::size_t n = 0; n < 6; ++n) {
      CHECK(found.values[n] == doctest::Approx(all[n]).epsilon(0.01));
      CHECK(found.residuals[n] * found.largest <= 0.01 * found.values[n]);
    }
  }

  TEST_CASE("eigenvalues: as an observable") {
    gpu::Device& device = *devices().front();
    const Configuration u = weak_configuration(kFlat, 0.4, 67);
    const DeviceLattice lattice(device, kFlat, preferred_options(device));
    GaugeField links(lattice);
    upload(u, links);
    GlobalSums sums(lattice);
    Measurement m(lattice, links, sums);
    QuarkParameters quark{
        .action = QuarkAction::hisq, .mass = 0, .epsilon = -0.1, .boundary = kAntiperiodicInTime};
    const auto all =
        dense(operator_kind<ColourField>(QuarkAction::hisq), download_unitary(links), quark, Sites::even);
    const auto list = make_observables("eigenvalues:hisq:3:-0.1,eigenvalues:staggered:1");
    const auto found = list[0]->measure(m), one = list[1]->measure(m);
    REQUIRE(found.front().values.size() == 3);
    CHECK(found.front().shape == std::vector<std::size_t>{3});
    CHECK(one.front().shape.empty());
    for (std::size_t n = 0; n < 3; ++n)
      CHECK(found.front().values[n] == doctest::Approx(all[n]).epsilon(1e-9));
    for (const char* wrong : {"hisq", "hisq:", "hisq:0", "hisq:x", "hisq:2:", "hisq:2:x", "hisq:2:3",
                              "staggered:2:0.1", "wilson:2", "", "hisq:99999", "hisq:2:0:1"}) {
      CAPTURE(wrong);
      CHECK(refusal(ErrorKind::bad_value, [&] { parse_eigenvalues(wrong); }).starts_with("eigenvalues: "));
    }
  }

  TEST_CASE("eigenvalues: what cannot be is refused in one line") {
    gpu::Device& device = *devices().front();
    const Configuration u = weak_configuration(kFlat, 0.4, 68);
    const auto all = dense(operator_kind<ColourField>(QuarkAction::staggered), u, kMassless, Sites::even);
    const auto refused = [&](const std::string& words, ErrorKind kind, auto change) {
      EigenOptions options;
      LatticeOptions lattice = in_double(device);
      QuarkParameters quark = kMassless;
      options.count = 4;
      change(options, lattice, quark);
      const std::string said = refusal(kind, [&] { quark_eigenvalues(device, u, quark, lattice, options); });
      CAPTURE(said);
      CHECK(said.find(words) != std::string::npos);
    };
    using Q = QuarkParameters;
    using L = LatticeOptions;
    const ErrorKind bad = ErrorKind::bad_value;
    refused("97 of them are asked for, and the matrix has 96", bad,
            [](EigenOptions& o, L&, Q&) { o.count = 97; });
    refused("0 of them", bad, [](EigenOptions& o, L&, Q&) { o.count = 0; });
    refused("no room for 4", bad, [](EigenOptions& o, L&, Q&) { o.basis = 5; });
    refused("degree -1", bad, [](EigenOptions& o, L&, Q&) { o.degree = -1; });
    refused("cut of -1", bad, [](EigenOptions& o, L&, Q&) { o.cut = -1; });
    refused("tolerance 0", bad, [](EigenOptions& o, L&, Q&) { o.tolerance = 0; });
    refused("out of reach in single", bad,
            [](EigenOptions&, L& l, Q&) { l.precision = gpu::Precision::single; });
    refused("half precision", bad, [](EigenOptions&, L& l, Q&) { l.precision = gpu::Precision::half; });
    refused("kappa = nan is no number", bad, [](EigenOptions&, L&, Q& q) { q.kappa = NAN; });
    refused("are not below the cut", bad, [&](EigenOptions& o, L&, Q&) { o.cut = 0.5 * (all[1] + all[2]); });
    refused("is above the largest", bad, [](EigenOptions& o, L&, Q&) { o.cut = 50, o.basis = 8; });
    refused("of 4 were found after 1 restarts", ErrorKind::not_converged,
            [](EigenOptions& o, L&, Q&) { o.max_restarts = 1, o.basis = 8; });
  }
}

}  // namespace glueball::test::property_eigenvalues
