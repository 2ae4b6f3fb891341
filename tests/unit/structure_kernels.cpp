// These tests compare every shader with its declaration in C++, and look for what drivers compile badly.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "gpu/bound_memory.hpp"
#include "gpu/device.hpp"
#include "gpu/shader.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "spirv/module_info.hpp"

namespace glueball::test::unit_structure_kernels {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;
using Words = std::vector<std::uint32_t>;

/// Probes are declared for tests alone: tests/probe/declarations.cpp.
const Names kUndeclaredModules{"probe"};

/// Returns "gauge/plaquette" for "gauge/plaquette.texel.f64".
std::string kernel_of(std::string_view blob) { return std::string(blob.substr(0, blob.find('.'))); }
std::string module_of(const std::string& kernel) { return kernel.substr(0, kernel.find('/')); }

/// Returns the kernel names of all files shaders/<module>/<name>.comp, with the axes their "// variants:"
/// line names.
std::map<std::string, std::string> shader_sources() {
  std::map<std::string, std::string> found;
  const fs::path root = fs::path(GLUEBALL_SOURCE) / "shaders";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".comp") continue;
    std::string axes;
    std::ifstream file(entry.path());
    const std::string mark = "// variants:";
    for (std::string line; axes.empty() && std::getline(file, line);)
      if (line.starts_with(mark)) axes = line.substr(mark.size());
    found[fs::relative(entry.path(), root).replace_extension().generic_string()] = axes;
  }
  return found;
}

/// The blobs that a shader with these axes is to have for one API.
Names blob_names(const std::string& kernel, const std::string& axes) {
  Names names{kernel};
  const auto has = [&](const char* axis) { return axes.find(axis) != std::string::npos; };
  const auto multiply = [&](const std::vector<std::string>& suffixes, const char* not_with) {
    Names longer;
    for (const auto& name : names)
      for (const auto& suffix : suffixes)
        if (suffix != not_with || name.find(".double") == std::string::npos) longer.insert(name + suffix);
    names = longer;
  };
  if (has(" split"))
    multiply({".buffer", ".texel", ".image", ".split"}, "");
  else if (has("storage"))
    multiply({".buffer", ".texel", ".image"}, "");
  const Names single = names;
  for (const std::string precision : {"double", "half"})
    if (has(precision.c_str()))
      for (const auto& name : single)
        if (!name.ends_with(".image") && !(name.ends_with(".split") && precision == "half"))
          names.insert(name + "." + precision);
  if (has("sum")) multiply({".f64", ".ff"}, ".ff");
  if (has("model")) multiply({"", ".model"}, "none");
  return names;
}

/// Texels of a field that is written in another slot (FIELD_UPDATE in shaders/lib/field.glsl).
bool is_beside(const spirv::ModuleBinding& b) {
  return b.kind == gpu::ResourceKind::texel_buffer && b.slot >= gpu::kTexelsBeside;
}

