// The list of modules that the build optimises, and what it makes of it.
#include <doctest/doctest.h>

#include <map>

#include "base/error.hpp"
#include "base/fnv.hpp"
#include "gpu/module_cache.hpp"
#include "gpu/shader.hpp"
#include "spirv/prebuilt.hpp"
#include "spirv/specialize.hpp"

namespace glueball::test::unit_prebuilt_list {
namespace {

using namespace gpu;
using namespace spirv;

/// A pack of a module that is small, under the name that it has and another.
const std::vector<std::byte>& small_pack() {
  static const std::vector<std::byte> pack =
      pack_of(std::vector<NamedModule>{{"linalg/copy.buffer", named_shader("linalg/copy.buffer").words},
                                       {"linalg/other.buffer", named_shader("linalg/copy.buffer").words}});
  return pack;
}

std::vector<PackedModule> made(const std::vector<std::byte>& pack) { return packed_modules({pack}); }

TEST_SUITE("unit") {
  TEST_CASE("what the list says is optimised, and found by its key") {
    const auto pack = prebuilt_pack(
        "# said before\n\nlinalg/copy.buffer 18=1 30=0 31=0 32=0 33=0\n"
        "  linalg/other.buffer   18=1  33=2 32=0 31=0 30=0 ",
        {small_pack()});
    REQUIRE(made(pack).size() == 2);
    std::map<std::string_view, PackedModule> by_name;
    for (const PackedModule& module : made(pack)) by_name.emplace(module.name, module);
    const auto words = named_shader("linalg/copy.buffer").words;
    const Specialization first{{18, 1}, {30, 0}, {31, 0}, {32, 0}, {33, 0}};
    Specialization second = first;
    second[33] = 2;
    for (const auto& [name, constants] :
         {std::pair("linalg/copy.buffer", first), {"linalg/other.buffer", second}}) {
      const auto key = specialized_key(name, words, constants, Optimization::full);
      REQUIRE(by_name.contains(fnv_digits(key)));
      CHECK(unpacked(by_name.at(fnv_digits(key))) == specialized(words, constants));
      CHECK(key != specialized_key(name, words, constants, Optimization::inlined));
    }
    CHECK(made(prebuilt_pack("", {small_pack()})).empty());
  }

  TEST_CASE("a line that says nothing, or twice the same, is refused") {
    const std::string good = "linalg/copy.buffer 18=1 30=0 31=0 32=0 33=0";
    CHECK(made(prebuilt_pack(good, {small_pack()})).size() == 1);
    for (const std::string& list :
         {std::string("linalg/nothing 18=1 30=0 31=0 32=0 33=0"), good + " 99", good + " 99=", good + " =1",
          good + " 99=x", good + " 99=1x", good + " 99=-1", good + " 99=4294967296",
          good + " 18=1",                                // twice
          good + " 99=7",                                // one that it has not
          good + " 0=64",                                // one that stays open
          good + "\n" + good, good + "\n" + good + " ",  // the same again
          good + "\nlinalg/copy.buffer 30=0 18=1 31=0 32=0 33=0", good + "\r"}) {
      CAPTURE(list);
      CHECK_THROWS_AS(prebuilt_pack(list, {small_pack()}), Error);
    }
  }

  TEST_CASE("a module that is prebuilt is the one that would be made") {
    // This module of the list is made fastest; cli/cold_start checks that all of them are used.
    const Specialization none;
    const std::string name = "linalg/maximum.f64";
    const ShaderBlob blob = named_shader(name);
    const std::uint64_t key = specialized_key(blob.name, blob.words, none, Optimization::full);
    const auto prebuilt = prebuilt_module(key);
    REQUIRE(prebuilt);
    CHECK(*prebuilt == specialized(blob.words, none));
    CHECK_FALSE(prebuilt_module(key + 1));
    for (const Prebuilt from : {Prebuilt::taken, Prebuilt::made_anew}) {
      ModuleCache cache(nullptr, Optimization::full, from);
      CHECK(cache.specialized(blob, inspect(blob.words), none, Optimization::full).words == *prebuilt);
    }
    CHECK(prebuilt_line(name, {}) == name);
    CHECK(prebuilt_line(name, {{3, 4}, {18, 4294967295u}}) == name + " 3=4 18=4294967295");
  }
}

}  // namespace
}  // namespace glueball::test::unit_prebuilt_list
