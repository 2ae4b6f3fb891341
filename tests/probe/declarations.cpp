// These tests compare the probes' shaders with their declarations. tests/unit/structure_kernels.cpp does so
// for the program's kernels.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

#include "gpu/shader.hpp"
#include "kernels/probe.hpp"

namespace glueball::test::probe_declarations {
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
      INFO(blob.name);
      const auto found = declared.find(name);
      REQUIRE_MESSAGE(found != declared.end(), "a probe without a declaration");
      seen.insert(name);
      const spirv::ModuleInfo info = spirv::inspect(blob.words);
      CHECK(info.argument_bytes == found->second.argument_bytes);
      // Links in a range for each direction are four bindings of one field.
      const bool split = blob.name.find(".split") != std::string_view::npos;
      std::set<std::uint32_t> fields;
      for (const spirv::ModuleBinding& binding : info.bindings) {
        const std::uint32_t field = split ? binding.slot % SplitBindings::kStride : binding.slot;
        REQUIRE(field < found->second.access.size());
        CHECK(binding.access == found->second.access[field]);
        fields.insert(field);
      }
      CHECK(fields.size() == found->second.access.size());
      CHECK((info.bindings.size() > fields.size()) == split);
    }
    CHECK(seen.size() == declared.size());
  }
}

}  // namespace

}  // namespace glueball::test::probe_declarations
