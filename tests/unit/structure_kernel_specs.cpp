// Kernels are listed once, on their kernel specs: no other source says a shader's name, or that of what is
// timed.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "gpu/null_device.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "support/source_text.hpp"

namespace glueball::test::unit_structure_kernel_specs {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

/// These folders hold the declarations of kernels and their kernel specs.
bool may_name(const std::string& path) {
  return path.starts_with("host/kernels/") || path.starts_with("host/kernel_specs/");
}

/// Returns the names of all files shaders/<module>/<name>.comp.
Names shader_names() {
  Names names;
  const fs::path root = fs::path(GLUEBALL_SOURCE) / "shaders";
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.path().extension() == ".comp")
      names.insert(fs::relative(entry.path(), root).replace_extension().generic_string());
  return names;
}

/// Names of what is timed that are no word of anything else: "gauge-force", but not "heatbath", which is a
/// command, nor "twisted-mass", which is an action.
Names benchmark_names() {
  Names names;
  for (const kernel_specs::Benchmark* b : kernel_specs::benchmarks())
    if (b->name.find('-') != std::string::npos || b->name.find("dslash") != std::string::npos)
      names.insert(b->name);
  names.erase("twisted-mass");
  return names;
}

/// Returns the lines of a source that list kernels beside the kernel specs.
std::vector<std::string> violations(const std::string& path, const std::string& text, const Names& shaders,
                                    const Names& timed) {
  std::vector<std::string> found;
  if (may_name(path)) return found;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = line.substr(0, line.find("//"));
    const auto say = [&](const std::string& what) {
      found.push_back(path + ":" + std::to_string(number) + ": " + what);
    };
    static const std::regex quoted(R"re("([a-z0-9_/-]+)")re"),
        record(R"(\bkernels::\w+::record\(|\bKernelRecord\b)");
    if (line.find("#include") != std::string::npos) continue;
    for (std::sregex_iterator at(line.begin(), line.end(), quoted), end; at != end; ++at) {
      const std::string word = (*at)[1];
      if (shaders.contains(word)) say("says \"" + word + "\": use kernels::...::name");
      // A name is looked for in what a kernel is called, too.
      if (timed.contains(word) && line.find(".find(\"") == std::string::npos)
        say("says \"" + word + "\": use kernel_specs::benchmark_of<kernels::...>()");
    }
    if (std::regex_search(line, record)) say("makes a record of a kernel: that is for its kernel spec");
  }
  return found;
}

