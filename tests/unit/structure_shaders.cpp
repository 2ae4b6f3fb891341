// These tests check modules as drivers get them: specialised and optimised, for Vulkan and for OpenGL.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <spirv-tools/libspirv.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "args/constants.h"
#include "base/error.hpp"
#include "gpu/shader.hpp"
#include "spirv/module_info.hpp"
#include "spirv/opengl.hpp"
#include "spirv/specialize.hpp"
#include "spirv/words.hpp"
#include "support/module_contents.hpp"

namespace glueball::test::unit_structure_shaders {
namespace {

using Words = std::vector<std::uint32_t>;

/// Returns a module of instructions, each given as its opcode and its operands.
Words module_of(const std::vector<Words>& instructions) {
  constexpr std::uint32_t kBound = 30;
  Words words{spirv::words::kMagic, spirv::words::kVersion13, 0, kBound, 0};
  for (const Words& i : instructions) {
    words.push_back(std::uint32_t(i.size()) << 16 | i[0]);
    words.insert(words.end(), i.begin() + 1, i.end());
  }
  return words;
}

/// Launches choose these specialisation constants.
const std::vector<spirv::Specialization> kChoices = {{{CONSTANT_RECONSTRUCT, 12},
                                                      {CONSTANT_SHARED_SUMS, 1},
                                                      {CONSTANT_BLOCK_THREADS, 72},
                                                      {CONSTANT_THREADS_PER_SITE, 1},
                                                      {CONSTANT_BOUNDARY_T, ~0u}},
                                                     {{CONSTANT_RECONSTRUCT, 18},
                                                      {CONSTANT_LONG_RECONSTRUCT, 14},
                                                      {CONSTANT_THREADS_PER_SITE, 2},
                                                      {CONSTANT_FLAG_0, 1},
                                                      {CONSTANT_FLAG_2, 1},
                                                      {CONSTANT_FLOATING, 1},
                                                      {CONSTANT_EXACT_DIVISION, 1},
                                                      {CONSTANT_FOLDED, 1}},
                                                     {{CONSTANT_RECONSTRUCT, 8},
                                                      {CONSTANT_THREADS_PER_SITE, 4},
                                                      {CONSTANT_SHARED_SUMS, 1},
                                                      {CONSTANT_BLOCK_THREADS, 16},
                                                      {CONSTANT_FLAG_1, 1},
                                                      {CONSTANT_FLAG_3, 1},
                                                      {CONSTANT_FLAG_4, 1},
                                                      {CONSTANT_TILES, 2}}};

class Validator {
 public:
  explicit Validator(spv_target_env environment) : tools_(environment) {
    tools_.SetMessageConsumer([this](spv_message_level_t, const char*, const spv_position_t&,
                                     const char* message) { said_ = message; });
  }
  /// Returns the validator's error, if there is one.
  std::optional<std::string> operator()(const Words& words) {
    return tools_.Validate(words) ? std::nullopt : std::optional(said_);
  }

