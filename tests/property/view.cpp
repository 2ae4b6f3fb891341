// These tests check that the viewer shows a run's fields, computed from a copy, and leaves the run unchanged.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "cpu/field_strength.hpp"
#include "cpu/gauge_functional.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "measure/density.hpp"
#include "reference/flow.hpp"
#include "reference/wilson_loops.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "update/heatbath.hpp"
#include "view/renderer.hpp"
#include "view/scratch_field.hpp"

namespace glueball::test::property_view {
using namespace view;

namespace {

const Geometry kGeometry({4, 6, 4, 8});

/// Returns links smooth enough for quarks and flow.
const Configuration& links() {
  static const Configuration u = test::weak_configuration(kGeometry, 0.3, 11);
  return u;
}

std::unique_ptr<LiveRun> run_of(gpu::Device& device, RunKind kind, const RunParameters& p = {}) {
  return make_live_run(device, preferred_options(device), kind, p, links());
}

/// Returns the device's links, bit for bit.
std::vector<std::byte> bits(LiveRun& run) {
  std::vector<std::byte> all;
  for (const Parity parity : {Parity::even, Parity::odd}) {
    std::vector<std::byte> half(run.links()[parity].memory().bytes());
    run.lattice().stream().download(run.links()[parity].memory(), half);
    all.insert(all.end(), half.begin(), half.end());
  }
  return all;
}

Scene scene_with(FieldKind field, double flow_time) {
  Scene scene;
  scene.field = field;
  scene.flow_time = flow_time;
  scene.mode = Mode::volume;
  return scene;
}

constexpr FieldKind kFields[] = {FieldKind::action, FieldKind::charge, FieldKind::polyakov,
                                 FieldKind::force,  FieldKind::gauge,  FieldKind::pion};

}  // namespace

TEST_SUITE("property") {
  TEST_CASE("view: looking at a run leaves its links alone, and the chain is the one that nobody looks at") {
    test::for_each_device([](gpu::Device& device) {
      const RunParameters p{.beta = 5.7, .overrelaxation = 1, .seed = 4};
      const auto run = run_of(device, RunKind::heatbath, p);
      Renderer renderer(*run);
      GaugeHeatbath alone(device, preferred_options(device),
                          {.couplings = {.beta = 5.7}, .overrelaxation = 1, .seed = 4}, links());
      for (int n = 0; n < 2; ++n) {
        const auto before = bits(*run);
        for (const FieldKind field : kFields) {
          if (n > 0 && (field == FieldKind::force || field == FieldKind::pion)) continue;
          CAPTURE(to_string(field));
          for (const double flow : {0.3, 0.0}) {
            if (flow == 0 && (field == FieldKind::force || field == FieldKind::pion)) continue;
            renderer.render(scene_with(field, flow), 24, 16);
            CHECK(renderer.download_rgb().size() == 24 * 16 * 3);
          }
        }
        CHECK(bits(*run) == before);
        run->step();
        alone.sweep(n + 1);
        CHECK(run->configuration().links() == alone.configuration().links());
      }
      CHECK(run->steps() == 2);
      CHECK(run->histories().at("plaquette").y.size() == 3);
      CHECK(run->histories().at("plaquette").y.back() ==
            doctest::Approx(cpu::plaquette(run->configuration()).average()).epsilon(1e-6));
      CHECK(run->histories().at("polyakov_im").y.back() ==
            doctest::Approx(reference::polyakov(run->configuration()).imag()).epsilon(1e-5));
    });
  }

  TEST_CASE("view: fields are those of the flowed links") {
    Configuration flowed = links();
    for (int n = 0; n < 4; ++n) reference::flow_step(flowed, kWilsonFlow, 0.1);
    test::for_each_device([&](gpu::Device& device) {
      const auto run = run_of(device, RunKind::fixed);
      ScratchField field(*run);
      Scene scene = scene_with(FieldKind::charge, 0.2);
      field.update(scene);
      scene.flow_time = 0.4;  // goes on from there
      field.update(scene);
      const auto densities = download(field.density());
      const auto measured = cpu::action_density(flowed);
      double worst = 0, scale = 0, action = 0;
      for (std::size_t n = 0; n < kGeometry.volume(); ++n) {
        const double want = cpu::charge_density(flowed, kGeometry.site(n));
        worst = std::max(worst, std::abs(densities[n][2] - want));
        scale = std::max(scale, std::abs(want));
        action += densities[n][0] + densities[n][1];
      }
      CHECK(worst < 2e-6 * scale + 1e-9);
      CHECK(action / double(kGeometry.volume()) == doctest::Approx(measured.energy()).epsilon(1e-5));
      CHECK(field.total(scene) == doctest::Approx(measured.charge).epsilon(1e-4));
      scene.field = FieldKind::action;
      CHECK(field.total(scene) ==
            doctest::Approx(measured.energy() * double(kGeometry.volume())).epsilon(1e-5));
      // The viewer goes back to an earlier time, with one slice alone.
      scene.flow_time = 0.2;
      field.update(scene, {3});
      Configuration earlier = links();
      for (int n = 0; n < 2; ++n) reference::flow_step(earlier, kWilsonFlow, 0.1);
      const auto some = download(field.density());
      const std::size_t site = kGeometry.index({1, 2, 3, 3});
      CHECK(some[site][2] == doctest::Approx(cpu::charge_density(earlier, {1, 2, 3, 3})).epsilon(1e-4));

      scene = scene_with(FieldKind::gauge, 0);
      CHECK(field.total(scene) / double(kGeometry.volume()) ==
            doctest::Approx(cpu::divergence(links(), Gauge::landau).mean).epsilon(1e-5));
    });
  }

  TEST_CASE(
      "view: a picture is drawn where something has changed, and while a field flows that of the one "
      "before") {
    test::for_each_device([](gpu::Device& device) {
      const auto run = run_of(device, RunKind::fixed);
      Renderer renderer(*run);
      Scene scene = scene_with(FieldKind::charge, 0);
      renderer.draw(scene, 40, 30);
      CHECK(renderer.width() == 0);  // there is no field yet
      renderer.render(scene, 40, 30);
      renderer.draw(scene, 40, 30);  // with the range that was found meanwhile
      const auto version = renderer.version();
      const auto before = renderer.download_rgb();
      renderer.render(scene, 40, 30);
      renderer.draw(scene, 50, 30, true);
      CHECK(renderer.version() == version);
      CHECK(renderer.width() == 40);

      Scene later = scene;
      later.flow_time = 0.1;
      later.flow_step = 0.02;
      int pauses = 0;
      renderer.update(later, [&] {
        ++pauses;
        renderer.draw(later, 40, 30);
      });
      CHECK(pauses == 15);  // five steps of three stages
      CHECK(renderer.version() == version);
      CHECK(renderer.download_rgb() == before);
      renderer.draw(later, 40, 30);
      renderer.draw(later, 40, 30);
      CHECK(renderer.version() > version);
      CHECK(renderer.download_rgb() != before);

      Renderer fresh(*run);
      fresh.wait_for_range(true);
      fresh.render(later, 40, 30);
      renderer.wait_for_range(true);
      renderer.reset_range();
      renderer.render(later, 40, 30);
      CHECK(fresh.download_rgb() == renderer.download_rgb());

      later.camera.azimuth += 10;
      const auto last = renderer.version();
      renderer.draw(later, 40, 30);
      CHECK(renderer.version() == last + 1);
      renderer.refresh();
      renderer.render(later, 40, 30);
      CHECK(renderer.version() == last + 2);
    });
  }

  TEST_CASE("view: pictures do not depend on the device") {
    std::vector<std::vector<std::uint8_t>> pictures;
    test::for_each_device([&](gpu::Device& device) {
      const auto run = run_of(device, RunKind::fixed);
      Renderer renderer(*run);
      renderer.wait_for_range(true);
      Scene scene = scene_with(FieldKind::charge, 0.5);
      scene.time = 2.25;
      std::vector<std::uint8_t> all;
      for (const Mode mode : {Mode::volume, Mode::surfaces, Mode::slices}) {
        scene.mode = mode;
        renderer.render(scene, 80, 60);
        const auto rgb = renderer.download_rgb();
        all.insert(all.end(), rgb.begin(), rgb.end());
      }
      CHECK(renderer.legend().time.find("2.25 of 8") != std::string::npos);
      CHECK(renderer.legend().high > 0);
      CHECK(renderer.legend().low == -renderer.legend().high);
      pictures.push_back(all);
      CHECK_THROWS_AS(renderer.render(scene, 0, 10), Error);
    });
    for (const auto& picture : pictures) {
      std::size_t apart = 0;
      for (std::size_t n = 0; n < picture.size(); ++n)
        apart += std::abs(int(picture[n]) - int(pictures.front()[n])) > 8;
      CHECK(apart < picture.size() / 500);
    }
  }
}

}  // namespace glueball::test::property_view
