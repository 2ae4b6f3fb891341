// These tests compare pictures with their reference: a density as points in space, refined, and marched
// through.
#include "kernels/view.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <span>

#include "cpu/gaussian_fields.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "kernels/linalg.hpp"
#include "kernels/measure.hpp"
#include "measure/density.hpp"
#include "measure/polyakov.hpp"
#include "reference/march.hpp"
#include "reference/wilson_loops.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "view/colours.hpp"
#include "view/projection.hpp"

namespace glueball::test::kernel_view {
namespace {

const Geometry kGeometry({6, 4, 8, 10});
constexpr std::array<int, 3> kSpace{6, 4, 8};

std::vector<float> download(const DeviceLattice& lattice, const Volume& volume) {
  std::vector<float> values(volume.points() * std::size_t(volume.planes()));
  lattice.stream().download(volume.memory(), std::as_writable_bytes(std::span(values)));
  return values;
}

Volume on_device(const DeviceLattice& lattice, const reference::Volume& volume) {
  Volume to(lattice, volume.extents, volume.planes);
  const std::vector<float> values(volume.values.begin(), volume.values.end());
  lattice.stream().upload(to.memory(), std::as_bytes(std::span(values)));
  return to;
}

args::GridArgs grid(const Volume& v) {
  return {.extent_x = std::uint32_t(v.extents()[0]),
          .extent_y = std::uint32_t(v.extents()[1]),
          .extent_z = std::uint32_t(v.extents()[2]),
          .planes = std::uint32_t(v.planes()),
          .axis = 0};
}

/// Returns noise, refined so that rays meet smooth hills.
reference::Volume hills(int planes, std::uint64_t seed) {
  reference::Volume noise{kSpace, planes, {}};
  for (const float x : random_floats(std::size_t(planes) * 6 * 4 * 8, seed)) noise.values.push_back(x);
  reference::Volume fine = reference::refined(noise);
  for (double& x : fine.values) x = float(x);
  return fine;
}

reference::View view_of(const args::MarchArgs& a, const view::Scene& scene,
                        const std::vector<std::uint32_t>& table) {
  reference::View v;
  v.mode = reference::View::Mode(int(scene.mode));
  v.is_signed = view::is_signed(scene.field);
  v.width = int(a.width);
  v.height = int(a.height);
  v.eye = {a.eye_x, a.eye_y, a.eye_z};
  v.right = {a.right_x, a.right_y, a.right_z};
  v.up = {a.up_x, a.up_y, a.up_z};
  v.forward = {a.forward_x, a.forward_y, a.forward_z};
  v.spacing = a.spacing;
  v.range = a.range;
  v.threshold = a.threshold;
  v.opacity = a.opacity;
  v.planes = {a.plane_x, a.plane_y, a.plane_z};
  for (const std::uint32_t word : table) v.colours.push_back(view::rgb(word));
  v.background = view::rgb(a.background);
  v.box = view::rgb(a.box);
  v.with_box = a.box != 0;
  return v;
}

struct Sight {
  view::Scene scene;
  int planes;
};

std::vector<Sight> sights() {
  using view::FieldKind, view::Mode;
  std::vector<Sight> all;
  for (const Mode mode : {Mode::volume, Mode::surfaces, Mode::slices})
    for (const FieldKind field : {FieldKind::charge, FieldKind::action, FieldKind::polyakov}) {
      view::Scene scene;
      scene.field = field;
      scene.mode = mode;
      scene.threshold = 0.45;
      scene.opacity = 0.7;
      scene.planes = {0.31, field == FieldKind::action ? -1 : 0.52, 0.83};
      scene.camera = {35.0 + 100 * int(mode), 20, 2.4, 31};
      scene.box = field != FieldKind::action;
      all.push_back({scene, field == FieldKind::polyakov ? 2 : 1});
    }
  all.push_back(all.front());
  all.back().scene.camera = {10, 5, 0.1, 70};  // from inside
  return all;
}

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("momentum density: the sum of squares at every site") {
    Momenta p(kGeometry);
    cpu::gaussian_momenta(p, 5, 1);
    for_each_lattice(kGeometry, {.in_double = true}, [&](const DeviceLattice& lattice) {
      MomentumField field(lattice);
      upload(p, field);
      DensityField density(lattice);
      for (const Parity this_parity : {Parity::even, Parity::odd})
        kernels::MomentumDensity::run(lattice, {}, field[this_parity], density[this_parity]);
      const auto found = glueball::download(density);
      double worst = 0;
      for (std::size_t site = 0; site < kGeometry.volume(); ++site) {
        double want = 0;
        for (int mu = 0; mu < 4; ++mu)
          for (const double component : p.at(site, mu)) want += component * component;
        worst = std::max(worst, std::abs(found[site][0] / want - 1));
      }
      CHECK(worst < tolerance(lattice).entry);
    });
  }

