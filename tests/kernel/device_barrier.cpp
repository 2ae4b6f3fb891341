// Iterations of a conjugate gradient that share a launch, whose workgroups wait for each other.
#include "solvers/device_barrier.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "cpu/gaussian_fields.hpp"
#include "fermion/wilson_operator.hpp"
#include "field/transfer.hpp"
#include "reference/distance.hpp"
#include "solvers/conjugate_gradient.hpp"
#include "solvers/multishift_cg.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test::kernel_device_barrier {
namespace {

const Geometry kGeometry({4, 2, 4, 6});
/// 256 and a half workgroups of a hop: they are joined, and one is left.
const Geometry kManyGroups({6, 6, 6, 38});

bool same_bits(const ParitySpinorField& a, const ParitySpinorField& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

struct Solved {
  DeviceCgResult result;
  ParitySpinorField x;
};

/// Checks that results agree, on CPU drivers to the bit. Compilers of GPUs choose which of two products they
/// round, in each kernel anew.
void check_same(const gpu::Device& device, gpu::Precision precision, const Solved& found,
                const Solved& expected) {
  CHECK(found.result.state == expected.result.state);
  if (device.info().type == gpu::DeviceType::software) {
    CHECK(found.result.iterations == expected.result.iterations);
    CHECK(found.result.residual == expected.result.residual);
    CHECK(same_bits(found.x, expected.x));
  } else {
    CHECK(std::abs(found.result.iterations - expected.result.iterations) <= 1);
    const double allowed = precision == gpu::Precision::half ? 1e-2 : 2e-3;
    CHECK(reference::relative_error(found.x, expected.x) < allowed);
  }
}

/// The quarks have a twisted mass and twisted boundaries, so that all terms are present.
struct Solver {
  Solver(gpu::Device& device, gpu::Precision precision, bool persistent, const Geometry& g = kGeometry)
      : lattice(device, g, options(device, precision, persistent, g)),
        u(on_device(lattice, hot_configuration(g, 31))),
        op(lattice, u, 0.14, 0.2, boundary()),
        b(on_device(lattice, cpu::gaussian_spinor(g, Parity::even, 32, 1))),
        x(lattice),
        cg(op) {}

  static LatticeOptions options(gpu::Device& device, gpu::Precision precision, bool persistent,
                                const Geometry& g) {
    LatticeOptions o = preferred_options(device, precision, g);
    o.fused = true;
    o.shared_sums = true;
    o.threads_per_site = 2;
    o.workgroup = 32;  // six of a hop
    o.persistent_cg = persistent;
    return o;
  }
  static Boundary boundary() {
    Boundary twisted = kAntiperiodicInTime;
    twisted.twist[0] = 0.4;
    return twisted;
  }
  Solved solve(double tolerance, int most) {
    Solved s{cg.solve(b, x, tolerance, most), {}};
    s.x.resize(lattice.geometry().half_volume());
    glueball::download(x, s.x);
    return s;
  }

  DeviceLattice lattice;
  GaugeField u;
  WilsonOperator op;
  SpinorField b, x;
  ConjugateGradient<SpinorField> cg;
};

void for_each_precision(const std::function<void(gpu::Device&, gpu::Precision)>& run) {
  for_each_device([&](gpu::Device& device) {
    if (device.info().limits.storage_blocks < kernels::WilsonCg::record().access.size()) return;
    for (const gpu::Precision precision :
         {gpu::Precision::single, gpu::Precision::half, gpu::Precision::double_}) {
      if (precision == gpu::Precision::double_ && !device.info().limits.float64) continue;
      // The shader is one, and a CPU driver takes ten seconds to compile it.
      if (precision != gpu::Precision::single && device.info().api == gpu::Api::opengl &&
          device.info().type == gpu::DeviceType::software)
        continue;
      CAPTURE(to_string(precision));
      run(device, precision);
    }
  });
}

TEST_SUITE("kernel") {
  TEST_CASE("cg: iterations that share a launch give what launches of their own do") {
    for_each_precision([](gpu::Device& device, gpu::Precision precision) {
      Solver alone(device, precision, false), persistent(device, precision, true);
      gpu::Pipeline* const pipeline = persistent.op.iterations_pipeline();
      REQUIRE(pipeline != nullptr);
      pipeline->resident_groups = 1;  // comes together everywhere
      // The solves run for some iterations, until convergence, for none, and again from what the last solve
      // has left.
      for (const int most : {7, 1000, 1, 1000}) {
        CAPTURE(most);
        const Solved expected = alone.solve(1e-3, most), found = persistent.solve(1e-3, most);
        check_same(device, precision, found, expected);
        CHECK(expected.result.state == (most == 1000 ? SolverState::converged : SolverState::exhausted));
      }
      CHECK(pipeline->resident_groups == 1u);
      // As many as this device runs at once; on a CPU driver that is one.
      pipeline->resident_groups.reset();
      check_same(device, precision, persistent.solve(1e-3, 1000), alone.solve(1e-3, 1000));
      CHECK(pipeline->resident_groups.has_value());
    });
  }

  TEST_CASE("cg: a launch whose workgroups hold two of a hop's gives what launches of their own do") {
    for_each_precision([](gpu::Device& device, gpu::Precision precision) {
      // The case before covers the other precisions in all but this; a CPU driver takes ten seconds to
      // compile each.
      if (precision != gpu::Precision::single ||
          (device.info().api == gpu::Api::opengl && device.info().type == gpu::DeviceType::software))
        return;
      Solver alone(device, precision, false, kManyGroups), persistent(device, precision, true, kManyGroups);
      CHECK(persistent.lattice.groups(Shape::hops) == 257);
      CHECK(persistent.lattice.groups(Shape::merged_workgroups) == 129);
      CHECK(persistent.lattice.merged_workgroups() == 2);
      check_same(device, precision, persistent.solve(1e-3, 20), alone.solve(1e-3, 20));
      const auto groups = persistent.op.iterations_pipeline()->resident_groups;
      CHECK(groups.value_or(0) > 0);
    });
  }

  TEST_CASE("cg: where workgroups do not come together after all, launches of their own go on") {
    for_each_precision([](gpu::Device& device, gpu::Precision precision) {
      Solver alone(device, precision, false), persistent(device, precision, true);
      // More than a CPU runs at once; a GPU may take them.
      constexpr std::uint32_t kMany = 4096;
      persistent.op.iterations_pipeline()->resident_groups = kMany;
      const Solved expected = alone.solve(1e-3, 1000), found = persistent.solve(1e-3, 1000);
      check_same(device, precision, found, expected);
      const auto groups = persistent.op.iterations_pipeline()->resident_groups;
      CHECK((groups == 0u || groups == kMany));
    });
  }

  TEST_CASE("cg: where a launch gives up and the next, queued already, stops the solver, it has stopped") {
    /// The second launch is of more workgroups than a CPU driver runs at once.
    struct Operator : WilsonOperator {
      using WilsonOperator::WilsonOperator;
      void iterate(const IterationFields& f, std::uint32_t groups, std::uint32_t count) override {
        if (count > 0) ++launches;
        WilsonOperator::iterate(f, gives_up && launches == 2 ? 4096 : groups, count);
      }
      bool gives_up = true;
      int launches = 0;
    };
    for_each_precision([](gpu::Device& device, gpu::Precision precision) {
      Solver alone(device, precision, false), persistent(device, precision, true);
      Operator op(persistent.lattice, persistent.u, 0.14, 0.2, Solver::boundary());
      ConjugateGradient<SpinorField> cg(op);
      op.iterations_pipeline()->resident_groups = 1;
      const auto solve = [&](ConjugateGradient<SpinorField>& cg, Solver& s, bool resume) {
        // A CPU driver makes two launches, and goes on from there.
        cg.begin(s.b, resume ? 1e-3 : 0, resume ? 60 : 20, resume, 1);
        if (!resume) kernels::Axpby::run(s.lattice, {.a = 0, .b = 0}, s.b, s.b, s.x);
        Solved solved{cg.cycle(s.x), {}};
        solved.x.resize(s.lattice.geometry().half_volume());
        glueball::download(s.x, solved.x);
        return solved;
      };
      for (const bool resume : {false, true}) {
        CAPTURE(resume);
        check_same(device, precision, solve(cg, persistent, resume), solve(alone.cg, alone, resume));
        op.gives_up = false;
        op.iterations_pipeline()->resident_groups = 1;
      }
    });
  }

  TEST_CASE("cg: launches last so long that no loop of theirs is cut short") {
    for_each_precision([](gpu::Device& device, gpu::Precision precision) {
      if (precision != gpu::Precision::double_) return;  // others come to 0 before
      Solver alone(device, precision, false), persistent(device, precision, true);
      const Solved expected = alone.solve(0, 200), found = persistent.solve(0, 200);
      CHECK(expected.result.iterations == 200);
      check_same(device, precision, found, expected);
    });
  }

  TEST_CASE("cg: several shifts are solved for after one of which a launch was left") {
    for_each_precision([](gpu::Device& device, gpu::Precision precision) {
      if (precision == gpu::Precision::half) return;  // as in single
      Solver s(device, precision, true);
      MultishiftCg<SpinorField> cg(s.op, {0, 0.3});
      cg.solve(s.b, s.x, 0, device.info().type == gpu::DeviceType::software ? 40 : 600);
      for (int n = 0; n < gpu::Stream::kReadbackSlots; ++n) s.cg.solve(s.b, s.x, 0.9, 1);
      std::vector<SpinorField> x;
      for (int n = 0; n < 2; ++n) x.emplace_back(s.lattice);
      CHECK(cg.solve_all(s.b, x, 1e-3, 1000).state == SolverState::converged);
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_device_barrier
