// These tests check multigrid for spinors: its coarse matrix against one of plain loops in double precision,
// its cycles, and its solutions against those of conjugate gradients.
#include "reference/multigrid.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "fermion/registry.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "solvers/multigrid.hpp"
#include "solvers/quark_solver.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test::property_multigrid {
namespace {

using reference::CoarseVector, reference::FullSpinors;
using Full = std::array<ParitySpinorField, 2>;

const Geometry kGeometry({4, 8, 4, 12});
const Site kBlock{2, 4, 2, 6};
constexpr std::uint32_t kVectors = 8;

struct Quark {
  const char* name;
  QuarkParameters parameters;
};

std::vector<Quark> quarks() {
  Boundary turned = kAntiperiodicInTime;
  turned.twist = {0.25, 0, 0.5, 0};
  return {{"wilson", {.action = QuarkAction::wilson, .kappa = 0.13, .boundary = kAntiperiodicInTime}},
          {"twisted", {.action = QuarkAction::twisted_mass, .kappa = 0.14, .mu = 0.05, .boundary = turned}},
          {"clover", {.action = QuarkAction::clover, .kappa = 0.12, .csw = 1.3, .boundary = turned}},
          {"twisted exponential clover",
           {.action = QuarkAction::clover,
            .kappa = 0.12,
            .mu = -0.1,
            .csw = 1.1,
            .exponential = true,
            .boundary = turned}}};
}

QuarkParameters wrapped(QuarkParameters quark) {
  quark.boundary = quark.boundary.wrapped(kGeometry);
  return quark;
}

/// Decodes the near-null vectors at one parity's sites from the device's memory (lib/aggregates.glsl).
void decode(const Aggregates& a, Parity parity, std::vector<FullSpinors>& vectors) {
  const Texels<float> texels = fetch<float>(a.of(parity));
  const Geometry coarse(a.aggregation().coarse(kGeometry));
  const Site block = a.aggregation().block;
  const std::size_t n = a.vectors(), sites = a.aggregation().half_block();
  for (std::size_t v = 0; v < n; ++v) {
    ParitySpinorField& psi = vectors[v][std::size_t(parity)];
    psi.resize(kGeometry.half_volume());
    for (std::size_t k = 0; k < psi.size(); ++k) {
      const Site s = kGeometry.half_site(parity, k);
      const Site at{s[0] / block[0], s[1] / block[1], s[2] / block[2], s[3] / block[3]};
      const std::size_t aggregate =
          std::size_t(Geometry::parity(at)) * coarse.half_volume() + coarse.half_index(at);
      const std::size_t within =
          (((s[3] % block[3] * std::size_t(block[2]) + s[2] % block[2]) * std::size_t(block[1]) +
            s[1] % block[1]) *
               std::size_t(block[0]) +
           s[0] % block[0]) /
          2;
      for (std::size_t chirality = 0; chirality < 2; ++chirality) {
        std::array<Complex, 6> part;
        for (std::size_t c = 0; c < 6; ++c) {
          const std::size_t texel =
              ((((aggregate * 2 + chirality) * 3 + c / 2) * (n / 4) + v / 4) * sites + within) * 4 + v % 4;
          part[c] = {texels[texel][2 * (c % 2)], texels[texel][2 * (c % 2) + 1]};
        }
        // The device's part is sigma_y times the external basis' two spins of this chirality.
        for (std::size_t c = 0; c < 3; ++c) {
          psi[k][int(2 * chirality)][c] = Complex(0, -1) * part[3 + c];
          psi[k][int(2 * chirality + 1)][c] = Complex(0, 1) * part[c];
        }
      }
    }
  }
}

CoarseVector random_vector(std::size_t size, unsigned seed) {
  std::mt19937 bits(seed);
  std::normal_distribution<double> gauss;
  CoarseVector c(size);
  for (Complex& z : c) z = {gauss(bits), gauss(bits)};
  return c;
}

void put(const CoarseVector& c, const Geometry& coarse, std::size_t rows, FullCoarseField& to) {
  for (const Parity parity : kParities) {
    CoarseField& field = to[std::size_t(parity)];
    Texels<float> texels(field.texels());
    for (std::size_t n = 0; n < coarse.half_volume(); ++n)
      for (std::size_t row = 0; row < rows; ++row) {
        const Complex z = c[coarse.index(coarse.half_site(parity, n)) * rows + row];
        texels[row / 2 * coarse.half_volume() + n][2 * (row % 2)] = float(z.real());
        texels[row / 2 * coarse.half_volume() + n][2 * (row % 2) + 1] = float(z.imag());
      }
    send(texels, field);
  }
}

CoarseVector got(const FullCoarseField& from, const Geometry& coarse, std::size_t rows) {
  CoarseVector c(coarse.volume() * rows);
  for (const Parity parity : kParities) {
    const Texels<float> texels = fetch<float>(from[std::size_t(parity)]);
    for (std::size_t n = 0; n < coarse.half_volume(); ++n)
      for (std::size_t row = 0; row < rows; ++row) {
        const auto& texel = texels[row / 2 * coarse.half_volume() + n];
        c[coarse.index(coarse.half_site(parity, n)) * rows + row] = {texel[2 * (row % 2)],
                                                                     texel[2 * (row % 2) + 1]};
      }
  }
  return c;
}

double distance(const CoarseVector& a, const CoarseVector& b) {
  double difference = 0, norm = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    difference += std::norm(a[n] - b[n]);
    norm += std::norm(b[n]);
  }
  return std::sqrt(difference / norm);
}