gpu::DeviceInfo null_device_info() {
  gpu::DeviceInfo d;
  d.type = gpu::DeviceType::software;
  d.limits.groups = {65535, 65535, 65535};
  d.limits.group_invocations = 1024;
  d.limits.storage_blocks = 16;
  d.limits.storage_range_bytes = d.limits.texel_elements = std::uint64_t(1) << 32;
  d.limits.float64 = true;
  return d;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("each kernel is on one kernel spec, as the kernel spec's own or as a part of it") {
    Names named;
    for (const auto& record : kernel_specs::kernels())
      if (!named.insert(std::string(record.name)).second)
        FAIL_CHECK("twice on kernel specs: " << record.name);
    for (const std::string& shader : shader_names())
      if (!shader.starts_with("probe/") && !named.contains(shader))
        FAIL_CHECK("on no kernel spec: " << shader);
    for (const auto& spec : kernel_specs::all()) CHECK(&kernel_specs::of(spec.kernel.name) == &spec);
    CHECK_THROWS_AS(kernel_specs::of("gauge/no_such"), std::logic_error);
  }

  TEST_CASE(
      "each kernel spec says how its kernel is held against a reference, and what may be between them") {
    std::map<std::pair<std::string, kernel_specs::Scope>, kernel_specs::Tolerance> lines;
    for (const auto& spec : kernel_specs::all()) {
      CAPTURE(spec.kernel.name);
      CHECK(!spec.checks.empty());
      for (const kernel_specs::Check& check : spec.checks) {
        CAPTURE(check.name);
        CHECK(!check.name.empty());
        CHECK(check.error);
        const kernel_specs::Tolerance& t = check.allowed;
        CHECK(t.half + t.single + t.double_ > 0);
        for (const double allowed : {t.half, t.single, t.double_}) {
          CHECK(allowed >= 0);
          CHECK(allowed <= 0.01);
        }
        // Doctor runs it in single precision, and says one tolerance a line.
        if (check.scope != kernel_specs::Scope::tests) {
          CHECK(t.single > 0);
          CHECK(check.finding.find("{}") != std::string::npos);
          CHECK(lines.try_emplace({check.name, check.scope}, t).first->second.single == t.single);
        }
      }
    }
    CHECK(!lines.empty());
  }

  TEST_CASE("what is timed has a name of its own, and costs what its kernel spec says") {
    gpu::NullDevice null_device(null_device_info());
    Names names;
    for (const auto& spec : kernel_specs::all()) {
      CAPTURE(spec.kernel.name);
      for (const kernel_specs::Benchmark& b : spec.benchmarks) {
        CHECK(names.insert(b.name).second);
        CHECK(!b.text.empty());
        CHECK(kernel_specs::find_benchmark(b.name) == &b);
      }
      CHECK((spec.flops > 0) == (spec.bytes != nullptr));
      if (spec.flops == 0) continue;
      REQUIRE(!spec.benchmarks.empty());
      for (const auto precision : {gpu::Precision::single, gpu::Precision::double_}) {
        LatticeOptions options;
        options.precision = precision;
        const DeviceLattice lattice(null_device, Geometry({4, 4, 4, 8}), options);
        const kernel_specs::Workload w = spec.benchmarks.front().make(lattice);
        const double sites = double(lattice.geometry().half_volume());
        // The first of them is the kernel so many times; of clover quarks their operator, two hops and a
        // little.
        const double flops = w.flops / (spec.flops * sites), bytes = w.bytes / (spec.bytes(lattice) * sites);
        CHECK(flops > 1 - 1e-9);
        CHECK(bytes > 1 - 1e-9);
        CHECK(flops - std::floor(flops + 1e-9) < 0.2);
        CHECK(std::abs(bytes / flops - 1) < (std::abs(flops - std::round(flops)) < 1e-9 ? 1e-9 : 0.1));
      }
    }
    CHECK(kernel_specs::find_benchmark("dslosh") == nullptr);
  }

  TEST_CASE("no table of kernels but the kernel specs") {
    const Names shaders = shader_names(), timed = benchmark_names();
    CHECK(!timed.empty());
    std::size_t files = 0;
    for (const char* top : {"host", "tools"})
      for (const auto& entry : fs::recursive_directory_iterator(fs::path(GLUEBALL_SOURCE) / top)) {
        const std::string extension = entry.path().extension().string();
        if (!entry.is_regular_file() || (extension != ".cpp" && extension != ".hpp")) continue;
        const std::string path = fs::relative(entry.path(), GLUEBALL_SOURCE).generic_string();
        for (const auto& line : violations(path, test::text_of(entry.path()), shaders, timed))
          FAIL_CHECK(line);
        ++files;
      }
    CHECK(files > 0);
  }

  TEST_CASE("a name of a kernel outside of its kernel spec is found") {
    const Names shaders = shader_names(), timed = benchmark_names();
    const auto wrong = [&](const char* path, const char* text) {
      return violations(path, text, shaders, timed).size();
    };
    CHECK(wrong("host/view/x.cpp", "lattice.pipeline(\"linalg/copy\", Shape::texels, 0);\n") == 1);
    CHECK(wrong("tools/glueball/x.cpp", "\nkind.workload = q ? \"dslash\" : \"gauge-force\";\n") == 2);
    CHECK(wrong("host/app/x.cpp", "return {kernels::Axpy::record(), kernels::Copy::record()};\n") == 1);
    CHECK(wrong("host/kernels/x.hpp", "using Copy = Kernel<\"linalg/copy\", Shape::texels>;\n") == 0);
    CHECK(wrong("host/kernel_specs/x.cpp", "{.kernel = Copy::record(), .benchmarks = {{\"dslash\"}}}\n") ==
          0);
    CHECK(wrong("tools/glueball/x.cpp",
                "#include \"view/overlay.hpp\"\nroot.add_subcommand(\"heatbath\", \"flow\");\n"
                "if (name.find(\"dslash\") != npos) f(kernels::Copy::name);\n") == 0);
  }
}

}  // namespace glueball::test::unit_structure_kernel_specs
