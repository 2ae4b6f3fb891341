// Every shader against its declaration in C++: bindings, access, size of the arguments; and every axis of
// variants.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "gpu/shader.hpp"
#include "kernels/probe.hpp"
#include "kernels/registry.hpp"

namespace glueball::test {
namespace {

std::vector<KernelRecord> declarations() {
  auto all = kernels::all();
  const auto probes = kernels::probe::all();
  all.insert(all.end(), probes.begin(), probes.end());
  return all;
}

std::string kernel_of(std::string_view blob) { return std::string(blob.substr(0, blob.find('.'))); }
bool has(std::string_view name, std::string_view suffix) { return name.find(suffix) != name.npos; }

TEST_SUITE("kernel") {
  TEST_CASE("declarations: each shader binds what its declaration says, in that order and with that access") {
    std::map<std::string, KernelRecord> declared;
    for (const KernelRecord& record : declarations()) {
      CAPTURE(record.name);
      CHECK(declared.emplace(record.name, record).second);
    }
    std::set<std::string> seen;
    for (const gpu::ShaderBlob& blob : gpu::shader_blobs()) {
      INFO(blob.name, " for ", to_string(blob.api));
      const auto found = declared.find(kernel_of(blob.name));
      REQUIRE_MESSAGE(found != declared.end(), "a shader without a declaration");
      seen.insert(found->first);
      const KernelRecord& record = found->second;
      const gpu::SpirvInfo info = gpu::inspect(blob.words);
      CHECK(info.argument_bytes == record.argument_bytes);
      REQUIRE(info.bindings.size() == record.access.size());
      for (std::size_t slot = 0; slot < info.bindings.size(); ++slot) {
        CAPTURE(slot);
        const gpu::SpirvBinding& binding = info.bindings[slot];
        CHECK(binding.slot == slot);
        CHECK(binding.access == record.access[slot]);
        using gpu::ResourceKind;
        if (has(blob.name, ".texel"))
          CHECK((binding.kind == ResourceKind::storage_buffer || binding.access == gpu::Access::in));
        if (!has(blob.name, ".texel")) CHECK(binding.kind != ResourceKind::texel_buffer);
        if (!has(blob.name, ".image"))
          CHECK((binding.kind != ResourceKind::storage_image && binding.kind != ResourceKind::sampled_image));
      }
      // Lattice extents and the workgroup are chosen by specialisation, never baked in.
      CHECK(std::binary_search(info.specialization_ids.begin(), info.specialization_ids.end(), 0u));
    }
    CHECK(seen.size() == declared.size());
  }

  TEST_CASE("declarations: every kernel is there for every storage, every sum and every API built in") {
    std::set<gpu::Api> apis;
    for (const gpu::ShaderBlob& blob : gpu::shader_blobs()) apis.insert(blob.api);
    CHECK_FALSE(apis.empty());
    using gpu::Accumulator, gpu::Storage;
    for (const KernelRecord& record : declarations())
      for (const gpu::Api api : apis)
        for (const Storage storage : {Storage::buffer, Storage::texel, Storage::image})
          for (const Accumulator sum : {Accumulator::float64, Accumulator::two_float}) {
            const auto& blob = gpu::find_shader(api, record.name, storage, sum);
            CHECK(kernel_of(blob.name) == record.name);
            if (has(blob.name, ".buffer") || has(blob.name, ".texel") || has(blob.name, ".image"))
              CHECK(has(blob.name, "." + std::string(to_string(storage))));
            if (has(blob.name, ".f64") || has(blob.name, ".ff"))
              CHECK(has(blob.name, "." + std::string(to_string(sum))));
          }
  }
}

}  // namespace
}  // namespace glueball::test
