// These tests run every command on devices with lower limits (GLUEBALL_LIMITS). It gives the same numbers, or
// one clear line.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/devices.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_limits {

using nlohmann::json;

namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

/// On 4^3 x 6 kernels have 3 workgroups of a CPU driver's size, 12 over links, and sums 16: all in rows, sums
/// exactly.
constexpr const char* kRows = "groups=2";

/// These keys depend on the time of day, the machine's load, the device's memory or the name of a file.
const std::set<std::string> kOfTheRun = {"seconds",
                                         "device_seconds",
                                         "processor_seconds",
                                         "spread",
                                         "gflops",
                                         "gbytes_per_s",
                                         "copy_gbytes_per_s",
                                         "copy_fraction",
                                         "file",
                                         "input",
                                         "output",
                                         "provenance",
                                         "diagnostics",
                                         "storage",
                                         "workgroup",
                                         "seconds_per_step",
                                         "memory_bytes",
                                         "device_bytes",
                                         "device_memory_bytes",
                                         "kernels",
                                         "load",
                                         "seconds_10_percent",
                                         "seconds_90_percent"};

void collect(const json& object, std::vector<double>& all) {
  if (object.is_number()) all.push_back(object.get<double>());
  if (object.is_array())
    for (const json& item : object) collect(item, all);
  if (object.is_object())
    for (const auto& [key, value] : object.items())
      if (!kOfTheRun.contains(key)) collect(value, all);
}

std::vector<double> numbers(const std::string& out) {
  std::vector<double> all;
  for (const auto& line : lines(out)) {
    const json object = json::parse(line, nullptr, false);
    if (!object.is_discarded()) collect(object, all);
  }
  return all;
}

/// A command, and where it leaves files.
struct Run {
  std::string name;
  Arguments arguments;
  bool output = false;  ///< takes --output DIR
};

/// Returns runs with little work each. `u` is a configuration file.
std::vector<Run> runs(const std::string& u) {
  const std::string start = "--start", lattice = "--lattice", size = "4,4,4,6";
  return {
      {"heatbath", {"heatbath", start, u, "--beta", "5.7", "--sweeps", "1", "--seed", "3"}, true},
      {"heatbath, rectangles",
       {"heatbath", start, u, "--beta", "4", "--action", "iwasaki", "--sweeps", "1", "--seed", "3"},
       true},
      {"hmc",
       {"hmc", start, u, "--beta", "5.5", "--kappa", "0.1", "--trajectories", "1", "--steps", "1", "--tau",
        "0.1"},
       true},
      {"solve",
       {"solve", u, "--kappa", "0.1", "--source", "point:0,0,0,0", "--tolerance", "1e-5", "--block", "1"},
       false},
      {"solve, staggered",
       {"solve", u, "--action", "staggered", "--mass", "0.5", "--tolerance", "1e-5"},
       false},
      {"mesons",
       {"mesons", u, "--kappa", "0.1", "--source", "point:0,0,0,0", "--tolerance", "1e-5", "--block", "2"},
       false},
      {"eigenvalues",
       {"eigenvalues", u, "--action", "staggered", "--count", "2", "--tolerance", "1e-5", "--precision",
        "single"},
       false},
      {"fix",
       {"fix", u, "--gauge", "landau", "--theta", "1e-3", "--precision", "single", "--max-iterations", "500"},
       false},
      {"flow", {"flow", u, "--time", "0.1", "--step", "0.05"}, false},
      {"measure",
       {"measure", u, "--observables", "plaquette,rectangle,link_trace,polyakov,charge,wilson_loops:2x2"},
       false},
      {"smear", {"smear", u, "SMEARED", "--method", "hyp", "--force"}, false},
      {"convert", {"convert", u, "SMEARED", "--force"}, false},
      {"bench", {"bench", "dslash", "plaquette", lattice, size, "--seconds", "0.01"}, false},
      {"bench hmc", {"bench", "hmc", lattice, size, "--trajectories", "1"}, false},
      {"bench restart", {"bench", "restart", lattice, size, "--no-cpu"}, false},
      {"view", {"view", u, "--headless", "--frames", "1", "--size", "64x48"}, true},
  };
}

