// glueball doctor: checks that every device computes what the kernels should.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
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

/// Runs all checks on one device and returns the number of failures. Drivers compile every kernel again, from
/// modules that all devices share.
int examine(const CommonOptions& options, const std::string& id,
            const std::shared_ptr<gpu::ModuleCache>& modules) {
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
  for (const auto& test : self_tests()) {
    const auto result = guarded(test, *device);
    report(options, id, test.name, result);
    failed += !result.ok;
  }
  if (options.validate) {
    const SelfTestResult messages{device->messages() == 0, fmt::format("{} messages", device->messages()),
                                  "they are printed above"};
    report(options, id, "validation", messages);
    failed += !messages.ok;
  }
  return failed;
}

int run(const CommonOptions& options) {
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
  for (const auto& id : chosen) failed += examine(options, id, modules);
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
  if (!options.json) fmt::print("all is well on {}\n", fmt::join(chosen, ", "));
  return int(Status::done);
}

}  // namespace

Command doctor_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("doctor", "self-test: limits, and every kernel against its CPU reference");
  auto options = std::make_shared<CommonOptions>();
  add_common(*table, *options, {FlagGroup::device});
  table->footer("With --device auto every device is examined.\nExample:  glueball doctor --device vulkan:0");
  return {table, *options, [options](Setup&) { return run(*options); }};
}

}  // namespace glueball::app
