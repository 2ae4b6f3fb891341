// The translation of modules to WGSL. A browser compiles and runs them in tests/web.
#include <doctest/doctest.h>

#include <string>

#include "args/constants.h"
#include "base/error.hpp"
#include "gpu/null_device.hpp"
#include "kernels/linalg.hpp"
#include "linalg/global_sums.hpp"
#include "spirv/specialize.hpp"
#include "spirv/wgsl.hpp"

namespace glueball::test::unit_spirv_wgsl {
namespace {

using namespace gpu;
using namespace spirv;

WgslModule translated(const char* name, const Specialization& constants = {}) {
  return for_webgpu(specialized(named_shader(name).words, constants));
}
bool has(const WgslModule& module, const std::string& text) {
  return module.code.find(text) != std::string::npos;
}

TEST_SUITE("unit") {
  TEST_CASE("a module in WGSL has the slots, open constants and arguments of its SPIR-V") {
    const WgslModule module = translated("gauge/plaquette.buffer.ff", {{CONSTANT_RECONSTRUCT, 12}});
    for (const char* text :
         {"@binding(0) var<storage,read> ", "@binding(1) var<storage,read> ",
          "@binding(2) var<storage,read_write> ", "@binding(31) var<uniform> ", "@compute @workgroup_size("})
      CHECK_MESSAGE(has(module, text), text);
    for (const std::uint32_t id : module.overrides) {
      CHECK(is_open(id));
      CHECK(has(module, "@id(" + std::to_string(id) + ") override "));
    }
    CHECK(std::find(module.overrides.begin(), module.overrides.end(), CONSTANT_EXTENT_X) !=
          module.overrides.end());
    CHECK(module.code == translated("gauge/plaquette.buffer.ff", {{CONSTANT_RECONSTRUCT, 12}}).code);
  }

  TEST_CASE("integers that kernels count in are atomic, numbers beside them are not") {
    const WgslModule module = translated("solver/cg_scalars.ff");
    CHECK(has(module, "atomic<u32>"));
    CHECK(has(module, "atomicAdd(&"));
    CHECK_FALSE(has(module, "atomic<f32>"));
  }

  TEST_CASE("what WGSL lacks is refused by name") {
    const auto refusal = [](const char* name) {
      try {
        translated(name);
      } catch (const Error& error) {
        return std::string(error.what());
      }
      return std::string("accepted");
    };
    CHECK(refusal("gauge/plaquette.buffer.f64").find("no numbers of 64 bits") != std::string::npos);
    CHECK(refusal("solver/wilson_cg.ff").find("no order of memory between workgroups") != std::string::npos);
    CHECK_THROWS_AS(for_webgpu(std::vector<std::uint32_t>{1, 2, 3}), Error);
  }

  TEST_CASE("a NullDevice tells its work in order") {
    struct Log : WorkLog {
      std::string text;
      void launch(const AskedShader& shader, const ModuleInfo&, std::span<const Binding> bindings,
                  std::span<const std::byte>, std::uint32_t groups) override {
        text += std::string(shader.name) + (bindings[0].memory && groups > 0 ? " bound;" : ";");
      }
      void copy(const Memory&, const Memory&, std::span<const CopiedPiece> pieces) override {
        text += "copy of " + std::to_string(pieces[0].bytes) + ";";
      }
      void upload(const Memory&, std::span<const std::byte> data) override {
        text += "upload of " + std::to_string(data.size()) + ";";
      }
      void read(const Memory&, std::size_t offset, std::size_t bytes) override {
        text += "read of " + std::to_string(bytes) + " at " + std::to_string(offset) + ";";
      }
    } log;
    DeviceInfo info;
    info.limits.group_invocations = 256;
    info.limits.storage_blocks = 8;
    NullDevice device(info);
    LatticeOptions options = preferred_options(device);
    options.storage = Storage::buffer;
    const DeviceLattice lattice(device, Geometry({4, 4, 4, 4}), options);
    SpinorField x(lattice), y(lattice);
    GlobalSums sums(lattice);
    device.tell(&log);
    sums.norm2(x);
    device.stream().copy(x.memory(), y.memory(), 16);
    device.stream().upload(x.memory(), std::vector<std::byte>(8));
    device.tell(nullptr);
    device.stream().upload(x.memory(), std::vector<std::byte>(4));
    CHECK(log.text ==
          "linalg/norm2.buffer.ff bound;linalg/sum.ff bound;read of 32 at 0;copy of 16;upload of 8;");
  }
}

}  // namespace
}  // namespace glueball::test::unit_spirv_wgsl
