// Links in a range for each direction (gpu::Storage::split), which is how fields lie that are beyond one
// range of the device: the same as in one buffer, on small lattices and on one that needs it.
#include <doctest/doctest.h>
#include <unistd.h>

#include <string>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/wilson_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "field/transfer.hpp"
#include "fix/gauge_fixer.hpp"
#include "flow/flow.hpp"
#include "gpu/null_device.hpp"
#include "linalg/copy.hpp"
#include "measure/density.hpp"
#include "measure/observable.hpp"
#include "quark/source.hpp"
#include "solvers/quark_solver.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/skip.hpp"
#include "support/tolerance.hpp"
#include "update/heatbath.hpp"
#include "update/hmc.hpp"

namespace glueball::test::kernel_split_links {
namespace {

using gpu::Precision, gpu::Storage;

const Geometry kGeometry({4, 6, 4, 8});

/// A solver's steps with both parities' links bind this many buffers. Vulkan and OpenGL may allow fewer.
constexpr std::uint32_t kBlocks = 16;

/// Calls `test` for every device that can, in both precisions.
void for_each_precision(const std::function<void(gpu::Device&, Precision)>& test) {
  int tried = 0;
  for_each_device([&](gpu::Device& device) {
    if (device.info().limits.storage_blocks < kBlocks) return;
    for (const Precision precision : {Precision::single, Precision::double_}) {
      if (precision == Precision::double_ && !device.info().limits.float64) continue;
      CAPTURE(to_string(precision));
      test(device, precision);
      ++tried;
    }
  });
  if (tried == 0) skip("no device binds 16 buffers at once");
}

/// The same in one precision an API, since these kernels take CPU drivers longest to compile: in `vulkan`
/// there, in the other through OpenGL. tools/test --slow takes all.
void in_one_precision_each(Precision vulkan, const std::function<void(gpu::Device&, Precision)>& test) {
  for_each_precision([&](gpu::Device& device, Precision precision) {
    if (everything() || (device.info().api == gpu::Api::vulkan) == (precision == vulkan))
      test(device, precision);
  });
}

LatticeOptions options_of(const gpu::Device& device, Storage storage, Precision precision) {
  LatticeOptions options = preferred_options(device, precision, kGeometry);
  options.storage = storage;
  return options;
}

DeviceLattice lattice_of(gpu::Device& device, const Geometry& geometry, Storage storage, Precision precision,
                         int reconstruct = 12) {
  LatticeOptions options = options_of(device, storage, precision);
  options.reconstruct = reconstruct;
  return DeviceLattice(device, geometry, options);
}

/// Sums in another order and multiplications fused elsewhere change the last bits; a wrong link changes
/// everything.
double near(Precision precision) { return precision == Precision::double_ ? 1e-12 : 1e-5; }

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("split links: one field in four pieces, there and back, copied and converted") {
    const Configuration u = hot_configuration(kGeometry, 3);
    for_each_precision([&](gpu::Device& device, Precision precision) {
      for (const int reconstruct : {12, 18}) {
        const DeviceLattice split = lattice_of(device, kGeometry, Storage::split, precision, reconstruct);
        const GaugeField field = on_device(split, u);
        CHECK(field[Parity::even].pieces() == 4);
        const GaugeField whole(lattice_of(device, kGeometry, Storage::buffer, precision, reconstruct));
        CHECK(whole[Parity::even].memory().bytes() == kGeometry.half_volume() * 4 * std::size_t(reconstruct) *
                                                          (precision == Precision::double_ ? 8 : 4));
        const double near = precision == Precision::double_ ? 1e-15 : 1e-7;
        CHECK(relative_error(download(field), u) < near);
        GaugeField same(split);
        copy(field, same);
        CHECK(relative_error(download(same), u) < near);
        // Links are copied to the other precision and back, split or not.
        if (!device.info().limits.float64) continue;
        const Precision other = precision == Precision::single ? Precision::double_ : Precision::single;
        for (const Storage storage : {Storage::buffer, Storage::split}) {
          const DeviceLattice lattice = lattice_of(device, kGeometry, storage, other, reconstruct);
          GaugeField there(lattice), back(split);
          copy(field, there);
          CHECK(relative_error(download(there), u) < 1e-7);
          copy(there, back);
          CHECK(relative_error(download(back), u) < 1e-7);
        }
      }
    });
  }