double distance(const Full& a, const Full& b) {
  double difference = 0, norm = 0;
  for (std::size_t parity = 0; parity < 2; ++parity) {
    ParitySpinorField left = a[parity];
    cpu::axpy(-1.0, b[parity], left);
    difference += cpu::norm2(left);
    norm += cpu::norm2(b[parity]);
  }
  return std::sqrt(difference / norm);
}

FullSpinors noise(std::uint32_t step) {
  return {cpu::gaussian_spinor(kGeometry, Parity::even, 71, step),
          cpu::gaussian_spinor(kGeometry, Parity::odd, 71, step)};
}

/// Odd numbers have the other storage, and sums as GPUs make them.
LatticeOptions fine_options(const gpu::Device& device, int number) {
  LatticeOptions options = preferred_options(device);
  if (number % 2 == 0) return options;
  options.storage = options.storage == gpu::Storage::texel ? gpu::Storage::buffer : gpu::Storage::texel;
  options.shared_sums = true;
  return options;
}

/// Aggregates of random vectors on a device, and the same in double precision.
struct RandomAggregates {
  explicit RandomAggregates(const DeviceLattice& lattice)
      : fine(lattice),
        aggregation(aggregation_for(kGeometry, kBlock, kVectors)),
        coarse_geometry(aggregation.coarse(kGeometry)),
        coarse(lattice.device(), coarse_geometry, lattice.options()),
        aggregates(fine, coarse, aggregation) {
    aggregates.begin_set_up();
    for (std::uint32_t n = 0; n < kVectors; ++n) {
      const FullSpinors v = noise(n);
      for (const Parity parity : kParities)
        aggregates.set(n, parity, on_device(fine, v[std::size_t(parity)]));
    }
  }
  reference::Aggregates decoded() const {
    std::vector<FullSpinors> vectors(kVectors);
    for (const Parity parity : kParities) decode(aggregates, parity, vectors);
    return {kGeometry, kBlock, std::move(vectors)};
  }

  const DeviceLattice& fine;
  Aggregation aggregation;
  Geometry coarse_geometry;
  DeviceLattice coarse;
  Aggregates aggregates;
};

