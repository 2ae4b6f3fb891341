// Runs that are looked at, and what is seen of quarks.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "cpu/gauge_functional.hpp"
#include "cpu/plaquette.hpp"
#include "measure/density.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/fluxes.hpp"
#include "support/refusal.hpp"
#include "view/renderer.hpp"
#include "view/scratch_field.hpp"

namespace glueball::test::property_view_runs {
using namespace view;

namespace {

const Geometry kGeometry({4, 6, 4, 8});

std::unique_ptr<LiveRun> run_of(gpu::Device& device, RunKind kind, const RunParameters& p = {}) {
  static const Configuration u = test::weak_configuration(kGeometry, 0.3, 11);
  return make_live_run(device, preferred_options(device), kind, p, u);
}

/// Pixels that have a colour: neither ground nor the edges of the box.
std::size_t coloured(const std::vector<std::uint8_t>& rgb) {
  std::size_t count = 0;
  for (std::size_t n = 0; n < rgb.size(); n += 3) {
    const auto [low, high] = std::minmax({rgb[n], rgb[n + 1], rgb[n + 2]});
    count += high - low > 40;
  }
  return count;
}

Scene scene_with(FieldKind field) {
  Scene scene;
  scene.field = field;
  scene.flow_time = 0;
  return scene;
}

}  // namespace

TEST_SUITE("property") {
  TEST_CASE("view: a pion's density adds up to its correlator; a force has its norm") {
    test::for_each_device([](gpu::Device& device) {
      const auto run = run_of(device, RunKind::fixed);
      ScratchField field(*run);
      Scene scene = scene_with(FieldKind::pion);
      scene.source = {1, 2, 3, 4};
      field.update(scene);
      const auto shown = download(field.density());
      // From its source on the density falls, by the same on either side of time.
      const auto at = [&](const Site& s) { return shown[kGeometry.index(s)][0]; };
      CHECK(at({1, 2, 3, 4}) == doctest::Approx(ScratchField::kDecades));
      CHECK(at({1, 2, 3, 4}) > at({1, 2, 3, 5}));
      CHECK(at({1, 2, 3, 5}) > at({1, 2, 3, 7}));
      double slice = 0, next = 0;
      for (std::size_t n = 0; n < kGeometry.volume(); ++n) {
        const double density = std::pow(10, shown[n][0] - ScratchField::kDecades + field.pion_top());
        if (kGeometry.site(n)[3] == 4) slice += density;
        if (kGeometry.site(n)[3] == 5) next += density;
      }
      CHECK(slice > next);
      CHECK(next > 0);
      scene.source = {9, 0, 0, 0};
      CHECK_THROWS_AS(field.update(scene), Error);
      scene.field = FieldKind::force;
      CHECK(field.total(scene) > 0);
    });
  }

  TEST_CASE("view: zero modes add up to their number, and their chirality to the charge") {
    const Geometry g({4, 2, 4, 2});
    test::for_each_device([&](gpu::Device& device) {
      for (const int flux : {1, -1}) {
        if (!test::has_turn(device, int(flux > 0))) continue;
        const auto run =
            make_live_run(device, preferred_options(device), RunKind::fixed, {}, test::fluxes(g, 1, flux));
        ScratchField field(*run);
        Scene scene = scene_with(FieldKind::zeromodes);
        scene.flow_time = 0;
        field.update(scene);
        CHECK(field.total(scene) == doctest::Approx(2).epsilon(1e-4));
        for (const auto& texel : download(field.density())) CHECK(texel[0] >= 0);
        scene.field = FieldKind::chirality;
        field.update(scene);
        CHECK(field.total(scene) == doctest::Approx(-2 * flux).epsilon(1e-4));
        scene.field = FieldKind::charge;
        field.update(scene);
        CHECK(field.total(scene) * flux < -0.5);
      }
      const auto cold = make_live_run(device, preferred_options(device), RunKind::fixed, {},
                                      test::weak_configuration(g, 0.3, 5));
      ScratchField field(*cold);
      Scene scene = scene_with(FieldKind::zeromodes);
      CHECK(field.total(scene) == 0);
      CHECK(field.remark() == "no zero modes");
      scene.field = FieldKind::charge;
      field.update(scene);
      CHECK(field.remark().empty());
    });
  }

  TEST_CASE("view: from every start there is something to be seen of every field, sweep after sweep") {
    test::for_each_device([](gpu::Device& device) {
      const Geometry geometry({6, 6, 6, 4});
      const std::vector<std::pair<const char*, Configuration>> starts{
          {"hot", hot_configuration(geometry, 3)},
          {"cold", Configuration(geometry)},
          {"file", test::weak_configuration(geometry, 0.3, 11)}};
      int variant = 0;
      for (const auto& [word, start] : starts) {
        ++variant;
        for (const FieldKind kind : {FieldKind::charge, FieldKind::action, FieldKind::polyakov,
                                     FieldKind::force, FieldKind::gauge, FieldKind::pion}) {
          if (!test::has_turn(device, variant++)) continue;
          const bool solves = kind == FieldKind::force || kind == FieldKind::pion;
          const std::string field(to_string(kind));
          const std::string name = word;
          CAPTURE(name);
          CAPTURE(field);
          const auto run =
              make_live_run(device, preferred_options(device), RunKind::heatbath, {.beta = 6}, start);
          Renderer renderer(*run);
          renderer.wait_for_range(true);  // ten pictures a second
          Scene scene = scene_with(kind);
          scene.flow_time = 1;
          // Surfaces are where a field crosses the threshold: these may be above it everywhere.
          if (kind == FieldKind::polyakov || kind == FieldKind::pion) scene.mode = Mode::volume;
          renderer.render(scene, 80, 60);
          // The test takes the best of the last pictures, a third of a second: the largest field of so few
          // sites jumps.
          const int steps = solves ? 1 : kind == FieldKind::charge ? 12 : 4;
          // Beside it, pictures where the largest field that there is now has the last colour.
          std::size_t seen = 0, most = 0;
          double latest = 0;
          for (int n = 0; n < steps; ++n) {
            run->step();
            renderer.render(scene, 80, 60);
            if (n + 3 < steps) continue;
            seen = std::max(seen, coloured(renderer.download_rgb()));
            Renderer fresh(*run);
            fresh.wait_for_range(true);
            fresh.render(scene, 80, 60);
            most = std::max(most, coloured(fresh.download_rgb()));
            latest = fresh.legend().range;
          }
          CHECK(most > 30);
          CHECK(seen > most / 10);
          CHECK(seen > 15);
          CHECK(renderer.legend().range < 3 * latest);  // a few pictures behind a field that falls
          // A range that was asked for stays.
          scene.range = 123;
          renderer.render(scene, 80, 60);
          CHECK(renderer.legend().range == 123);
        }
      }
    });
  }

  TEST_CASE("view: a body that fills the box is seen, where the box cuts it") {
    test::for_each_device([](gpu::Device& device) {
      const auto run = run_of(device, RunKind::fixed);
      Renderer renderer(*run);
      Scene scene = scene_with(FieldKind::action);
      scene.threshold = 1e-4;
      renderer.render(scene, 80, 60);
      const std::size_t filled = coloured(renderer.download_rgb());
      CHECK(filled > 1000);
      // It is the box that is seen, not the ground: from afar it is small.
      scene.camera.distance = 40;
      renderer.render(scene, 80, 60);
      CHECK(coloured(renderer.download_rgb()) < filled / 20);
    });
  }

  TEST_CASE("view: runs of every kind go on, with their histories") {
    test::for_each_device([](gpu::Device& device) {
      const auto hmc = run_of(device, RunKind::hmc, {.beta = 5.6, .kappa = 0.11, .tau = 0.2, .steps = 4});
      int pauses = 0;
      hmc->on_pause([&] {
        ++pauses;
        CHECK(hmc->paused());
      });
      hmc->step();
      CHECK(pauses > 0);
      CHECK_FALSE(hmc->paused());
      CHECK(hmc->label() == "trajectory 1");
      CHECK(std::abs(hmc->histories().at("delta_h").y.front()) < 1);
      hmc->set("kappa", 0.1);
      hmc->set("beta", 5.5);
      hmc->step();
      CHECK(hmc->histories().at("acceptance").x == std::vector<double>{1, 2});
      CHECK(hmc->histories().at("plaquette").y.back() ==
            doctest::Approx(cpu::plaquette(hmc->configuration()).average()).epsilon(1e-6));
      CHECK_THROWS_AS(hmc->set("omega", 1.5), Error);
      CHECK_THROWS_AS(hmc->set("beta", -1), Error);

      const auto flow = run_of(device, RunKind::flow, {.flow_step = 0.05});
      for (int n = 0; n < 3; ++n) flow->step();
      CHECK(flow->position() == doctest::Approx(0.15));
      CHECK(flow->histories().at("plaquette").y.back() > flow->histories().at("plaquette").y.front());
      CHECK(flow->histories().at("charge").y.size() == 3);

      const auto fix = run_of(device, RunKind::fix, {.gauge = Gauge::landau, .sweeps = 20});
      const auto start = cpu::divergence(fix->configuration(), Gauge::landau).mean;
      fix->step();
      const auto& theta = fix->histories().at("theta").y;
      CHECK(theta.front() == doctest::Approx(start).epsilon(1e-4));
      CHECK(theta.back() < 0.1 * theta.front());
      CHECK(theta.back() ==
            doctest::Approx(cpu::divergence(fix->configuration(), Gauge::landau).mean).epsilon(1e-3));
      // Its residual is what is seen.
      ScratchField field(*fix);
      CHECK(field.total(scene_with(FieldKind::gauge)) / double(kGeometry.volume()) ==
            doctest::Approx(theta.back()).epsilon(1e-4));

      const auto fixed = run_of(device, RunKind::fixed);
      const auto version = fixed->version();
      fixed->step();
      CHECK(fixed->version() == version);
      CHECK(fixed->label().empty());
    });
  }
}

}  // namespace glueball::test::property_view_runs