  TEST_CASE("split links: molecular dynamics of every action") {
    const Configuration start = weak_configuration(kGeometry, 0.4, 5);
    in_one_precision_each(Precision::double_, [&](gpu::Device& device, Precision precision) {
      HmcParameters p;
      p.tau = 0.1;
      p.levels = {{.integrator = Integrator::leapfrog, .steps = 1}};
      p.monomials = {{"gauge", {{"beta", 5.6}, {"c1", -0.2}}, 0}, {"two-flavour", {{"kappa", 0.12}}, 0}};
      // Half of the kernels run once, because each takes a CPU driver a second.
      if (precision == Precision::double_) {
        p.monomials.push_back({"clover", {{"kappa", 0.11}, {"csw", 1.2}}, 0});
        p.monomials.push_back({"staggered", {{"mass", 0.4}}, 0});
        p.levels.front().integrator = Integrator::force_gradient;
      }
      p.force_tolerance = precision == Precision::double_ ? 1e-13 : 1e-6;
      const auto end = [&](Storage storage, Energies energies, std::optional<Precision> inner) {
        CAPTURE(int(storage));
        CAPTURE(inner.has_value());
        p.energies = energies;
        p.inner = inner;
        Hmc hmc(device, options_of(device, storage, precision), p, start);
        CHECK((hmc.lattice().options().storage == Storage::split) == (storage == Storage::split));
        hmc.dynamics().refresh(7, 0);
        hmc.dynamics().integrate(p.levels, p.tau);
        return std::pair{hmc.dynamics().configuration(), hmc.dynamics().hamiltonian()};
      };
      const auto whole = end(device.preferred_storage(), Energies::host, {});
      CHECK(relative_error(whole.first, start) > 1e-2);
      const auto split = end(Storage::split, Energies::host, {});
      CHECK(relative_error(split.first, whole.first) < near(precision));
      if (!device.info().limits.float64 || precision != Precision::double_) return;
      // Energies run on a lattice of their own, and solves on another one, with one quark's kernels.
      if (!everything()) p.monomials.resize(2);
      const auto alone = everything() ? whole : end(device.preferred_storage(), Energies::host, {}),
                 mixed = end(Storage::split, Energies::device, Precision::single);
      CHECK(relative_error(mixed.first, alone.first) < 1e-9);
      CHECK(mixed.second == doctest::Approx(alone.second).epsilon(1e-9));
    });
  }

  TEST_CASE("split links: heatbath and overrelaxation") {
    const Configuration start = hot_configuration(kGeometry, 6);
    for_each_precision([&](gpu::Device& device, Precision precision) {
      // These kernels take CPU drivers longest: once an API.
      if (precision == Precision::double_) return;
      const HeatbathParameters parameters{.couplings = {.beta = 5.9},
                                          .overrelaxation = 1,
                                          .seed = 4,
                                          .random = {.ranlux = device.info().api == gpu::Api::opengl}};
      const auto swept = [&](Storage storage) {
        GaugeHeatbath chain(device, options_of(device, storage, precision), parameters, start);
        chain.sweep(1);
        return std::pair{chain.configuration(), chain.plaquette().average()};
      };
      const auto whole = swept(device.preferred_storage()), split = swept(Storage::split);
      CHECK(relative_error(split.first, whole.first) < 10 * near(precision));
      CHECK(split.second == doctest::Approx(whole.second).epsilon(near(precision)));
      CHECK(relative_error(whole.first, start) > 1e-2);
    });
  }

  TEST_CASE("split links: flow and observables") {
    const Configuration start = weak_configuration(kGeometry, 0.5, 8);
    const auto observables = make_observables("plaquette,rectangle,link_trace,polyakov,charge");
    in_one_precision_each(Precision::single, [&](gpu::Device& device, Precision precision) {
      const DeviceLattice whole = lattice_of(device, kGeometry, device.preferred_storage(), precision),
                          split = lattice_of(device, kGeometry, Storage::split, precision);
      const auto flowed = [&](const DeviceLattice& lattice) {
        GradientFlow flow(lattice, precision == Precision::single ? kZeuthenFlow : kWilsonFlow);
        flow.start(start);
        CHECK(flow.try_step(0.02, 1).accepted);
        return flow.configuration();
      };
      CHECK(relative_error(flowed(split), flowed(whole)) < near(precision));
      const auto measured = [&](const DeviceLattice& lattice) {
        const GaugeField u = on_device(lattice, start);
        GlobalSums sums(lattice);
        Measurement m(lattice, u, sums);
        std::vector<double> values;
        for (const auto& observable : observables)
          for (const Quantity& q : observable->measure(m))
            values.insert(values.end(), q.values.begin(), q.values.end());
        DensityField density(lattice);
        plaquette_density(lattice, u, density);
        for (const auto& texel : download(density)) values.push_back(texel[0] + 2 * texel[1]);
        return values;
      };
      const auto want = measured(whole), got = measured(split);
      REQUIRE(got.size() == want.size());
      for (std::size_t n = 0; n < want.size(); ++n)
        CHECK(got[n] == doctest::Approx(want[n]).epsilon(20 * near(precision)));
    });
  }

