// These tests compare the predicted device memory with the allocated device memory.
#include "app/capacity.hpp"

#include <doctest/doctest.h>

#include "field/transfer.hpp"
#include "fix/fixing.hpp"
#include "flow/flow.hpp"
#include "measure/clover.hpp"
#include "measure/observable_list.hpp"
#include "quark/source.hpp"
#include "run/flow_run.hpp"
#include "smear/smearing.hpp"
#include "solvers/quark_memory.hpp"
#include "solvers/quark_solver.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "update/hmc.hpp"
#include "view/live_run.hpp"
#include "view/renderer.hpp"

namespace glueball::test::kernel_capacity {
namespace {

using gpu::Precision;

/// The most that `work` has allocated on the device at once, beyond what was there.
template <class Work>
double peak_of(gpu::Device& device, Work work) {
  const std::size_t before = device.allocated();
  device.forget_peak();
  work();
  return double(device.peak() - before);
}

/// The fields of the prediction's own lattices have other sizes, and the sums have saturated. Its links are
/// split: then two sites do not share the last texel of a link of 18 reals. Nothing else can differ.
void check_against(double peak, const MemoryNeed& need, const Geometry& g, Restart links = Restart::cpu) {
  CAPTURE(need.bytes_per_site);
  const double apart = links == Restart::gpu ? 4.0 * 2 * sizeof(double) * double(g.volume()) : 0;
  const double ratio = (double(need.bytes(g.volume())) - apart) / peak;
  CHECK(ratio > 0.99);
  CHECK(ratio < 1.01);
}

void check_hmc(gpu::Device& device, HmcParameters p, Energies energies, const Configuration& start,
               Precision precision = Precision::single) {
  CAPTURE(to_string(precision));
  CAPTURE(int(energies));
  LatticeOptions options = preferred_options(device);
  options.precision = precision;
  const MemoryNeed need = hmc_memory(device.info(), options, p, energies);
  p.energies = energies;
  const double peak = peak_of(device, [&] {
    Hmc hmc(device, options, p, start);
    CHECK(hmc.run(1).cg_iterations > 0);
  });
  check_against(peak, need, start.geometry());
}

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE(
      "hmc allocates what is predicted, in each precision, with energies on the host and on the device") {
    for (const Geometry& g : {Geometry({4, 8, 8, 10}), Geometry({8, 4, 8, 8})}) {
      const Configuration start = weak_configuration(g, 0.3, 1);
      for_each_device([&](gpu::Device& device) {
        const bool float64 = device.info().limits.float64;
        HmcParameters p;
        p.kappa = 0.11;
        p.steps = 1;
        p.tau = 0.01;
        p.action_tolerance = 1e-8;
        for (const Precision precision : {Precision::single, Precision::double_}) {
          if (precision == Precision::double_ && !float64) continue;
          // Extents are in the kernels, which CPU drivers take seconds to compile: each case on one of the
          // lattices.
          for (const Energies energies : {Energies::host, Energies::device})
            if (energies == Energies::host || float64)
              if ((energies == Energies::host) == ((g.extent(0) == 4) == (precision == Precision::single)) &&
                  has_turn(device, int(energies) + int(precision == Precision::double_)))
                check_hmc(device, p, energies, start, precision);
        }
      });
    }
  }

  TEST_CASE("hmc allocates what is predicted with rooted quarks") {
    const Geometry g({8, 8, 4, 4});  // as many blocks of sums a site as in the prediction
    const Configuration start = weak_configuration(g, 0.3, 1);
    for_each_device([&](gpu::Device& device) {
      HmcParameters p;
      p.levels = {{Integrator::leapfrog, 1}};
      p.tau = 0.01;
      p.monomials = {{"gauge", {{"beta", 5.5}}, 0},
                     {"rooted-staggered", {{"mass", 0.3}, {"flavours", 3}, {"pseudofermions", 2}}, 0}};
      if (has_turn(device, 0)) check_hmc(device, p, Energies::host, start);
      if (device.info().limits.float64 && has_turn(device, 1)) check_hmc(device, p, Energies::device, start);
      if (!has_turn(device, 0)) return;
      p.monomials[1] = {"rooted-hisq", {{"mass", 0.3}, {"heavy-mass", 0.6}}, 0};
      check_hmc(device, p, Energies::host, start);
    });
  }

