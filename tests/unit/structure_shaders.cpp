// Every module as OpenGL gets it: made of Vulkan's, which the build checks by itself
// (host/gpu/spirv_compiler.cpp).
#include <doctest/doctest.h>

#include <spirv-tools/libspirv.hpp>
#include <string>
#include <vector>

#include "gpu/shader.hpp"
#include "gpu/spirv_opengl.hpp"

TEST_SUITE("unit") {
  TEST_CASE("every module is valid for OpenGL") {
    using namespace glueball;
    std::string said;
    spvtools::SpirvTools tools(SPV_ENV_OPENGL_4_5);
    tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&,
                                 const char* message) { said = message; });
    const auto blobs = gpu::shader_blobs();
    REQUIRE(blobs.size() > 500);
    for (const auto& blob : blobs) {
      if (blob.api != blobs.front().api) continue;
      const auto words = blob.api == gpu::Api::opengl ? blob.words : gpu::for_opengl(blob.words);
      if (!tools.Validate(words)) FAIL_CHECK(blob.name << ": " << said);
    }
    // Vulkan's own forms are not OpenGL's: it looks.
    if (blobs.front().api == gpu::Api::vulkan) CHECK_FALSE(tools.Validate(blobs.front().words));
  }
}
