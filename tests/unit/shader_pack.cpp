// These tests check packs of modules, and the variants of a shader.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "spirv/pack.hpp"
#include "spirv/variants.hpp"

namespace glueball::test::unit_shader_pack {
namespace {

using spirv::NamedModule, spirv::ShaderPack;
using Words = std::vector<std::uint32_t>;
using Names = std::vector<std::string>;

std::vector<NamedModule> modules() {
  NamedModule large{"module/large.texel", {}};
  for (std::uint32_t n = 0; n < 20000; ++n) large.words.push_back(n * n);
  return {large, {"module/empty", {}}, {"module/small", {1, 2, 3}}};
}

Names suffixes(std::string_view source) {
  Names all;
  for (const auto& variant : spirv::shader_variants(source)) all.push_back(variant.suffix);
  return all;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("what is packed is unpacked, ordered by name") {
    const auto bytes = spirv::pack_of(modules());
    const auto packed = spirv::packed_modules({bytes});
    REQUIRE(packed.size() == 3);
    CHECK(packed[0].name == "module/empty");
    CHECK(packed[1].name == "module/large.texel");
    CHECK(spirv::unpacked(packed[0]).empty());
    CHECK(spirv::unpacked(packed[1]) == modules()[0].words);
    CHECK(spirv::unpacked(packed[2]) == Words{1, 2, 3});
  }

  TEST_CASE("the hash of a pack is that of its names and words, joined or not") {
    const std::vector<NamedModule> all = modules(), first(all.begin(), all.begin() + 1),
                                   rest(all.begin() + 1, all.end());
    const auto whole = spirv::pack_of(all), a = spirv::pack_of(first), b = spirv::pack_of(rest);
    const std::vector<ShaderPack> parts{{b}, {a}};
    CHECK(spirv::joined(parts) == whole);
    auto word = all, name = all;
    word[2].words[1] ^= 1;
    name[2].name = "module/smaller";
    CHECK(spirv::pack_hash({whole}) != spirv::pack_hash({spirv::pack_of(word)}));
    CHECK(spirv::pack_hash({whole}) != spirv::pack_hash({spirv::pack_of(name)}));
    const std::vector<ShaderPack> twice{{a}, {a}};
    CHECK_THROWS_AS(spirv::joined(twice), Error);
  }

  TEST_CASE("a pack that is cut or damaged is refused") {
    const auto whole = spirv::pack_of(modules());
    for (std::size_t size = 0; size < whole.size(); size += size < 400 ? 1 : 997) {
      const ShaderPack cut{std::span(whole).first(size)};
      CHECK_THROWS_AS(
          [&] {
            for (const auto& module : spirv::packed_modules(cut)) spirv::unpacked(module);
          }(),
          Error);
    }
    auto other = whole;
    other[0] ^= std::byte{1};
    CHECK_THROWS_AS(spirv::packed_modules({other}), Error);
    spirv::PackedModule longer = spirv::packed_modules({whole})[2];
    ++longer.words;
    CHECK_THROWS_AS(spirv::unpacked(longer), Error);
  }

  TEST_CASE("the variants of a shader are those of its axes") {
    CHECK(suffixes("#version 460\nvoid main() {}\n") == Names{""});
    CHECK(suffixes("// A sum.\n// variants: sum\n") == Names{".f64", ".ff"});
    CHECK(suffixes("// variants: storage half") ==
          Names{".buffer", ".texel", ".image", ".buffer.half", ".texel.half"});
    CHECK(suffixes("// variants: storage split double half sum\n").size() == 15);
    CHECK(suffixes("// variants: sum model") == Names{".f64", ".ff", ".f64.model", ".ff.model"});
    CHECK_THROWS_AS(spirv::shader_variants("// variants: storage spilt\n"), Error);
  }

  TEST_CASE("a module's name says its macros") {
    const auto macros = [](std::string_view name) {
      const auto list = spirv::variant_macros(name);
      return std::map<std::string, std::string>(list.begin(), list.end());
    };
    CHECK(macros("gauge/plaquette").empty());
    CHECK(macros("gauge/plaquette.split.double.f64") ==
          std::map<std::string, std::string>{{"STORAGE", "3"}, {"PRECISION", "64"}, {"SUM", "64"}});
    CHECK(macros("a/b.texel.half.ff") ==
          std::map<std::string, std::string>{{"STORAGE", "1"}, {"PRECISION", "16"}, {"SUM", "32"}});
  }
}

}  // namespace glueball::test::unit_shader_pack