  TEST_CASE(
      "hmc allocates what is predicted with clover quarks, ratios, a shorter solver, shifted links and "
      "RANLUX") {
    const Geometry g({8, 8, 4, 4});  // as many blocks of sums a site as in the prediction
    const Configuration start = weak_configuration(g, 0.3, 1);
    for_each_device(1, [&](gpu::Device& device) {
      HmcParameters p;
      p.tau = 0.01;
      p.action_tolerance = 1e-8;
      p.levels = {{.integrator = Integrator::force_gradient, .steps = 1}};
      p.monomials = {{"gauge", {{"beta", 5.6}}, 0},
                     {"clover-ratio", {{"kappa", 0.11}, {"csw", 1.0}, {"heavy-mu", 0.5}}, 0}};
      p.inner = Precision::half;
      p.random.ranlux = true;
      check_hmc(device, p, Energies::host, start);
    });
  }

  TEST_CASE(
      "solve allocates what is predicted, in each precision, with residuals on the host and on the device") {
    for (const Geometry& g : {Geometry({4, 8, 8, 10}), Geometry({8, 4, 8, 8})}) {
      const Configuration u = weak_configuration(g, 0.3, 2);
      const auto b = make_source<ParitySpinorField>(parse_source("point:0,0,0,0"), g, 0, 12);
      for_each_device([&](gpu::Device& device) {
        for (const Precision inner : {Precision::half, Precision::single, Precision::double_})
          for (const Restart restart : {Restart::cpu, Restart::gpu}) {
            if ((inner == Precision::double_ || restart == Restart::gpu) && !device.info().limits.float64)
              continue;
            if ((restart == Restart::cpu) != ((g.extent(0) == 4) == (inner == Precision::single))) continue;
            if (!has_turn(device, int(restart) + int(inner))) continue;
            CAPTURE(to_string(inner));
            CAPTURE(int(restart));
            const SolverOptions options{.inner = inner, .restart = restart, .tolerance = 1e-6};
            const MemoryNeed need = quark_memory(device.info(), {}, options);
            const double peak = peak_of(device, [&] {
              FullQuarkField<ParitySpinorField> x;
              CHECK(make_spinor_solver(device, u, {}, options)->solve(b, x).iterations > 0);
            });
            check_against(peak, need, g, restart);
          }
      });
    }
  }

  TEST_CASE("solve for several masses allocates what is predicted") {
    const Geometry g({8, 4, 8, 8});
    const Configuration u = weak_configuration(g, 0.3, 2);
    const auto b = make_source<ParityColourField>(parse_source("point:0,0,0,0"), g, 0, 3);
    const QuarkParameters quark{.action = QuarkAction::staggered};
    const std::vector<double> masses{0.2, 0.5, 0.7, 1.1};
    for_each_device([&](gpu::Device& device) {
      for (const Restart restart : {Restart::cpu, Restart::gpu}) {
        if (restart == Restart::gpu && !device.info().limits.float64) continue;
        if (!has_turn(device, int(restart))) continue;
        CAPTURE(int(restart));
        const SolverOptions options{.restart = restart, .tolerance = 1e-6};
        const MemoryNeed need = quark_memory(device.info(), quark, options, masses);
        CHECK(need.bytes_per_site > quark_memory(device.info(), quark, options).bytes_per_site);
        const double peak = peak_of(device, [&] {
          std::vector<FullQuarkField<ParityColourField>> x(masses.size());
          CHECK(make_multimass_solver(device, u, quark, masses, options)->solve(b, x)[0].shared > 0);
        });
        check_against(peak, need, g, restart);
      }
    });
  }