  TEST_CASE("split links: solves with fused steps, threads per site and several right-hand sides") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 9);
    in_one_precision_each(Precision::double_, [&](gpu::Device& device, Precision precision) {
      const bool fused = precision == Precision::single;
      SolverOptions options;
      options.inner = precision;
      options.restart = fused && device.info().limits.float64 ? Restart::gpu : Restart::cpu;
      options.block = fused ? 1 : 2;
      options.choose = [&](gpu::Device&, const Geometry&, LatticeOptions& l) {
        l.storage = Storage::split;
        l.threads_per_site = fused ? 2 : 1;
        l.fused = fused;
      };
      const auto solve = [&](QuarkAction action) {
        const auto solver = make_spinor_solver(device, u, {.action = action, .kappa = 0.12}, options);
        std::vector<FullQuarkField<ParitySpinorField>> b, x(2);
        for (const int n : {0, 4})
          b.push_back(make_source<ParitySpinorField>(parse_source("point:0,0,0,0"), kGeometry, n, 12));
        for (const SolveResult& r : solver->solve_all(b, x)) {
          CHECK(r.residual_full < 1e-9);
          CHECK(r.iterations > 5);
          CHECK(r.block == options.block);
        }
      };
      solve(QuarkAction::wilson);
      if (!fused) return;
      solve(QuarkAction::clover);
      const auto solver =
          make_staggered_solver(device, u, {.action = QuarkAction::staggered, .mass = 0.3}, options);
      FullQuarkField<ParityColourField> x;
      CHECK(solver->solve(make_source<ParityColourField>(parse_source("point:0,0,0,0"), kGeometry, 0, 3), x)
                .residual_full < 1e-9);
    });
  }

  TEST_CASE("split links: a kernel that has them in one range says so, and half precision refuses") {
    const Configuration u = hot_configuration(kGeometry, 3);
    for_each_device([&](gpu::Device& device) {
      const DeviceLattice lattice = lattice_of(device, kGeometry, Storage::split, Precision::single);
      GaugeFixer fixer(lattice, u, Gauge::landau, Grain::site);
      try {
        fixer.relax(1.7, 0);
        FAIL("a kernel without the axis ran");
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::device);
        CHECK(std::string(error.what()).find("fix/relax binds links in one range") != std::string::npos);
      }
      CHECK_THROWS_AS(lattice_of(device, kGeometry, Storage::split, Precision::half), Error);
    });
  }

  TEST_CASE("split links: from the first lattice on whose links are beyond a range or a texel buffer") {
    const auto storage = [](const gpu::Limits& limits, Storage wanted, Precision precision, int reconstruct) {
      gpu::DeviceInfo info;
      info.limits = limits;
      info.limits.float64 = true;
      info.limits.group_invocations = 1024;
      gpu::NullDevice device(info);
      return lattice_of(device, Geometry({8, 8, 8, 8}), wanted, precision, reconstruct).options().storage;
    };
    constexpr std::uint64_t half = 8 * 8 * 8 * 8 / 2;
    for (const auto& [precision, reals, texel] : {std::tuple{Precision::single, 12, 3 * 16},
                                                  {Precision::single, 18, 18 * 4},
                                                  {Precision::double_, 18, 18 * 8}}) {
      const std::uint64_t bytes = half * 4 * std::uint64_t(texel);
      CHECK(storage({.storage_range_bytes = bytes}, Storage::buffer, precision, reals) == Storage::buffer);
      CHECK(storage({.storage_range_bytes = bytes - 1}, Storage::buffer, precision, reals) == Storage::split);
      CHECK(storage({.storage_range_bytes = bytes, .texel_elements = bytes / 16}, Storage::texel, precision,
                    reals) == Storage::texel);
      CHECK(storage({.storage_range_bytes = bytes, .texel_elements = bytes / 16 - 1}, Storage::texel,
                    precision, reals) == Storage::split);
    }
    CHECK(storage({.storage_range_bytes = 1}, Storage::image, Precision::single, 12) == Storage::image);
    CHECK(storage({.storage_range_bytes = 1}, Storage::buffer, Precision::half, 12) == Storage::buffer);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("a hop with links in double and 18 reals, within a range of 24^4 and beyond it") {
    for_each_device([&](gpu::Device& device) {
      const gpu::DeviceInfo& info = device.info();
      if (!info.limits.float64) return;
      // 24^4 is the largest within Mesa's 128 MiB; 28^4 there, and 64^4 within 4 GiB, are the first beyond.
      const auto bytes = [](int l) { return std::uint64_t(l) * l * l * l / 2 * 4 * 18 * 8; };
      int beyond = 4;
      while (bytes(beyond) <= info.limits.storage_range_bytes) beyond += 4;
      for (const int l : {beyond - 4, beyond}) {
        const Geometry g({l, l, l, l});
        const double host = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
        if (3000.0 * double(g.volume()) > host)
          return skip(g.to_string() + ": there is not enough memory on the host");
        CAPTURE(g.to_string());
        const Configuration u = hot_configuration(g, 51);
        const ParitySpinorField psi = cpu::gaussian_spinor(g, Parity::odd, 52, 0);
        const DeviceLattice lattice =
            lattice_of(device, g, info.type == gpu::DeviceType::software ? Storage::texel : Storage::buffer,
                       Precision::double_, 18);
        CHECK((lattice.options().storage == Storage::split) == (l == beyond));
        const GaugeField field = on_device(lattice, u);
        const SpinorField in = on_device(lattice, psi);
        SpinorField out(lattice);
        ParitySpinorField want(psi.size());
        WilsonOperator(lattice, field, 0.137).hop(Parity::even, in, out);
        cpu::WilsonOperator<double>(u, 0.137).hop(Parity::even, psi, want);
        CHECK(relative_error(on_host(out), want) < tolerance(lattice).field);
      }
    });
  }
}

}  // namespace glueball::test::kernel_split_links
