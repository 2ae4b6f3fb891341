// How the solves of actions are done: shorter precision inside, guesses from the past, noise of one's own.
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "actions/noise.hpp"
#include "actions/registry.hpp"
#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "lattice/random_stream.hpp"
#include "support/devices.hpp"
#include "support/double_links.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test::property_action_solver {
namespace {

const Geometry kGeometry({4, 2, 4, 6});
const gpu::Precision kHalfPrecision = gpu::Precision::half, kSinglePrecision = gpu::Precision::single;

/// The force of a kind's example, solved as `solves` says.
Momenta force(const DeviceLattice& lattice, const ActionKind& kind, const Configuration& u,
              const ActionSolves& solves) {
  const GaugeField links = on_device(lattice, u);
  MomentumField p(lattice);
  upload(Momenta(kGeometry), p);
  const auto action = kind.make({.lattice = lattice, .u = links, .p = p, .seed = 5, .solves = solves},
                                complete(kind, kind.example));
  action->refresh(*double_links(u), 1);
  action->kick(1.0);
  return download(p);
}

TEST_SUITE("property") {
  TEST_CASE("action solves: a shorter precision inside gives the same force") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 131);
    for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
      if (lattice.options().storage == gpu::Storage::image) return;
      const bool exact = lattice.precision() == gpu::Precision::double_;
      const double tolerance = exact ? 1e-10 : 1e-5;
      int variant = 0;
      for (const char* name :
           {"ratio", "clover", "twisted-clover", "clover-ratio", "staggered", "naik", "hisq"}) {
        if (!exact && !has_turn(lattice.device(), variant++)) continue;
        CAPTURE(std::string(name));
        const ActionKind& kind = action_kind(name);
        // The heatbath of a ratio solves, too.
        ActionSolves solves{.force_tolerance = tolerance, .action_tolerance = exact ? 1e-12 : 1e-9};
        const Momenta plain = force(lattice, kind, u, solves);
        for (const gpu::Precision inner : {kSinglePrecision, kHalfPrecision}) {
          solves.inner = inner;
          if (inner == lattice.precision()) continue;
          CHECK(relative_error(force(lattice, kind, u, solves), plain) < 20 * tolerance);
          if (inner != kHalfPrecision || std::string(name) != "staggered") continue;
          // The same solver has kernels of another format: one kind of quark is enough.
          solves.half_format = gpu::HalfFormat::floating;
          CHECK(relative_error(force(lattice, kind, u, solves), plain) < 20 * tolerance);
          solves.half_format = gpu::HalfFormat::fixed;
        }
      }
      ActionSolves longer;
      longer.inner = gpu::Precision::double_;
      if (!exact) CHECK_THROWS_AS(force(lattice, action_kind("staggered"), u, longer), Error);
    });
  }

  TEST_CASE(
      "action solves: guesses from the past save iterations and change the result by the tolerance only") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 132);
    for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
      const bool exact = lattice.precision() == gpu::Precision::double_;
      const double tolerance = exact ? 1e-8 : 1e-4;
      int variant = 0;
      for (const char* name : {"two-flavour", "staggered"}) {
        if (!exact && !has_turn(lattice.device(), variant++)) continue;
        CAPTURE(std::string(name));
        const ActionKind& kind = action_kind(name);
        Configuration reached[2] = {u, u};
        int iterations[2];
        for (const int depth : {0, 3}) {
          MolecularDynamics md(lattice, u);
          const ActionSolves solves{
              .force_tolerance = tolerance, .action_tolerance = 1e-9, .chronology = depth};
          md.add(
              kind.make({.lattice = lattice, .u = md.links(), .p = md.momenta(), .seed = 5, .solves = solves},
                        complete(kind, kind.example)));
          md.refresh(5, 2);
          md.take_iterations();
          md.integrate(Integrator::leapfrog, 0.2, 10);
          iterations[depth > 0] = md.take_iterations()[0];
          reached[depth > 0] = md.configuration();
          // Where nothing has moved the last solution is the next one.
          md.kick(0.0);
          CHECK((md.take_iterations()[0] == 0) == (depth > 0));
          // New pseudofermions have no past: the first solve takes what it took.
          if (depth > 0) {
            md.refresh(5, 3);
            md.take_iterations();
            md.kick(0.0);
            CHECK(md.take_iterations()[0] > 0);
          }
        }
        MESSAGE(describe(lattice), " ", std::string(name), ": ", iterations[0], " iterations, with guesses ",
                iterations[1]);
        CHECK(iterations[1] < 0.8 * iterations[0]);
        CHECK(relative_error(reached[1], reached[0]) < 2 * tolerance);
      }
    });
  }

  TEST_CASE("action solves: an energy starts from the last force's solution, and is as good as without") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 133);
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      for (int turn = 0; turn < 6; ++turn) {
        const std::string name = std::array{"two-flavour", "ratio", "staggered"}[std::size_t(turn / 2)];
        if (!has_turn(lattice.device(), turn / 2 + turn)) continue;
        CAPTURE(name);
        const ActionKind& kind = action_kind(name);
        const bool on_device = lattice.device().info().limits.float64 && turn % 2 == 0;
        const auto dynamics = [&](double tolerance) {
          auto md = std::make_unique<MolecularDynamics>(lattice, u);
          if (on_device) md->energies_on_device();
          md->add(kind.make({.lattice = lattice,
                             .u = md->links(),
                             .p = md->momenta(),
                             .seed = 5,
                             .solves = {.force_tolerance = 3e-4, .action_tolerance = tolerance}},
                            complete(kind, kind.example)));
          md->refresh(5, 2);
          md->take_iterations();
          return md;
        };
        const double wanted = dynamics(1e-12)->hamiltonian();
        // Its error is of second order in what is left, from the force's solution, too, which alone is good
        // enough in the end. The numbers that H is the sum of are some thousands.
        for (const double tolerance : {3e-4, 1e-5, 1e-7}) {
          CAPTURE(tolerance);
          const auto md = dynamics(tolerance);
          const double allowed = 1e-9 + 1e4 * tolerance * tolerance;
          const double from_nothing = md->hamiltonian();
          const int plain = md->take_iterations()[0];
          // Pseudofermions of a ratio are solved for themselves.
          if (name != "ratio") CHECK(std::abs(from_nothing - wanted) < allowed);
          md->kick(0.0);
          md->take_iterations();
          const double from_force = md->hamiltonian();
          CHECK(std::abs(from_force - from_nothing) < allowed);
          const int started = md->take_iterations()[0];
          CHECK(started < 0.8 * plain);
          // New pseudofermions have none yet.
          md->refresh(5, 2);
          md->take_iterations();
          CHECK(md->hamiltonian() == from_nothing);
          CHECK(md->take_iterations()[0] == plain);
        }
      }
    });
  }

  TEST_CASE("action noise: by number, and number 0 has that of the stream") {
    CHECK(stream_word(Stream::pseudofermion, 0) == std::uint32_t(Stream::pseudofermion));
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField links(lattice);
      MomentumField p(lattice);
      SpinorField scratch(lattice);
      for (const std::uint32_t number : {0u, 1u, 300u}) {
        draw_spinors({.lattice = lattice, .u = links, .p = p, .seed = 77, .number = number}, 4, scratch);
        const auto eta = on_host(scratch);
        for (const std::uint32_t other : {0u, 1u, 300u}) {
          const auto want = cpu::gaussian_spinor(kGeometry, Parity::even, 77, 4,
                                                 Stream(stream_word(Stream::pseudofermion, other)));
          CHECK((relative_error(eta, want) < tolerance(lattice).field) == (number == other));
        }
      }
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_action_solver