  TEST_CASE("flow, smearing, measuring, gauge fixing and pictures allocate what is predicted") {
    const Geometry g({8, 4, 8, 10});
    const Configuration u = weak_configuration(g, 0.3, 2);
    for_each_device([&](gpu::Device& device) {
      const gpu::DeviceInfo& info = device.info();
      const LatticeOptions options = preferred_options(device);
      const auto kind = FieldStrength::clover;
      int variant = 0;
      for (const char* action : {"wilson", "zeuthen"})
        for (const bool adaptive : {false, true}) {
          if (adaptive != (std::string(action) == "zeuthen") || !has_turn(device, variant++)) continue;
          CAPTURE(action);
          const auto a = flow_action_of(action);
          const MemoryNeed need = flow_memory(info, options, a, kind, adaptive);
          check_against(peak_of(device,
                                [&] {
                                  const DeviceLattice lattice(device, g, options);
                                  GradientFlow flow(lattice, a);
                                  CloverMeasurement clover(lattice, kind);
                                  flow.start(u);
                                  if (adaptive)
                                    flow.try_step(0.01, 1e-3);
                                  else
                                    flow.step(0.01);
                                  clover.measure(flow.links());
                                }),
                        need, g);
        }
      const std::pair<const char*, std::function<void(Smearing&, GaugeField&)>> methods[] = {
          {"stout", [](Smearing& s, GaugeField& v) { s.stout(v, 0.1); }},
          {"ape", [](Smearing& s, GaugeField& v) { s.ape(v, ape_alpha(0.6, 4)); }},
          {"hyp", [](Smearing& s, GaugeField& v) { s.hyp(v, {}); }}};
      for (const auto& [its_name, its_step] : methods) {
        const auto& name = its_name;
        const auto& step = its_step;
        if (!has_turn(device, variant++)) continue;
        CAPTURE(name);
        const MemoryNeed need = smear_memory(info, options, step);
        check_against(peak_of(device,
                              [&] {
                                const DeviceLattice lattice(device, g, options);
                                GaugeField v(lattice);
                                upload(u, v);
                                Smearing smearing(lattice);
                                for (int n = 0; n < 2; ++n) step(smearing, v);
                                lattice.stream().finish();
                              }),
                      need, g);
      }
      // The null device's lattice is too small for 4 x 9 Wilson loops. Fields over one time slice have the
      // slice's size there.
      const Geometry large({8, 8, 8, 12});
      const Configuration links = weak_configuration(large, 0.3, 2);
      for (const std::string list :
           {"plaquette,charge", "polyakov,polyakov_correlator", "wilson_loops:4x9"}) {
        if (!has_turn(device, variant++)) continue;
        CAPTURE(list);
        const ObservableList observables(list);
        const MemoryNeed need = measure_memory(info, options, observables);
        check_against(peak_of(device,
                              [&] {
                                const DeviceLattice lattice(device, large, options);
                                GaugeField v(lattice);
                                GlobalSums sums(lattice);
                                upload(links, v);
                                Measurement m(lattice, v, sums);
                                for (std::size_t n = 0; n < observables.size(); ++n)
                                  observables[n].measure(m);
                              }),
                      need, large);
      }
      if (has_turn(device, variant++)) {
        FixParameters fix;
        fix.theta = 1e-4;
        fix.max_iterations = 20;
        const MemoryNeed need = fix_memory(info, options, fix);
        check_against(peak_of(device,
                              [&] {
                                GaugeFixing fixing(device, options, u, fix);
                                Transformation t = unit_transformation(g);
                                FixPoint point;
                                fixing.run(t, point, [](const GaugeFixing::Report&) { return true; });
                              }),
                      need, g);
      }
      for (const view::RunKind kind : {view::RunKind::fixed, view::RunKind::heatbath, view::RunKind::hmc,
                                       view::RunKind::flow, view::RunKind::fix}) {
        if (!has_turn(device, variant++)) continue;
        CAPTURE(int(kind));
        const view::Scene scene;
        constexpr int kWidth = 64, kHeight = 48;
        const MemoryNeed need =
            view::view_memory(info, preferred_options(device), kind, {}, scene, kWidth, kHeight);
        check_against(peak_of(device,
                              [&] {
                                const auto run = view::make_live_run(device, preferred_options(device), kind,
                                                                     {.steps = 1, .sweeps = 1}, links);
                                view::Renderer renderer(*run);
                                renderer.render(scene, kWidth, kHeight);
                                run->step();
                                device.stream().finish();
                              }),
                      need, large);
      }
    });
  }

  TEST_CASE("the table of largest lattices: shorter precisions hold larger ones") {
    for_each_device([&](gpu::Device& device) {
      const gpu::DeviceInfo& info = device.info();
      const app::NeedsByPrecision solve = app::needs_of_solve(info), hmc = app::needs_of_hmc(info);
      CHECK(!hmc[int(Precision::half)]);
      CHECK(app::largest_extent(info.limits, hmc[int(Precision::half)]) == 0);
      CHECK(solve[int(Precision::half)]->bytes_per_site < solve[int(Precision::single)]->bytes_per_site);
      for (const auto& needs : {solve, hmc}) {
        const int single = app::largest_extent(info.limits, needs[int(Precision::single)]);
        CHECK(single >= 16);
        CHECK(needs[int(Precision::double_)].has_value() == info.limits.float64);
        if (!info.limits.float64) continue;
        const int in_double = app::largest_extent(info.limits, needs[int(Precision::double_)]);
        CHECK(in_double >= 16);
        CHECK(in_double <= single);
      }
    });
  }
}

}  // namespace glueball::test::kernel_capacity