  TEST_CASE("points in space: of a density between two time slices, of loops, and the largest of a density") {
    const Configuration u = hot_configuration(kGeometry, 21);
    const auto noise = random_floats(kGeometry.volume() * 4, 22);
    for_each_lattice(kGeometry, {.accumulator = true}, [&](const DeviceLattice& lattice) {
      DensityField density(lattice);
      for (const Parity parity : {Parity::even, Parity::odd}) {
        Texels<float> texels(kGeometry.half_volume());
        for (std::size_t n = 0; n < texels.size(); ++n)
          for (std::size_t k = 0; k < 4; ++k)
            texels[n][k] = noise[4 * kGeometry.index(kGeometry.half_site(parity, n)) + k];
        send(texels, density[parity]);
      }
      Volume volume(lattice, kSpace, 1);
      const args::VolumeArgs arguments{.first = 9,
                                       .second = 0,
                                       .first_weight = 0.25f,
                                       .second_weight = 0.75f,
                                       .weight_x = 1,
                                       .weight_y = 0.5f,
                                       .weight_z = -2,
                                       .weight_w = 0.125f};
      kernels::ShowDensity::run(lattice, volume.points(), arguments, density[Parity::even],
                                density[Parity::odd], volume);
      const auto value = [&](std::size_t site) {
        return noise[4 * site] + 0.5 * noise[4 * site + 1] - 2.0 * noise[4 * site + 2] +
               0.125 * noise[4 * site + 3];
      };
      const std::size_t slice = volume.points();
      std::vector<double> want;
      for (std::size_t n = 0; n < slice; ++n) want.push_back(0.25 * value(9 * slice + n) + 0.75 * value(n));
      CHECK(relative_error(download(lattice, volume), want) < kSingle.field);

      GlobalSums sums(lattice);
      // The range is taken over all time slices, and over two in the middle.
      const std::size_t times = std::size_t(kGeometry.extent(3));
      for (const auto& [first, count] : {std::pair<std::size_t, std::size_t>{0, times}, {2, 2}}) {
        double largest = 0;
        for (std::size_t site = first * slice; site < (first + count) * slice; ++site)
          largest = std::max(largest, std::abs(value(site)));
        for (const Parity this_parity : {Parity::even, Parity::odd}) {
          kernels::DensityRange::run(lattice,
                                     {.weight_x = 1,
                                      .weight_y = 0.5f,
                                      .weight_z = -2,
                                      .weight_w = 0.125f,
                                      .first = std::uint32_t(first * slice / 2),
                                      .count = std::uint32_t(count * slice / 2)},
                                     density[this_parity], sums.partials());
          sums.collect_maximum(1, this_parity == Parity::odd, Shape::sums);
        }
        CHECK(sums.totals()[0] == doctest::Approx(largest).epsilon(1e-6));
      }

      const auto loops = polyakov_loops(lattice, test::on_device(lattice, u), sums);
      Volume complex(lattice, kSpace, 2);
      kernels::ShowLoops::run(lattice, complex.points(), {}, loops.field, complex);
      const auto matrices = reference::polyakov_field(u);
      want.clear();
      for (const auto& m : matrices) want.push_back(trace(m).real() / 3);
      for (const auto& m : matrices) want.push_back(trace(m).imag() / 3);
      CHECK(relative_error(download(lattice, complex), want) < 2 * kSingle.field);
    });
  }

