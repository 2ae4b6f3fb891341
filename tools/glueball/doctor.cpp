// glueball doctor: checks that every device computes what the kernels should.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cache.hpp"
#include "app/hints.hpp"
#include "app/module_cache.hpp"
#include "app/progress.hpp"
#include "app/self_test.hpp"
#include "app/wording.hpp"
#include "command.hpp"
#include "gpu/device.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

/// Without --full no check begins after this time, which devices share equally.
constexpr double kQuickSeconds = 60;

struct DoctorOptions {
  CommonOptions common;
  bool full = false;
};

/// The checks that have been run, of all.
struct Extent {
  std::size_t done = 0, all = 0;
};

using Clock = std::chrono::steady_clock;

void report(const CommonOptions& options, const std::string& device, const std::string& check,
            const SelfTestResult& r) {
  if (options.json) {
    const nlohmann::ordered_json object = {{"device", device},
                                           {"check", check},
                                           {"ok", r.ok},
                                           {"detail", r.detail},
                                           {"hint", r.ok ? "" : r.hint}};
    fmt::print("{}\n", json_line(object));
  } else {
    fmt::print("  {:<6} {:<34} {}{}\n", r.ok ? "ok" : "FAILED", check, r.detail,
               r.ok || r.hint.empty() ? "" : "; " + r.hint);
  }
  std::fflush(stdout);
}

SelfTestResult guarded(const SelfTest& test, gpu::Device& device) {
  try {
    return test.run(device);
  } catch (const Error& error) {
    return {false, worded(error), ""};
  }
}

/// Runs the checks on one device, all or those that begin within `seconds`, and returns the number of
/// failures. Drivers compile every kernel again, from modules that all devices share.
int examine(const CommonOptions& options, const std::string& id,
            const std::shared_ptr<gpu::ModuleCache>& modules, double seconds, Extent& extent) {
  const auto begin = Clock::now();
  const std::vector<SelfTest> tests = self_tests();
  extent.all += tests.size();
  gpu::OpenOptions open;
  open.validate = options.validate;
  open.log = warn;
  open.modules = modules;
  std::unique_ptr<gpu::Device> device;
  try {
    device = gpu::open_device(id, open);
  } catch (const Error& error) {
    report(options, id, "open", {false, worded(error), ""});
    return 1;
  }
  const auto& info = device->info();
  if (!options.json) {
    fmt::print("{}  {}\n  {}, {} {}, driver {}\n", id, info.name, gpu::to_string(info.type),
               gpu::to_string(info.api), info.api_version, info.driver);
    fmt::print("  double in shaders: {}; sums in {}; fields in {}; timestamps {}\n",
               info.limits.float64 ? "yes" : "no", gpu::to_string(device->preferred_accumulator()),
               gpu::to_string(device->preferred_storage()),
               info.limits.timestamp_ns > 0 ? fmt::format("of {:g} ns", info.limits.timestamp_ns) : "none");
  }
  int failed = 0;
  Progress progress(tests.size(), options.quiet);
  for (std::size_t n = 0; n < tests.size(); ++n) {
    if (std::chrono::duration<double>(Clock::now() - begin).count() > seconds) break;
    progress.update(n, tests[n].name);
    const auto result = guarded(tests[n], *device);
    progress.clear();
    report(options, id, tests[n].name, result);
    failed += !result.ok;
    ++extent.done;
  }
  if (options.validate) {
    const SelfTestResult messages{device->messages() == 0, fmt::format("{} messages", device->messages()),
                                  "they are printed above"};
    report(options, id, "validation", messages);
    failed += !messages.ok;
  }
  return failed;
}

int run(const DoctorOptions& o) {
  const CommonOptions& options = o.common;
  const auto all = gpu::devices();
  if (all.empty())
    throw Error(ErrorKind::device, "no Vulkan and no OpenGL device found", missing_driver_hint());
  std::vector<std::string> chosen;
  if (options.device == "auto") {
    for (const auto& device : all) chosen.push_back(device.id());
  } else {
    chosen.push_back(gpu::open_device(options.device)->info().id());
  }
  if (!options.json && !options.quiet && !options.cache().empty())
    fmt::print("measured choices and compiled pipelines are kept in {}\n", options.cache().string());
  int failed = 0;
  const auto modules = module_cache(options.cache());
  const double seconds =
      o.full ? std::numeric_limits<double>::infinity() : kQuickSeconds / double(chosen.size());
  Extent extent;
  for (const auto& id : chosen) failed += examine(options, id, modules, seconds, extent);
  for (auto api : {gpu::Api::vulkan, gpu::Api::opengl}) {
    const bool present = std::any_of(all.begin(), all.end(), [&](const auto& d) { return d.api == api; });
    if (!present)
      say(options.quiet,
          fmt::format("hint: no {} device; {}", gpu::to_string(api), missing_driver_hint(api)));
  }
  if (failed > 0) {
    throw Error(ErrorKind::disagreement,
                fmt::format("{} checks failed on {}", failed, fmt::join(chosen, ", ")),
                "use another --device, and report the lines above with the driver's version");
  }
  const bool whole = extent.done == extent.all;
  if (!options.json)
    fmt::print("all is well on {}{}\n", fmt::join(chosen, ", "),
               whole ? "" : fmt::format(", in {} of {} checks", extent.done, extent.all));
  if (!whole)
    say(options.quiet, fmt::format("{} of {} checks ran within {:g} s; glueball doctor --full runs all",
                                   extent.done, extent.all, kQuickSeconds));
  return int(Status::done);
}

}  // namespace

Command doctor_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("doctor", "self-test: limits, and every kernel against its CPU reference");
  auto options = std::make_shared<DoctorOptions>();
  table->add_flag("--full", options->full,
                  "all checks, however long they take; without it those of a minute");
  add_common(*table, options->common, {FlagGroup::device});
  table->footer(
      "With --device auto every device is examined. Cheap checks come first.\nExample:  glueball doctor "
      "--device vulkan:0");
  return {table, options->common, [options](Setup&) { return run(*options); }};
}

}  // namespace glueball::app