class Limited {
 public:
  Limited() : u_((scratch_ / "run" / "configuration-000001.ildg").string()) {
    const auto r =
        run_program({"heatbath", "--lattice", "4,4,4,6", "--beta", "5.7", "--sweeps", "1", "--start", "hot",
                     "--quiet", "--observables", "plaquette", "--output", scratch_ / "run"},
                    fast({}));
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
  }

  const std::string& links() const { return u_; }
  /// Mesa's CPU drivers have as many invocations in a subgroup as floats in a vector.
  void subgroups_of(int invocations) { vector_bits_ = 32 * invocations; }

  ProgramResult operator()(const Run& run, const std::string& device, const std::string& limits,
                           Arguments more = {}) {
    Arguments all = run.arguments;
    for (auto& word : all)
      if (word == "SMEARED") word = (scratch_ / "written.ildg").string();
    if (run.name != "convert") more.insert(more.begin(), {"--device", device});
    const std::set<std::string> tunes_nothing{"convert", "smear", "measure", "eigenvalues", "view"};
    if (!tunes_nothing.contains(run.name) && !run.name.starts_with("bench ")) more.emplace_back("--no-tune");
    more.insert(more.end(), {"--json", "--quiet"});
    if (run.output) more.insert(more.end(), {"--output", scratch_ / fmt::format("out{}", ++outputs_)});
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all, fast(limits));
  }

  /// Checks that the same run without limits and with them gives the same numbers, to `tolerance` of each (0:
  /// bit for bit).
  void same(const Run& run, const std::string& device, const std::string& limits, double tolerance,
            Arguments more = {}) {
    CAPTURE(run.name);
    CAPTURE(device);
    CAPTURE(limits);
    const auto free = (*this)(run, device, "", more), low = (*this)(run, device, limits, more);
    CAPTURE(free.err);
    CAPTURE(low.err);
    REQUIRE(free.status == 0);
    REQUIRE(low.status == 0);
    const auto a = numbers(free.out), b = numbers(low.out);
    REQUIRE(a.size() == b.size());
    REQUIRE(!a.empty());
    for (std::size_t n = 0; n < a.size(); ++n) {
      CAPTURE(n);
      CHECK(std::abs(a[n] - b[n]) <= tolerance * std::max(1.0, std::abs(a[n])));
    }
  }

  /// Checks that the command ends with status 4 and one line with these words.
  void refused(const Run& run, const std::string& device, const std::string& limits, const std::string& words,
               Arguments more = {}) {
    CAPTURE(run.name);
    CAPTURE(device);
    CAPTURE(limits);
    const auto r = (*this)(run, device, limits, more);
    CAPTURE(r.err);
    CHECK(r.status == 4);
    CHECK(r.error_lines() == 1);
    CHECK(r.err_has(words));
    CHECK(r.out.empty());
  }

 private:
  /// CPU drivers spend a third of their time on optimising shaders that run once here.
  ProgramOptions fast(const std::string& limits) const {
    ProgramOptions options;
    if (vector_bits_ > 0) options.environment["LP_NATIVE_VECTOR_WIDTH"] = std::to_string(vector_bits_);
    options.environment["GALLIVM_PERF"] = "nopt";
    // Their own cache, since drivers do not tell such pipelines from others.
    static const TemporaryDirectory caches;
    const fs::path cache = caches / std::to_string(vector_bits_);
    // The optimiser's modules know nothing of drivers: what other tests have kept of these is good here.
    const char* others = std::getenv("GLUEBALL_CACHE");
    if (fs::create_directories(cache) && others != nullptr)
      fs::create_directory_symlink(fs::path(others) / "modules", cache / "modules");
    options.environment["GLUEBALL_CACHE"] = cache.string();
    if (!limits.empty()) options.environment["GLUEBALL_LIMITS"] = limits;
    return options;
  }

  TemporaryDirectory scratch_;
  std::string u_;
  int outputs_ = 0, vector_bits_ = 0;
};

