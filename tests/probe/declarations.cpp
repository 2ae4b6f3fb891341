// The probes' shaders against their declarations; those of the program's kernels are in
// tests/unit/structure_kernels.cpp.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

#include "gpu/shader.hpp"
#include "kernels/probe.hpp"

namespace glueball::test {
namespace {

TEST_SUITE("probe") {
  TEST_CASE("declarations: each probe binds what its declaration says, in that order and with that access") {
    std::map<std::string, KernelRecord> declared;
    for (const KernelRecord& record : kernels::probe::all()) declared.emplace(record.name, record);
    CHECK(declared.size() == kernels::probe::all().size());
    std::set<std::string> seen;
    for (const gpu::ShaderBlob& blob : gpu::shader_blobs()) {
      const std::string name(blob.name.substr(0, blob.name.find('.')));
      if (!name.starts_with("probe/")) continue;
      INFO(blob.name, " for ", to_string(blob.api));
      const auto found = declared.find(name);
      REQUIRE_MESSAGE(found != declared.end(), "a probe without a declaration");
      seen.insert(name);
      const gpu::SpirvInfo info = gpu::inspect(blob.words);
      CHECK(info.argument_bytes == found->second.argument_bytes);
      REQUIRE(info.bindings.size() == found->second.access.size());
      for (std::size_t slot = 0; slot < info.bindings.size(); ++slot) {
        CHECK(info.bindings[slot].slot == slot);
        CHECK(info.bindings[slot].access == found->second.access[slot]);
      }
    }
    CHECK(seen.size() == declared.size());
  }
}

}  // namespace
}  // namespace glueball::test
