// These tests compare eigenvalues of HISQ quarks on an instanton with MILC's, from
// ks_eigen/test/su3_eigen_hisq.Ritz.2.sample-out.
#include <doctest/doctest.h>

#include <array>

#include "eigen/quark_eigenvalues.hpp"
#include "io/configuration_file.hpp"
#include "overlap/chiral_modes.hpp"
#include "support/devices.hpp"
#include "support/skip.hpp"

namespace glueball::test::physics_reference_eigenvalues {
namespace {

/// These are eigenvalues of (2 D)^2 on the even sites; each occurs twice.
constexpr std::array kMilc{.04613507862594, 1.984240261247, 2.033701817202, 2.073985251042, 2.0923683402};

TEST_SUITE("physics") {
  TEST_CASE("reference: MILC's eigenvalues of HISQ quarks on an instanton, each twice") {
    if (!configs_available()) return skip("reference configurations are absent");
    const Configuration u =
        io::read_configuration(configs_directory() / "milc/lat.sample.inst").configuration;
    for_each_device([&](gpu::Device& device) {
      EigenOptions options;
      options.count = 2 * int(kMilc.size());
      const LanczosResult found = quark_eigenvalues(
          device, u, {.action = QuarkAction::hisq, .mass = 0, .boundary = kAntiperiodicInTime},
          preferred_options(device, gpu::Precision::double_, u.geometry()), options);
      for (std::size_t n = 0; n < found.values.size(); ++n)
        // The links of the file are in single precision, and it is to them that a zero mode owes its value.
        CHECK(4 * found.values[n] == doctest::Approx(kMilc[n / 2]).epsilon(n < 2 ? 5e-7 : 2e-8));
    });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("reference: overlap quarks have one zero mode on an instanton") {
    if (!configs_available()) return skip("reference configurations are absent");
    const Configuration u =
        io::read_configuration(configs_directory() / "milc/lat.sample.inst").configuration;
    gpu::Device& device = *devices().front();
    SignFunction sign(device, u, {.sign_error = 1e-5, .mode_tolerance = 1e-9},
                      overlap_lattice_options(device, gpu::Precision::double_, u.geometry()));
    const ChiralModes modes = chiral_modes(sign, {.count = 2, .tolerance = 1e-3});
    CHECK(modes.minus.zero_modes == 1);
    CHECK(modes.plus.zero_modes == 0);
    CHECK(modes.index() == 1);
    CHECK(modes.plus.values[0] == doctest::Approx(0.0745).epsilon(0.01));
    CHECK(modes.minus.values[1] == doctest::Approx(modes.plus.values[0]).epsilon(0.01));
  }
}

}  // namespace

}  // namespace glueball::test::physics_reference_eigenvalues
