// These tests make a run on a null device, and compile the modules it asked for on other threads.
#include "gpu/async_shader_compiler.hpp"

#include <doctest/doctest.h>

#include "app/cache.hpp"
#include "gpu/shader.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_async_shader_compiler {
namespace {

using namespace gpu;
using namespace spirv;

std::size_t files_in(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

TEST_SUITE("unit") {
  TEST_CASE("what a run on a null device asks for is made ahead, once, and is what a device would make") {
    DeviceInfo info;
    info.limits.storage_blocks = 8;
    info.limits.float64 = true;
    NullDevice null_device(info);
    const Variant variant{Storage::buffer, Accumulator::float64};
    for (const std::uint32_t colours : {0u, 1u, 0u})
      for (const char* kernel : {"linalg/copy", "linalg/norm2"})
        null_device.pipeline(kernel, variant, {{0, 64}, {14, colours}});
    REQUIRE(null_device.asked().size() == 4);

    const TemporaryDirectory scratch;
    const auto store = std::make_shared<app::FilePipelineStore>(scratch.path());
    auto asked = null_device.asked();
    asked.push_back({"linalg/nothing", {}});                      // left to who wants it
    asked.insert(asked.end(), asked.begin(), asked.begin() + 4);  // the same once more, by other threads
    const auto cache = std::make_shared<ModuleCache>(store, Optimization::inlined);
    AsyncShaderCompiler compiler(cache, Optimization::inlined, asked, 4);
    compiler.wait();
    const std::size_t made = files_in(scratch.path() / "modules");
    CHECK(made >= 2);  // of copy one does for both: it has no such constant
    CHECK(made <= 4);
    for (const AskedShader& a : null_device.asked()) {
      const ShaderBlob blob = named_shader(a.name);
      const ModuleInfo spirv = inspect(blob.words);
      CHECK(cache->specialized(blob, spirv, a.constants, Optimization::inlined).words ==
            ModuleCache(nullptr).specialized(blob, spirv, a.constants, Optimization::inlined).words);
    }
    CHECK(files_in(scratch.path() / "modules") == made);
  }

  TEST_CASE("modules that nobody waits for are not begun any more") {
    const TemporaryDirectory scratch;
    const auto store = std::make_shared<app::FilePipelineStore>(scratch.path());
    const std::vector<AskedShader> many(1000, AskedShader{"linalg/copy.buffer", {{14, 0}}});
    {
      const AsyncShaderCompiler compiler(std::make_shared<ModuleCache>(store), Optimization::inlined, many,
                                         1);
    }
    CHECK(true);  // it ends, whatever was made
  }

  TEST_CASE("GPUs have all modules optimised, CPU drivers what is asked for") {
    for (const Optimization asked : {Optimization::inlined, Optimization::full}) {
      const ModuleCache cache(nullptr, asked);
      CHECK(cache.optimization(DeviceType::software) == asked);
      for (const DeviceType gpu : {DeviceType::discrete, DeviceType::integrated})
        CHECK(cache.optimization(gpu) == Optimization::full);
    }
    // The degree of optimisation is part of the key that modules are stored under.
    ModuleCache cache(nullptr);
    const ShaderBlob blob = named_shader("linalg/copy.buffer");
    const ModuleInfo spirv = inspect(blob.words);
    const auto words = [&](Optimization o) { return cache.specialized(blob, spirv, {{0, 64}}, o).words; };
    CHECK(words(Optimization::full) != words(Optimization::inlined));
    CHECK(words(Optimization::full) == specialized(blob.words, {{0, 64}}, Optimization::full));
  }
}

}  // namespace

}  // namespace glueball::test::unit_async_shader_compiler