  TEST_CASE("refined boxes and the bounds of their cells") {
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      for (const int planes : {1, 2}) {
        CAPTURE(planes);
        reference::Volume noise{kSpace, planes, {}};
        for (const float x : random_floats(std::size_t(planes) * 6 * 4 * 8, 31)) noise.values.push_back(x);
        const auto want = reference::refined(noise);
        VolumeRefinement refinement(lattice, kSpace, planes);
        const Volume& fine = refinement.of(on_device(lattice, noise));
        CHECK(fine.extents() == want.extents);
        CHECK(relative_error(download(lattice, fine), want.values) < kSingle.field);

        Volume bounds(lattice, fine.extents(), 1);
        kernels::CellBounds::run(lattice, fine.points(), grid(fine), fine, bounds);
        std::vector<double> largest;
        for (int z = 0; z < want.extents[2]; ++z)
          for (int y = 0; y < want.extents[1]; ++y)
            for (int x = 0; x < want.extents[0]; ++x) {
              double most = 0;
              for (int corner = 0; corner < 8; ++corner) {
                const int cx = x + (corner & 1), cy = y + (corner >> 1 & 1), cz = z + (corner >> 2);
                most =
                    std::max(most, std::hypot(want.at(cx, cy, cz), planes == 2 ? want.at(cx, cy, cz, 1) : 0));
              }
              largest.push_back(most);
            }
        CHECK(relative_error(download(lattice, bounds), largest) < kSingle.field);
      }
    });
  }

  TEST_CASE("pictures in every mode are the reference's") {
    constexpr int kWidth = 43, kHeight = 37;
    for (const Sight& sight : sights()) {
      CAPTURE(flags(sight.scene));
      const reference::Volume volume = hills(sight.planes, 41);
      const auto table = view::colour_table(view::map_for(sight.scene), view::is_signed(sight.scene.field));
      const auto arguments = view::projection(sight.scene, kSpace, 2, 1.7, kWidth, kHeight);
      const auto reference = view_of(arguments, sight.scene, table);
      for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
        using kernels::March;
        const Volume points = on_device(lattice, volume);
        Volume bounds(lattice, volume.extents, 1);
        kernels::CellBounds::run(lattice, points.points(), grid(points), points, bounds);
        Pixels colours(lattice, table.size()), picture(lattice, kWidth * kHeight);
        lattice.stream().upload(colours.memory(), std::as_bytes(std::span(table)));
        const std::uint32_t what = (sight.planes == 2 ? March::kComplex : 0) |
                                   (reference.is_signed ? March::kSigned : 0) |
                                   (sight.scene.mode == view::Mode::surfaces ? March::kSurfaces : 0) |
                                   (sight.scene.mode == view::Mode::slices ? March::kSlices : 0);
        March::run({lattice, what}, March::points(kWidth, kHeight), arguments, points, bounds, colours,
                   picture);
        std::vector<std::uint32_t> words(kWidth * kHeight);
        lattice.stream().download(picture.memory(), std::as_writable_bytes(std::span(words)));
        // A colour of the table may be the next one, and a ray may just touch a surface or an edge: a few
        // pixels differ.
        int apart = 0, coloured = 0;
        double sum = 0;
        for (int j = 0; j < kHeight; ++j)
          for (int i = 0; i < kWidth; ++i) {
            const auto want = reference::march(volume, reference, i, j);
            const auto found = view::rgb(words[std::size_t(j * kWidth + i)]);
            double difference = 0;
            for (std::size_t k = 0; k < 3; ++k)
              difference = std::max(difference, std::abs(found[k] - want[k]));
            sum += difference;
            apart += difference > 0.02;
            coloured += std::abs(want[0] - reference.background[0]) > 0.04 ||
                        std::abs(want[2] - reference.background[2]) > 0.04;
            CHECK((words[std::size_t(j * kWidth + i)] & 0xff000000u) == 0xff000000u);
          }
        CHECK(coloured > kWidth * kHeight / 30);
        CHECK(apart <= kWidth * kHeight / 100);
        CHECK(sum / (kWidth * kHeight) < 0.004);
      });
    }
  }
}

}  // namespace glueball::test::kernel_view