TEST_SUITE("property") {
  TEST_CASE("multigrid: P^+ P = 1, and P spans the near-null vectors of each aggregate and chirality") {
    for_each_device([&](gpu::Device& device) {
      for (int number = 0; number < 2; ++number) {
        if (!has_turn(device, number)) continue;
        const DeviceLattice lattice(device, kGeometry, fine_options(device, number));
        RandomAggregates a(lattice);
        const reference::Aggregates raw = a.decoded();
        a.aggregates.orthonormalise();
        const reference::Aggregates p = a.decoded();
        const CoarseVector c = random_vector(p.size(), 5);
        CHECK(distance(p.restricted(p.prolonged(c)), c) < 1e-6);
        // Raw vectors are as they were put, and P P^+ leaves each of their parts alone.
        const FullSpinors sum = raw.prolonged(c);
        CHECK(distance(p.prolonged(p.restricted(sum)), sum) < 1e-5);
        CoarseVector third(raw.size());
        for (std::size_t n = 3; n < third.size(); n += kVectors) third[n] = 1;
        CHECK(distance(raw.prolonged(third), noise(3)) < 1e-6);

        FullCoarseField coarse = a.aggregates.make();
        put(c, a.coarse_geometry, 2 * kVectors, coarse);
        const FullSpinors wanted = p.prolonged(c);
        SpinorField psi(lattice);
        for (const Parity parity : kParities) {
          a.aggregates.prolong(coarse, psi, parity);
          CHECK(relative_error(on_host(psi), wanted[std::size_t(parity)]) < 1e-6);
        }
        for (const Parity parity : kParities) {
          FullSpinors one = noise(30);
          one[std::size_t(other(parity))] = ParitySpinorField(kGeometry.half_volume());
          a.aggregates.restrict_to(coarse, on_device(lattice, one[std::size_t(parity)]), parity);
          CHECK(distance(got(coarse, a.coarse_geometry, 2 * kVectors), p.restricted(one)) < 1e-6);
        }
      }
    });
  }

  TEST_CASE("multigrid: P and P^+ of several columns are those of each") {
    for_each_device([&](gpu::Device& device) {
      for (std::uint32_t columns = 2; columns <= 7; ++columns) {
        CAPTURE(columns);
        if (!has_turn(device, int(columns))) continue;
        const DeviceLattice lattice(device, kGeometry, fine_options(device, int(columns)));
        RandomAggregates a(lattice);
        a.aggregates.orthonormalise();
        FullCoarseField all = a.aggregates.make(columns), one = a.aggregates.make();
        std::vector<SpinorField> psi;
        std::vector<const SpinorField*> from;
        std::vector<SpinorField*> to;
        for (std::uint32_t n = 0; n < columns; ++n) psi.push_back(on_device(lattice, noise(30 + n)[0]));
        for (SpinorField& field : psi) {
          from.push_back(&field);
          to.push_back(&field);
        }
        a.aggregates.restrict_to(all, from, Parity::even);
        a.aggregates.prolong(all, to, Parity::even);
        for (std::uint32_t n = 0; n < columns; ++n) {
          SpinorField alone = on_device(lattice, noise(30 + n)[0]);
          a.aggregates.restrict_to(one, alone, Parity::even);
          a.aggregates.prolong(one, alone, Parity::even);
          CHECK(relative_error(on_host(psi[n]), on_host(alone)) < 1e-6);
        }
      }
    });
  }

  TEST_CASE("multigrid: the coarse matrix is P^+ M P of every quark") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 72);
    for_each_device([&](gpu::Device& device) {
      int number = 0;
      for (const Quark& quark : quarks()) {
        CAPTURE(quark.name);
        if (!has_turn(device, number++ / 2)) continue;
        const DeviceLattice lattice(device, kGeometry, fine_options(device, number));
        RandomAggregates a(lattice);
        a.aggregates.orthonormalise();
        const reference::Aggregates p = a.decoded();
        const auto pair =
            operator_kind<SpinorField>(quark.parameters.action).pair(u, wrapped(quark.parameters));
        const GaugeField links = on_device(lattice, u);
        const auto op = pair.on_device(lattice, links);
        GalerkinProducts products(a.aggregates);
        CoarseOperator coarse(a.coarse, kVectors);
        coarse.make(a.aggregates, *op, links, wrapped(quark.parameters), 1, products);

        const ColumnGroups one(1);
        const CoarseVector c = random_vector(p.size(), 6), wanted = p.galerkin(*pair.host, c);
        FullCoarseField in = a.aggregates.make(), left = a.aggregates.make(), right = a.aggregates.make(),
                        image = a.aggregates.make();
        put(c, a.coarse_geometry, 2 * kVectors, in);
        put(wanted, a.coarse_geometry, 2 * kVectors, image);
        for (const Parity parity : kParities) {
          const auto here = std::size_t(parity), there = std::size_t(other(parity));
          coarse.invert_own(parity, one, image[here], left[here]);
          const CoarseOperator::In x{in[here]};
          coarse.hop(parity, one, {in[there]}, &x, 1, {right[here]});
        }
        const CoarseVector expected = got(left, a.coarse_geometry, 2 * kVectors),
                           found = got(right, a.coarse_geometry, 2 * kVectors);
        CHECK(distance(found, expected) < 1e-5);
        CHECK(distance(c, expected) > 0.01);  // hops contribute

        // A solve of D_c x = P^+ M P c gives c.
        CoarseSolver solver(coarse, 3);
        FullCoarseField solution = a.aggregates.make();
        solver.solve(40, 1, image, solution);
        CHECK(distance(got(solution, a.coarse_geometry, 2 * kVectors), c) < 1e-4);
      }
    });
  }

  TEST_CASE("multigrid: solutions are those of conjugate gradients, with the same bits for the same seed") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 73);
    const Full b = noise(40);
    for_each_device([&](gpu::Device& device) {
      int number = 0;
      for (const Quark& quark : quarks()) {
        CAPTURE(quark.name);
        if (!has_turn(device, number++ / 2)) continue;
        SolverOptions options;
        Full by_cg, by_multigrid, again;
        CHECK(make_spinor_solver(device, u, quark.parameters, options)->solve(b, by_cg).residual_full <=
              1e-10);
        options.method = Method::multigrid;
        options.multigrid.vectors = int(kVectors);
        options.multigrid.relaxations = 20;
        const auto solver = make_spinor_solver(device, u, quark.parameters, options);
        const SolveResult first = solver->solve(b, by_multigrid);
        CHECK(first.residual_full <= 1e-10);
        CHECK(first.method == Method::multigrid);
        REQUIRE(first.set_up);
        CHECK(first.set_up->seconds > 0);
        CHECK(first.set_up->vectors == int(kVectors));
        CHECK(first.iterations < 60);
        CHECK(distance(by_multigrid, by_cg) < 1e-8);
        const SolveResult second = make_spinor_solver(device, u, quark.parameters, options)->solve(b, again);
        CHECK(second.iterations == first.iterations);
        CHECK(std::memcmp(again[0].data(), by_multigrid[0].data(), again[0].size() * sizeof(Spinor)) == 0);
        // The set-up is kept.
        CHECK(!solver->solve(b, again).set_up);

        // Seven columns at once, in blocks of four and three, of which one is 0.
        options.block = 4;
        const auto for_four = make_spinor_solver(device, u, quark.parameters, options);
        CHECK(for_four->block() == 4);
        std::vector<Full> sources, solutions(7);
        for (std::uint32_t n = 0; n < 7; ++n) sources.push_back(n == 1 ? Full{} : noise(40 + n));
        sources[1] = {ParitySpinorField(kGeometry.half_volume()), ParitySpinorField(kGeometry.half_volume())};
        const auto results = for_four->solve_all(sources, solutions);
        for (std::uint32_t n = 0; n < 7; ++n) {
          CHECK(results[n].residual_full <= 1e-10);
          CHECK(results[n].block == (n < 4 ? 4 : 3));
          CHECK(bool(results[n].set_up) == (n == 0));
        }
        CHECK(std::abs(results[0].iterations - first.iterations) <= 1);
        CHECK(distance(solutions[0], by_cg) < 1e-8);
        CHECK(make_spinor_solver(device, u, quark.parameters, {})->solve(sources[5], by_cg).residual_full <=
              1e-10);
        CHECK(distance(solutions[5], by_cg) < 1e-8);
        CHECK(cpu::norm2(solutions[1][0]) + cpu::norm2(solutions[1][1]) == 0);
      }
    });
  }

  TEST_CASE("multigrid: few steps are enough for a heavy quark, whose coarse residual underflows") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 73);
    const Full b = noise(40);
    for_each_device(0, [&](gpu::Device& device) {
      Full x;
      SolverOptions options{.method = Method::multigrid};
      options.multigrid = {.vectors = int(kVectors), .relaxations = 5};
      const QuarkParameters heavy{.action = QuarkAction::wilson, .kappa = 0.08};
      const SolveResult r = make_spinor_solver(device, u, heavy, options)->solve(b, x);
      CHECK(r.residual_full <= 1e-10);
      CHECK(r.iterations < 20);
      REQUIRE(r.set_up);
      CHECK(r.set_up->coarse_steps == 8);
    });
  }

  TEST_CASE("multigrid: taken by default for the columns after one that took long") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 73);
    const QuarkParameters light{.action = QuarkAction::wilson, .kappa = 0.1385};
    gpu::Device& device = *devices().front();
    std::vector<Full> sources, solutions(3);
    for (std::uint32_t n = 0; n < 3; ++n) sources.push_back(noise(40 + n));
    const auto methods = [&](const QuarkParameters& quark, SolverOptions options) {
      options.method = Method::automatic;
      options.multigrid.vectors = int(kVectors);
      std::string all;
      int set_ups = 0;
      for (const SolveResult& r :
           make_spinor_solver(device, u, quark, options)->solve_all(sources, solutions)) {
        all += std::string(to_string(r.method)) + " ";
        set_ups += r.set_up ? 1 : 0;
        CHECK(r.block == (r.method == Method::multigrid ? 2 : 1));
        CHECK(r.residual_full <= 1e-10);
      }
      CHECK(set_ups == (all.find("multigrid") != std::string::npos ? 1 : 0));
      return all;
    };
    CHECK(methods(light, {.columns = 1000}) == "bicgstab multigrid multigrid ");
    CHECK(methods(light, {.columns = 3}).find("multigrid") == std::string::npos);
    CHECK(methods(light, {.inner = gpu::Precision::half, .columns = 1000}).find("multigrid") ==
          std::string::npos);
    CHECK(methods(quarks()[0].parameters, {.columns = 1000}).find("multigrid") == std::string::npos);
    // No blocks divide this lattice for so many vectors.
    SolverOptions refused{.columns = 1000};
    refused.multigrid.block = Site{2, 3, 2, 6};
    CHECK(methods(light, refused).find("multigrid") == std::string::npos);
    // A source of zeros does not decide.
    for (ParitySpinorField& half : sources[0]) half.assign(half.size(), Spinor{});
    sources.push_back(noise(43));
    solutions.resize(4);
    CHECK(methods(light, {.columns = 1000}) == "bicgstab bicgstab multigrid multigrid ");
  }

  TEST_CASE("multigrid: a set-up can be stopped") {
    struct Stop {};
    int calls = 0;
    SolverOptions options{.method = Method::multigrid};
    options.multigrid.vectors = int(kVectors);
    options.progress = [&](int iterations, double) {
      if (++calls > 2) return;
      CHECK(iterations == 0);
      if (calls == 2) throw Stop();
    };
    const Configuration u = weak_configuration(kGeometry, 0.35, 73);
    const auto solver = make_spinor_solver(*devices().front(), u, quarks()[0].parameters, options);
    Full x;
    CHECK_THROWS_AS(solver->solve(noise(40), x), Stop);
    CHECK(solver->solve(noise(40), x).set_up);
  }

  TEST_CASE("multigrid: a cycle reduces the error of the lowest mode by ten") {
    const Configuration u = weak_configuration(kGeometry, 0.3, 74);
    const QuarkParameters quark{
        .action = QuarkAction::wilson, .kappa = 0.124, .boundary = kAntiperiodicInTime};
    for_each_device([&](gpu::Device& device) {
      const DeviceLattice lattice(device, kGeometry, preferred_options(device));
      const GaugeField links = on_device(lattice, u);
      const auto pair = operator_kind<SpinorField>(quark.action).pair(u, quark);
      const auto op = pair.on_device(lattice, links);
      // Inverse iteration finds the lowest mode of Mhat^+ Mhat.
      SpinorField mode = on_device(lattice, noise(50)[0]), source(lattice), image(lattice), rest(lattice);
      GlobalSums sums(lattice);
      ConjugateGradient<SpinorField> cg(*op);
      double value = 0;
      for (int n = 0; n < 12; ++n) {
        value = 1 / std::sqrt(sums.norm2(mode));
        kernels::Axpby::run(lattice, {.a = value, .b = 0}, mode, mode, source);
        cg.solve(source, mode, 1e-5, 1000);
      }
      kernels::Scale::run(lattice, {.a = 1 / std::sqrt(sums.norm2(mode))}, mode);
      op->even_odd(mode, image);
      Multigrid multigrid(*op, links, quark, {.block = Site{2, 4, 2, 2}, .vectors = 16, .relaxations = 40});
      multigrid.set_up();
      const Multigrid::Cycle one{&image, &source, &rest};
      multigrid.cycle({&one, 1});
      kernels::Axpy::run(lattice, {.a = -1}, mode, source);
      CHECK(std::sqrt(sums.norm2(source)) < 0.1);
      // `rest` is the residual of the solution.
      kernels::Axpy::run(lattice, {.a = 1}, mode, source);
      SpinorField back(lattice);
      op->even_odd(source, back);
      kernels::Axpy::run(lattice, {.a = -1}, image, back);
      kernels::Axpy::run(lattice, {.a = 1}, rest, back);
      CHECK(std::sqrt(sums.norm2(back)) < 1e-5 * std::sqrt(sums.norm2(image)));
    });
  }

  TEST_CASE("multigrid: what it cannot do is said in one line") {
    const auto refused = [](const Geometry& g, const std::optional<Site>& block, int vectors,
                            const char* line) {
      CHECK_THROWS_WITH_AS(aggregation_for(g, block, vectors), doctest::Contains(line), Error);
    };
    CHECK(aggregation_for(Geometry({16, 24, 8, 48}), {}, 24).block == Site{4, 4, 4, 4});
    CHECK(aggregation_for(Geometry({4, 12, 20, 64}), {}, 16).block == Site{2, 6, 2, 4});
    refused(Geometry({8, 8, 8, 6}), {}, 16, "makes up 6 sites in t");
    refused(Geometry({8, 8, 8, 8}), Site{4, 3, 4, 4}, 16, "blocks of 3 sites in y, which has 8");
    refused(Geometry({8, 8, 8, 8}), Site{4, 4, 8, 4}, 16, "blocks of 8 sites in z, which has 8");
    refused(Geometry({8, 8, 8, 8}), {}, 10, "10 near-null vectors");
    refused(Geometry({8, 8, 8, 8}), {}, 68, "68 near-null vectors");
    refused(Geometry({8, 8, 8, 8}), Site{2, 2, 2, 2}, 52, "blocks of 16 sites are not independent");

    const Configuration u = weak_configuration(kGeometry, 0.3, 74);
    gpu::Device& device = *devices().front();
    SolverOptions options{.method = Method::multigrid, .inner = gpu::Precision::half};
    CHECK_THROWS_WITH_AS(make_spinor_solver(device, u, quarks()[0].parameters, options),
                         doctest::Contains("single precision"), Error);
    options = {.method = Method::multigrid};
    CHECK_THROWS_WITH_AS(make_staggered_solver(device, u, {.action = QuarkAction::staggered}, options),
                         doctest::Contains("staggered"), Error);
  }
}

}  // namespace
}  // namespace glueball::test::property_multigrid
