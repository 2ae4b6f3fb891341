// The glueball program: picks the subcommand, prints errors as one line, returns the documented exit status.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <new>

#include "app/progress.hpp"
#include "app/provenance.hpp"
#include "base/printable.hpp"
#include "command.hpp"

namespace glueball::app {
namespace {

int fail(Status status, const std::string& what) {
  const bool color = use_color();
  fmt::print(stderr, "{}glueball: error:{} {}\n", color ? "\033[1;31m" : "", color ? "\033[0m" : "",
             printable(what));
  return int(status);
}

int run(int argc, char** argv, ReadConfig& config) {
  CLI::App root("Lattice QCD in shaders, on any GPU and on none.", "glueball");
  root.set_version_flag("--version", "glueball " + version(), "print the version and stop");
  root.require_subcommand(1);
  root.footer(
      "Start here:  glueball hmc --config assets/presets/quickstart.toml\n"
      "Each command has its own --help.\n"
      "Exit status: 0 done, 1 slower than before (bench --compare), 2 usage, 3 bad input file or a full "
      "disk, 4 device "
      "trouble, 5 did not converge, 6 self-test failed.");
  const Command commands[] = {bench_command(root),    convert_command(root), devices_command(root),
                              doctor_command(root),   fix_command(root),     flow_command(root),
                              heatbath_command(root), hmc_command(root),     info_command(root),
                              measure_command(root),  mesons_command(root),  smear_command(root),
                              solve_command(root),    view_command(root)};

  if (argc < 2) {
    fmt::print(stderr, "{}", root.help());
    return int(Status::usage);
  }
  if (const auto text = parse(root, {argv + 1, argv + argc}, &config)) {
    fmt::print("{}", *text);
    return int(Status::done);
  }
  for (const auto& command : commands) {
    if (!command.table->parsed()) continue;
    if (command.table->get_option("--print-config")->as<bool>()) {
      fmt::print("{}", config_text(*command.table));
      return int(Status::done);
    }
    Setup setup(command.flags);
    const int status = command.run(setup);
    setup.validate();
    return status;
  }
  return int(Status::usage);
}

}  // namespace
}  // namespace glueball::app

int main(int argc, char** argv) {
  using namespace glueball;
  app::ReadConfig config;
  try {
    return app::run(argc, argv, config);
  } catch (const OptionError& error) {
    return app::fail(error.status(), config.located(error));
  } catch (const Error& error) {
    return app::fail(error.status(), error.what());
  } catch (const std::bad_alloc&) {
    return app::fail(Status::device, "the host's memory is used up; choose a smaller --lattice");
  } catch (const std::filesystem::filesystem_error& error) {
    return app::fail(Status::bad_input, fmt::format("{}; check the path and its permissions", error.what()));
  } catch (const std::exception& error) {
    app::fail(Status::done, fmt::format("internal: {}; please report this", error.what()));
    return 1;
  }
}