/// Returns the differences of a blob from its declaration; empty if there are none. The compiler drops what a
/// kernel does not use. So a blob may bind less than is declared, but nothing else and nothing in another
/// way.
std::vector<std::string> disagreements(const spirv::ModuleInfo& info, const KernelRecord& declared,
                                       bool in_double = false, bool split = false) {
  std::vector<std::string> found;
  const char* words[] = {"in", "out", "inout"};
  std::set<std::uint32_t> updated;  // fields that are written here and read as texels beside
  for (const auto& binding : info.bindings)
    if (is_beside(binding)) updated.insert(binding.slot - gpu::kTexelsBeside);
  for (auto binding : info.bindings) {
    if (is_beside(binding)) {
      binding.slot -= gpu::kTexelsBeside;
      binding.access = gpu::Access::inout;
    } else if (updated.contains(binding.slot) && binding.access == gpu::Access::out) {
      binding.access = gpu::Access::inout;
    }
    const std::string slot = "slot " + std::to_string(binding.slot);
    const std::uint32_t field = split ? binding.slot % SplitBindings::kStride : binding.slot;
    if (field >= declared.access.size() || binding.slot >= SplitBindings::kStride * kDirections)
      found.push_back(slot + " is not declared");
    else if (binding.access != declared.access[field])
      found.push_back(slot + " is " + words[int(binding.access)] + " in the shader, declared " +
                      words[int(declared.access[field])]);
  }
  for (std::size_t i = 1; i < info.bindings.size(); ++i)
    if (info.bindings[i].slot == info.bindings[i - 1].slot)
      found.push_back("slot " + std::to_string(info.bindings[i].slot) + " is bound twice");
  const std::size_t bytes = in_double ? declared.argument_bytes_double : declared.argument_bytes;
  if (info.argument_bytes != 0 && info.argument_bytes != bytes)
    found.push_back("arguments are " + std::to_string(info.argument_bytes) +
                    " bytes in the shader, declared " + std::to_string(bytes));
  return found;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("every shader is compiled in all its variants, and nothing else is") {
    const auto sources = shader_sources();
    CHECK(!sources.empty());
    Names expected, there;
    for (const auto& [kernel, axes] : sources) expected.merge(blob_names(kernel, axes));
    for (const auto& blob : gpu::shader_blobs())
      if (!there.insert(std::string(blob.name)).second) FAIL_CHECK("twice: " << blob.name);
    for (const auto& name : expected)
      if (!there.contains(name)) FAIL_CHECK("no blob " << name);
    for (const auto& name : there)
      if (!expected.contains(name)) FAIL_CHECK("no source for the blob " << name);
  }

  TEST_CASE("every shader is on one kernel spec, and every kernel spec has its shader") {
    const auto sources = shader_sources();
    Names declared;
    for (const auto& record : kernel_specs::kernels()) {
      CAPTURE(record.name);
      CHECK(declared.insert(std::string(record.name)).second);
      CHECK(sources.contains(std::string(record.name)));
    }
    for (const auto& [kernel, axes] : sources)
      if (!kUndeclaredModules.contains(module_of(kernel)) && !declared.contains(kernel))
        FAIL_CHECK("shaders/" << kernel << ".comp is on no kernel spec");
  }

  TEST_CASE("bindings, access and arguments are as declared") {
    std::map<std::string, KernelRecord> records;
    for (const auto& record : kernel_specs::kernels()) records.emplace(record.name, record);
    std::map<std::string, std::set<std::uint32_t>> used;
    Names with_arguments;
    for (const auto& blob : gpu::shader_blobs()) {
      const std::string kernel = kernel_of(blob.name);
      const auto record = records.find(kernel);
      if (record == records.end()) continue;
      const spirv::ModuleInfo info = spirv::inspect(blob.words);
      const auto has = [&](const char* axis) { return blob.name.find(axis) != std::string_view::npos; };
      for (const auto& line : disagreements(info, record->second, has(".double"), has(".split")))
        FAIL_CHECK(blob.name << ": " << line);
      // Pieces of links: SplitBindings knows such a kernel by them.
      std::uint32_t last = 0;
      for (const auto& binding : info.bindings)
        if (!is_beside(binding)) last = binding.slot;
      const bool split = has(".split");
      if (split != (last >= std::max<std::size_t>(SplitBindings::kStride, record->second.access.size())))
        FAIL_CHECK(blob.name << ": its last slot is " << last);
      for (const auto& binding : info.bindings)
        if (!is_beside(binding))
          used[kernel].insert(split ? binding.slot % SplitBindings::kStride : binding.slot);
      if (info.argument_bytes != 0) with_arguments.insert(kernel);
    }
    // A slot, or the arguments, that no variant uses would be declared for nothing.
    for (const auto& [its_kernel, record] : records) {
      const auto& kernel = its_kernel;
      CAPTURE(kernel);
      CHECK(used[kernel].size() == record.access.size());
      CHECK(with_arguments.contains(kernel) == (record.argument_bytes != 0));
    }
  }

  TEST_CASE("a shader that disagrees is found") {
    using gpu::Access, gpu::ResourceKind;
    const KernelRecord record{"x/y", 12, 24, {Access::in, Access::inout}};
    const spirv::ModuleBinding read{0, ResourceKind::texel_buffer, Access::in};
    const spirv::ModuleBinding both{1, ResourceKind::storage_buffer, Access::inout};
    CHECK(disagreements({{read, both}, 12, {}}, record).empty());
    CHECK(disagreements({{both}, 0, {}}, record).empty());
    CHECK(disagreements({{read, {1, ResourceKind::storage_buffer, Access::out}}, 12, {}}, record).size() ==
          1);
    CHECK(
        disagreements({{read, both, {2, ResourceKind::storage_buffer, Access::in}}, 12, {}}, record).size() ==
        1);
    CHECK(disagreements({{read, read}, 12, {}}, record).size() == 1);
    // The second field written in its slot, and read as texels beside; or the first, which is not updated.
    const spirv::ModuleBinding written{1, ResourceKind::storage_buffer, Access::out};
    const auto texels = [](std::uint32_t slot) {
      return spirv::ModuleBinding{slot + gpu::kTexelsBeside, ResourceKind::texel_buffer, Access::in};
    };
    CHECK(disagreements({{read, written, texels(1)}, 12, {}}, record).empty());
    CHECK(disagreements({{read, written}, 12, {}}, record).size() == 1);
    CHECK(disagreements({{read, both, texels(0)}, 12, {}}, record).size() == 1);
    CHECK(disagreements({{read, both}, 16, {}}, record).size() == 1);
    CHECK(disagreements({{read, both}, 24, {}}, record, true).empty());
    CHECK(disagreements({{read, both}, 12, {}}, record, true).size() == 1);
    // Piece 2 of the first field, of links that are split.
    const spirv::ModuleBinding piece{16, ResourceKind::storage_buffer, Access::in};
    CHECK(disagreements({{read, both, piece}, 12, {}}, record, false, true).empty());
    CHECK(disagreements({{read, both, piece}, 12, {}}, record).size() == 1);
    CHECK(disagreements({{read, both, {17, ResourceKind::storage_buffer, Access::in}}, 12, {}}, record, false,
                        true)
              .size() == 1);
    CHECK(disagreements({{read, both, {32, ResourceKind::storage_buffer, Access::in}}, 12, {}}, record, false,
                        true)
              .size() == 1);
  }
}

}  // namespace glueball::test::unit_structure_kernels
