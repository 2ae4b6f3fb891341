// Shaders put in the place of others while a device runs: of that device alone, and only where they fit.
#include "gpu/reload.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "app/progress.hpp"
#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "kernels/linalg.hpp"
#include "linalg/global_sums.hpp"
#include "spirv/compiler.hpp"
#include "support/temporary.hpp"

namespace glueball::test::kernel_reload {
namespace {

namespace fs = std::filesystem;

/// A copy of the program's shaders in which linalg/scale.comp has other words.
fs::path edited_shaders(const TemporaryDirectory& scratch, const std::string& from, const std::string& to) {
  const fs::path folder = scratch / "shaders";
  fs::remove_all(folder);
  fs::copy(fs::path(GLUEBALL_SOURCE) / "shaders", folder, fs::copy_options::recursive);
  std::ostringstream text;
  text << std::ifstream(folder / "linalg/scale.comp").rdbuf();
  std::string edited = text.str();
  const auto at = edited.find(from);
  REQUIRE(at != std::string::npos);
  edited.replace(at, from.size(), to);
  std::ofstream(folder / "linalg/scale.comp") << edited;
  return folder;
}

/// Returns |2 x|^2 / |x|^2 by the kernel that scales.
double doubled(gpu::Device& device) {
  const DeviceLattice lattice(device, Geometry({4, 2, 6, 4}), preferred_options(device));
  SpinorField x(lattice);
  upload(cpu::gaussian_spinor(lattice.geometry(), Parity::even, 5, 1), x);
  GlobalSums sums(lattice);
  const double before = sums.norm2(x);
  kernels::Scale::run(lattice, {.reals = SpinorField::kReals, .a = 2}, x);
  return sums.norm2(x) / before;
}

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("a shader that is replaced on one device stays what it is on another") {
    const TemporaryDirectory scratch;
    const fs::path folder = edited_shaders(scratch, "scale(args.a,", "scale(real(3) * args.a,");
    for (const gpu::DeviceInfo& info : gpu::devices()) {
      CAPTURE(info.id());
      const auto one = gpu::open_device(info.id(), {.validate = true, .log = app::warn});
      const auto other = gpu::open_device(info.id(), {.validate = true, .log = app::warn});
      CHECK(doubled(*one) == doctest::Approx(4).epsilon(1e-5));
      CHECK(doubled(*other) == doctest::Approx(4).epsilon(1e-5));
      std::string blob;
      for (const std::string& name : gpu::shaders_in_use(*one))
        if (name.starts_with("linalg/scale")) blob = name;
      REQUIRE_FALSE(blob.empty());
      gpu::replace_shader(*one, blob, spirv::compile_shader(folder, blob));
      CHECK(doubled(*one) == doctest::Approx(36).epsilon(1e-5));
      CHECK(doubled(*other) == doctest::Approx(4).epsilon(1e-5));
      CHECK(one->messages() == 0);
      CHECK(other->messages() == 0);
    }
  }

  TEST_CASE("a shader that binds other fields is refused, and the device goes on") {
    const TemporaryDirectory scratch;
    const fs::path folder = edited_shaders(scratch, "ELEMENTS_INOUT(0, x)", "ELEMENTS_INOUT(1, x)");
    for (const gpu::DeviceInfo& info : gpu::devices()) {
      CAPTURE(info.id());
      const auto device = gpu::open_device(info.id());
      CHECK(doubled(*device) == doctest::Approx(4).epsilon(1e-5));
      std::string blob;
      for (const std::string& name : gpu::shaders_in_use(*device))
        if (name.starts_with("linalg/scale")) blob = name;
      const auto words = spirv::compile_shader(folder, blob);
      CHECK_THROWS_WITH_AS(gpu::replace_shader(*device, blob, words),
                           doctest::Contains("binds other buffers"), Error);
      CHECK(doubled(*device) == doctest::Approx(4).epsilon(1e-5));
    }
  }
}

}  // namespace glueball::test::kernel_reload