 private:
  spvtools::SpirvTools tools_;
  std::string said_;
};

/// Sums came out wrong on NVIDIA's drivers where loops held barriers (docs/drivers.md). Iterations that
/// share a launch have workgroups that take their share of hops in turns; kernel/device_barrier runs them.
constexpr std::string_view kBarrierLoops[] = {"solver/wilson_cg."};

/// Most have less than 40,000, relaxation of the centre gauge 71,000, and an iteration in one launch, which
/// has four hops in single precision, 101,000. What leaves a choice open that multiplies a hop had 105,000,
/// and took six seconds to optimise.
constexpr std::size_t kMostWords = 75'000;
constexpr std::string_view kFourHops = "solver/wilson_cg.";

/// Both APIs take the module; one in Vulkan's memory model is for Vulkan alone.
void check_valid(Validator& vulkan, Validator& opengl, std::string_view name, const Words& words) {
  if (const auto wrong = vulkan(words)) FAIL_CHECK("Vulkan: " << *wrong);
  if (name.ends_with(".model"))
    CHECK_THROWS_AS(spirv::for_opengl(words), Error);
  else if (const auto wrong = opengl(spirv::for_opengl(words)))
    FAIL_CHECK("OpenGL: " << *wrong);
}

/// Calls the function for every `step`-th pair of a module and a choice.
void check_modules(std::size_t step) {
  Validator vulkan(SPV_ENV_VULKAN_1_2), opengl(SPV_ENV_OPENGL_4_5);
  const auto blobs = gpu::shader_blobs();
  REQUIRE(!blobs.empty());
  for (std::size_t n = 0; n < blobs.size() * kChoices.size(); n += step) {
    const gpu::ShaderBlob& blob = blobs[n / kChoices.size()];
    CAPTURE(blob.name);
    CAPTURE(n % kChoices.size());
    const Words words = spirv::specialized(blob.words, kChoices[n % kChoices.size()]);
    check_valid(vulkan, opengl, blob.name, words);
    const Words inlined =
        spirv::specialized(blob.words, kChoices[n % kChoices.size()], spirv::Optimization::inlined);
    {
      INFO("inlined");
      check_valid(vulkan, opengl, blob.name, inlined);
    }
    for (const auto& line : slow_instructions(words)) FAIL_CHECK(line);
    CHECK(empty_comparisons(words) == 0);
    if (!blob.name.ends_with(".model")) CHECK(negated_stores(words) == 0);
    if (std::none_of(std::begin(kBarrierLoops), std::end(kBarrierLoops),
                     [&](std::string_view kernel) { return blob.name.starts_with(kernel); }))
      CHECK(barriers_in_loops(words) == 0);
    if (words.size() > kMostWords * (blob.name.starts_with(kFourHops) ? 3 : 2) / 2)
      FAIL_CHECK(words.size() << " words: is something open that multiplies it?");
    const auto open = spirv::inspect(words).specialization_ids;
    CHECK(std::all_of(open.begin(), open.end(), spirv::is_open));
  }
  // Vulkan's own forms are not OpenGL's: it looks.
  CHECK(opengl(spirv::specialized(blobs.front().words, {})).has_value());
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("all modules, specialised, are valid, and hold nothing that drivers are slow at") {
    check_modules(1);
  }
}

TEST_SUITE("unit") {
  // A step that goes through kernels, variants and choices alike: it divides none of their numbers.
  TEST_CASE("modules, specialised, are valid, and hold nothing that drivers are slow at") {
    check_modules(43);
  }

  TEST_CASE("a module in Vulkan's memory model is valid there, and none of OpenGL") {
    Validator vulkan(SPV_ENV_VULKAN_1_2), opengl(SPV_ENV_OPENGL_4_5);
    int found = 0;
    for (const gpu::ShaderBlob& blob : gpu::shader_blobs()) {
      if (!blob.name.ends_with(".model")) continue;
      CAPTURE(blob.name);
      ++found;
      for (const auto optimization : {spirv::Optimization::inlined, spirv::Optimization::full})
        check_valid(vulkan, opengl, blob.name, spirv::specialized(blob.words, kChoices[0], optimization));
    }
    CHECK(found > 0);
  }

  TEST_CASE("the same constants give the same module, others another, sizes are left to the driver") {
    const auto words = gpu::named_shader("fermion/wilson_dslash.buffer").words;
    const Words first = spirv::specialized(words, kChoices[0]);
    CHECK(first == spirv::specialized(words, kChoices[0]));
    CHECK(first != spirv::specialized(words, kChoices[1]));
    spirv::Specialization sized = kChoices[0];
    sized[CONSTANT_EXTENT_X] = 32;
    CHECK(first == spirv::specialized(words, sized));
    CHECK(first.size() < words.size());
    const auto open = spirv::inspect(first).specialization_ids;
    CHECK(std::find(open.begin(), open.end(), CONSTANT_EXTENT_X) != open.end());
    CHECK_THROWS_AS(spirv::specialized(std::vector<std::uint32_t>{1, 2, 3}, {}), Error);
  }

  TEST_CASE("one module of the heatbath does for all directions, which drivers get") {
    Validator vulkan(SPV_ENV_VULKAN_1_2), opengl(SPV_ENV_OPENGL_4_5);
    for (const char* name : {"gauge/heatbath.buffer", "gauge/overrelax.texel.double"}) {
      CAPTURE(name);
      const auto words = gpu::named_shader(name).words;
      const auto module = [&](std::uint32_t low, std::uint32_t high) {
        return spirv::specialized(words, {{CONSTANT_DIRECTION_LOW, low}, {CONSTANT_DIRECTION_HIGH, high}},
                                  spirv::Optimization::inlined);
      };
      const Words one = module(0, 0);
      CHECK(one == module(1, 1));
      check_valid(vulkan, opengl, name, one);
      const auto open = spirv::inspect(one).specialization_ids;
      for (const std::uint32_t id : {CONSTANT_DIRECTION_LOW, CONSTANT_DIRECTION_HIGH})
        CHECK(std::find(open.begin(), open.end(), id) != open.end());
    }
  }

  // Drivers take (a + b) - a for b where it is not.
  TEST_CASE("what is precise in a shader is so in every copy of it: sums of two floats") {
    const auto words = gpu::named_shader("linalg/sum.ff").words;
    const auto [few, of_them] = sums_and_precise_ones(words);
    CHECK(few == of_them);
    for (const gpu::ShaderBlob& blob : gpu::shader_blobs()) {
      CAPTURE(blob.name);
      CHECK(precise_loops(blob.words) == 0);
    }
    CHECK(precise_loops(spirv::specialized(words, {}, spirv::Optimization::inlined)) == 1);
    for (const std::uint32_t shared : {0u, 1u}) {
      const auto [sums, precise] =
          sums_and_precise_ones(spirv::specialized(words, {{CONSTANT_SHARED_SUMS, shared}}));
      CHECK(sums > 16 * few);  // loops are unrolled, functions inlined
      CHECK(precise == sums);
    }
  }

  TEST_CASE("a private array and a function call are found") {
    // A module that does both: %4 = array of 3 floats, a variable of it in a function, a call.
    std::vector<Words> made{{22, 1, 32},   {21, 2, 32, 0}, {43, 2, 3, 3}, {28, 4, 1, 3},
                            {30, 5, 1, 4}, {32, 6, 7, 5},  {59, 6, 7, 7}};
    CHECK(slow_instructions(module_of({})).empty());
    CHECK(slow_instructions(module_of(made)).size() == 1);
    made.push_back({57, 1, 8, 9});
    CHECK(slow_instructions(module_of(made)).size() == 2);
    // Shared memory (storage class 4) may be an array.
    CHECK(slow_instructions(module_of({{22, 1, 32}, {28, 4, 1, 3}, {32, 6, 4, 4}, {59, 6, 7, 4}})).empty());
  }

  TEST_CASE("barriers are found in loops of all shapes, and sums over blocks have some") {
    // Blocks 1, 2, 3 follow one another by their labels.
    const Words barrier{224, 9, 9, 9}, merge{246, 3, 2, 0}, end{253}, one{248, 1}, two{248, 2}, three{248, 3};
    const Words to_one{249, 1}, to_two{249, 2}, to_three{249, 3}, one_or_three{250, 9, 1, 3},
        two_or_three{250, 9, 2, 3};
    // There is no barrier in a loop: none at all, or one after it.
    CHECK(barriers_in_loops(module_of({one, barrier, to_two, two, end})) == 0);
    CHECK(barriers_in_loops(module_of({one, merge, two_or_three, two, to_one, three, barrier, end})) == 0);
    // In the body, in the header, in a loop of one block, in a body that stands behind what comes after it.
    CHECK(barriers_in_loops(
              module_of({one, merge, two_or_three, two, barrier, barrier, to_one, three, end})) == 2);
    CHECK(barriers_in_loops(module_of({one, barrier, merge, two_or_three, two, to_one, three, end})) == 1);
    CHECK(barriers_in_loops(module_of({one, barrier, merge, one_or_three, three, end})) == 1);
    CHECK(barriers_in_loops(module_of({one, merge, two_or_three, three, end, two, barrier, to_one})) == 1);
    // The barrier is on one way of a branch.
    const Words choice{251, 9, 3, 5, 2};
    CHECK(barriers_in_loops(module_of({one, merge, choice, two, barrier, to_one, three, end})) == 1);
    for (const char* name : {"gauge/plaquette.buffer.double.f64", "measure/polyakov.buffer.ff",
                             "linalg/dot.texel.f64", "linalg/sum.ff"}) {
      CAPTURE(name);
      CHECK(barriers_of(spirv::specialized(gpu::named_shader(name).words, kChoices[0])) >= 4);
    }
  }

  TEST_CASE("vectors of doubles are found that are stored with their sign changed") {
    constexpr std::uint32_t kFloat = 22, kVector = 23, kConstant = 43, kComposite = 44, kStore = 62,
                            kConstruct = 80, kExtract = 81, kAdd = 129, kNegate = 127, kMultiply = 133,
                            kScale = 142;
    // Types 1 to 3: doubles, pairs of them, floats. 4 and 5: -1 and (-1, -1). What is stored is 20.
    const std::vector<Words> before{{kFloat, 1, 64},
                                    {kVector, 2, 1, 2},
                                    {kFloat, 3, 32},
                                    {kConstant, 1, 4, 0, 0xBFF00000u},
                                    {kComposite, 2, 5, 4, 4}};
    const auto found_in = [&](const std::vector<Words>& made) {
      std::vector<Words> all = before;
      all.insert(all.end(), made.begin(), made.end());
      all.push_back({kStore, 29, 20, 2, 16});
      return negated_stores(module_of(all));
    };
    CHECK(found_in({{kNegate, 2, 20, 10}}) == 1);
    CHECK(found_in({{kMultiply, 2, 20, 10, 5}}) == 1);
    CHECK(found_in({{kScale, 2, 20, 10, 4}}) == 1);
    // The vector is constructed number by number; one number is taken from another vector.
    const Words first{kExtract, 1, 12, 11, 0}, second{kNegate, 1, 13, 10}, both{kConstruct, 2, 20, 12, 13};
    CHECK(found_in({{kNegate, 2, 11, 10}, first, second, both}) == 1);
    // These do not count: one number of two, a sum of negated vectors, one number alone.
    CHECK(found_in({{kAdd, 2, 11, 10, 10}, first, second, both}) == 0);
    CHECK(found_in({{kNegate, 2, 11, 10}, {kAdd, 2, 20, 11, 11}}) == 0);
    CHECK(found_in({{kNegate, 1, 20, 10}}) == 0);
    CHECK(found_in({{kMultiply, 2, 20, 10, 10}}) == 0);
    // Where there were some.
    for (const char* name : {"solver/wilson_cg.double.f64", "flow/zeuthen.buffer.double"})
      for (const spirv::Specialization& choice : kChoices) {
        CAPTURE(name);
        CHECK(negated_stores(spirv::specialized(gpu::named_shader(name).words, choice)) == 0);
      }
  }

  TEST_CASE("a maximum of a number with itself is found") {
    Words words = module_of({{12, 1, 9, 2, 40, 7, 8}});
    CHECK(empty_comparisons(words) == 0);
    words.back() = 7;
    CHECK(empty_comparisons(words) == 1);
  }
}

}  // namespace glueball::test::unit_structure_shaders