const Run& named(const std::vector<Run>& all, const std::string& name) {
  for (const Run& run : all)
    if (run.name == name) return run;
  throw std::logic_error("no run " + name);
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("limits: workgroups in rows give the same bits, with validation on") {
    Limited limited;
    const auto all = runs(limited.links());
    for (const char* name : {"heatbath", "flow", "fix", "smear"})
      limited.same(named(all, name), "vulkan", kRows, 0, {"--validate"});
    for (const char* name : {"solve", "measure", "view"}) limited.same(named(all, name), "opengl", kRows, 0);
  }

  TEST_CASE("limits: every command says in one line what does not fit, before it reads links") {
    Limited limited;
    for (const Run& run : runs(limited.links()))
      if (run.name != "convert")
        limited.refused(run, "vulkan", "memory=64K", run.name == "bench" ? "" : "KiB of device memory");
  }

  TEST_CASE("limits: the last that fits, and the first that does not") {
    Limited limited;
    const auto all = runs(limited.links());
    const Run& flow = named(all, "flow");
    // On 4^3 x 6 links of a parity have 36864 bytes, which are split where they are too long; the flow's
    // algebra-valued field has 24576, 3072 texels or 12 images of 8 x 24.
    struct {
      const char *device, *storage, *last, *first, *words;
    } const cases[] = {
        {"vulkan", "buffer", "range=36864", "range=36863", nullptr},
        {"opengl", "buffer", "range=24576", "range=24575", "needs storage ranges of 24 KiB"},
        {"opengl", "texel", "texels=3072", "texels=3071", nullptr},
        {"vulkan", "image", "image=24", "image=23", "images are limited to 23 pixels"},
        {"opengl", "image", "layers=12", "layers=11", "at most 11 of"},
        {"vulkan", "buffer", "blocks=4", "blocks=3", "binds 4 fields, the device allows 3"},
    };
    for (const auto& c : cases) {
      const Arguments storage{"--storage", c.storage};
      limited.same(flow, c.device, c.last, 0, storage);
      if (c.words == nullptr)
        limited.same(flow, c.device, c.first, 0, storage);
      else
        limited.refused(flow, c.device, c.first, c.words, storage);
    }
  }

  TEST_CASE("limits: subgroups of 4, 8 and 16 give the same bits") {
    Limited limited;
    const auto all = runs(limited.links());
    struct {
      const char *name, *device;
      int spared;  // but under tools/test --slow
    } const rows[] = {{"flow", "vulkan", 8}, {"solve", "vulkan", 16}, {"heatbath", "opengl", 4}};
    for (const auto& [name, device, spared] : rows) {
      std::set<std::vector<double>> seen;
      for (const int subgroup : {4, 8, 16}) {
        if (!everything() && subgroup == spared) continue;
        limited.subgroups_of(subgroup);
        CAPTURE(name);
        CAPTURE(subgroup);
        const auto r = limited(named(all, name), device, "");
        CAPTURE(r.err);
        REQUIRE(r.status == 0);
        seen.insert(numbers(r.out));
      }
      CHECK(seen.size() == 1);
      CHECK(!seen.begin()->empty());
    }
  }

  // With the table of commands that is here: a new one is in it, or this fails.
  TEST_CASE("limits: every command honours the common flags") {
    Limited limited;
    const auto all = runs(limited.links());
    // Some have no lattice on a device.
    std::set<std::string> known{"info", "catalogue", "devices", "doctor", "rational", "summary"};
    for (const Run& run : all) known.insert(run.arguments.front());
    const std::string help = run_program({"--help"}).out;
    for (std::size_t at = help.find("\n", help.find("Subcommands:")); at < help.size();) {
      const std::size_t end = std::min(help.find('\n', at + 1), help.size());
      const std::string line = help.substr(at + 1, end - at - 1);
      at = end;
      if (!line.starts_with("  ") || line.starts_with("   ")) continue;
      const std::string name = line.substr(2, line.find(' ', 2) - 2);
      CAPTURE(name);
      CHECK(known.contains(name));
    }
    for (const Run& run : all) {
      if (run.name == "convert") continue;
      limited.refused(run, "vulkan:99", "", "vulkan:99");
      limited.refused(run, "vulkan", "invocations=128", "has workgroups of at most 128, not 256",
                      {"--workgroup", "256"});
      if (run.name.starts_with("bench ")) continue;  // takes its time
      const auto r = limited(run, "vulkan", "", {"--storage", "texel", "--workgroup", "64", "--validate"});
      CAPTURE(run.name);
      CAPTURE(r.err);
      CHECK(r.status == 0);
      CHECK(r.err.empty());
      for (const auto& line : lines(r.out)) CHECK(json::accept(line));
    }
  }

  TEST_CASE("limits: text that makes no sense is refused, and devices names those it is asked for alone") {
    ProgramOptions options;
    options.environment["GLUEBALL_LIMITS"] = "group=5";
    for (const char* command : {"devices", "doctor"}) {
      const auto r = run_program({command}, options);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.err_has("GLUEBALL_LIMITS"));
    }
    options.environment["GLUEBALL_LIMITS"] = "range=64M,float64=0,subgroup=4";
    const auto low = run_program({"devices", "--device", "vulkan:0", "--json"}, options);
    CAPTURE(low.err);
    REQUIRE(low.status == 0);
    REQUIRE(lines(low.out).size() == 1);
    const json object = json::parse(low.out);
    CHECK(object.at("storage_range_bytes") == 64 << 20);
    CHECK(object.at("float64") == false);
    CHECK(object.at("subgroup") == 4);
    for (const char* wrong : {"cuda", "vulkan:", "vulkan:x", "opengl:-1", ""}) {
      const auto r = run_program({"devices", "--device", wrong});
      CAPTURE(wrong);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
    }
    CHECK(run_program({"devices", "--device", "vulkan:99"}).status == 4);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("limits: every command, both interfaces, every limit: the same numbers or one clear line") {
    Limited limited;
    for (const char* device : {"vulkan", "opengl"})
      for (const Run& run : runs(limited.links())) {
        if (run.name == "convert" || run.name == "bench hmc" || run.name == "bench restart") continue;
        for (const char* precision : {"single", "double"}) {
          const bool chosen = run.name != "view" && run.name != "solve" && run.name != "solve, staggered" &&
                              run.name != "mesons";
          if (!chosen && std::string(precision) == "double") continue;
          const Arguments more =
              chosen ? Arguments{"--precision", precision, "--validate"} : Arguments{"--validate"};
          for (const char* rows : {kRows, "groups=3", "groups=5", "groups=11"})
            limited.same(run, device, rows, run.name == "fix" ? 1e-6 : 1e-5, more);
          limited.same(run, device, "invocations=32", 1e-5, more);
        }
        // Links of 4^3 x 6 are 36 KiB a parity in single precision, 3072 texels: split above, whole below.
        for (const char* limits : {"range=40000,texels=100000", "texels=100", "float64=0"}) {
          const auto r = limited(run, device, limits);
          CAPTURE(run.name);
          CAPTURE(device);
          CAPTURE(limits);
          CAPTURE(r.err);
          CHECK((r.status == 0 || r.status == 4));
          if (r.status == 0) limited.same(run, device, limits, 1e-4);
          if (r.status == 4) CHECK(r.error_lines() == 1);
        }
      }
  }

  TEST_CASE("limits: doctor is well in rows, with small workgroups and without doubles") {
    for (const char* limits : {kRows, "groups=65535,invocations=128,shared=16384", "float64=0"}) {
      ProgramOptions options;
      options.environment["GLUEBALL_LIMITS"] = limits;
      const auto r = run_program({"doctor", "--full", "--validate", "--no-cache"}, options);
      CAPTURE(limits);
      CAPTURE(r.out);
      CAPTURE(r.err);
      CHECK(r.status == 0);
    }
  }
}

}  // namespace glueball::test::cli_limits
