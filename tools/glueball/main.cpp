// The glueball program. It selects the subcommand, prints errors as one line, and returns the documented exit
// status.
#include <fcntl.h>
#include <fmt/format.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <new>
#include <system_error>
#include <utility>

#include "app/driver_threads.hpp"
#include "app/help_format.hpp"
#include "app/no_memory.hpp"
#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "app/rational_cache.hpp"
#include "app/vector_width.hpp"
#include "app/wording.hpp"
#include "base/printable.hpp"
#include "comm/rank_grid.hpp"
#include "command.hpp"
#include "input_options.hpp"
#include "run/provenance.hpp"

namespace glueball::app {
namespace {

int fail(Status status, const std::string& what) {
  let_first_rank_tell();
  const bool color = use_color();
  complain(fmt::format("{}glueball: error:{} {}\n", color ? "\033[1;31m" : "", color ? "\033[0m" : "",
                       printable(what)));
  return end_ranks(int(status));
}

/// Opens standard streams that are closed. Otherwise files opened later would get their numbers, and printing
/// would end the program. Lost results are an error at the end.
void open_streams() {
  for (const auto& [number, name] : {std::pair{0, "/dev/null"}, {1, "/dev/full"}, {2, "/dev/null"}})
    if (::fcntl(number, F_GETFD) < 0 && errno == EBADF && ::open(name, O_RDWR) < 0) [[maybe_unused]]
      const int opened = ::open("/dev/null", O_RDWR);
}

int cannot_print(int reason) {
  return fail(Status::bad_input,
              fmt::format("standard output: {}; free some space there, or send the output elsewhere",
                          reason != 0 ? std::strerror(reason) : "cannot be written, it is full or closed"));
}

/// Returns the exit status, or that of lost output if results could not be printed.
int printed(int status) {
  errno = 0;
  const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  return lost && status == int(Status::done) ? cannot_print(errno) : status;
}

/// Commands that compute lack flags with which `convert` reads other files. The hint names the command that
/// has the flag.
std::string whose_flag(const CLI::App& root, const std::string& flag) {
  for (const CLI::App* command : root.get_subcommands())
    if (command->get_option_no_throw(flag) != nullptr) return "";
  for (const CLI::App* command :
       root.get_subcommands([](const CLI::App* c) { return c->get_name() == "convert"; }))
    if (const CLI::Option* option = command->get_option_no_throw(flag);
        option && option->get_group() == kInputGroup)
      return " of 'glueball convert'";
  return "";
}

/// The options that the short help of each command shows.
const std::map<std::string, std::vector<std::string>>& main_options() {
  static const std::map<std::string, std::vector<std::string>> all{
      {"bench", {"--lattice", "--device", "--precision", "--json"}},
      {"catalogue", {"--json"}},
      {"convert", {"--format", "--precision", "--force"}},
      {"devices", {"--device", "--json"}},
      {"doctor", {"--device", "--full", "--json"}},
      {"eigenvalues", {"--action", "--count", "--device", "--json"}},
      {"fix", {"--gauge", "--theta", "--save", "--output", "--device"}},
      {"flow", {"--times", "--output", "--plot", "--json", "--device"}},
      {"heatbath", {"--lattice", "--beta", "--sweeps", "--thermalization", "--output", "--resume", "--view"}},
      {"hmc",
       {"--lattice", "--beta", "--kappa", "--trajectories", "--preset", "--output", "--resume", "--view"}},
      {"info", {"--json"}},
      {"measure", {"--observables", "--output", "--plot", "--json", "--device"}},
      {"mesons", {"--action", "--kappa", "--source", "--json", "--device"}},
      {"rational", {"--power", "--mass", "--range", "--order", "--save"}},
      {"smear", {"--method", "--steps", "--output", "--device"}},
      {"solve", {"--action", "--kappa", "--source", "--tolerance", "--device"}},
      {"summary", {"--thermalization", "--observables", "--plot", "--json"}},
      {"view", {"--run", "--field", "--mode", "--shaders", "--headless", "--output"}}};
  return all;
}

int run(CLI::App& root, int argc, char** argv, ReadConfig& config) {
  root.set_version_flag("--version", "glueball " + version(), "print the version and stop");
  root.require_subcommand(1);
  root.footer(
      "Start here:  glueball hmc --preset quickstart\nEach command has its own --help, and --help-all.\nExit "
      "status: 0 done, 1 slower than before (bench --compare), 2 usage, 3 bad input file or a "
      "full disk, 4 device trouble, 5 did not converge, 6 self-test failed.");
  const Command commands[] = {bench_command(root),   catalogue_command(root), convert_command(root),
                              devices_command(root), doctor_command(root),    eigenvalues_command(root),
                              fix_command(root),     flow_command(root),      heatbath_command(root),
                              hmc_command(root),     info_command(root),      measure_command(root),
                              mesons_command(root),  rational_command(root),  smear_command(root),
                              solve_command(root),   summary_command(root),   view_command(root)};

  for (const Command& command : commands)
    help_format(*command.table).main = main_options().at(command.table->get_name());
  if (argc < 2) {
    complain(fmt::format("{}", root.help()));
    return int(Status::usage);
  }
  if (const auto text = parse(root, {argv + 1, argv + argc}, &config)) {
    fmt::print("{}", *text);
    return int(Status::done);
  }
  for (const auto& command : commands) {
    if (!command.table->parsed()) continue;
    if (command.table->get_option("--print-config")->as<bool>()) {
      fmt::print("{}", config_values(*command.table).toml());
      return int(Status::done);
    }
    if (!command.several_ranks) require_one_rank(command.table->get_name(), command.flags);
    // One process has one domain, whether the command asks for it or not.
    const std::string& shares = command.flags.load_balance;
    if (world().alone())
      parse_ranks(command.flags.ranks, Geometry({4, 4, 4, 4}), 1, 1, shares == "auto" ? "equal" : shares);
    if (command.table->get_option_no_throw("--device") != nullptr) {
      set_vector_width(command.flags.cache(), command.flags.device);
      set_driver_threads(command.sites() / std::size_t(world().size()), omp_get_max_threads());
    }
    remember_shared_minimax(command.flags.cache());
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
  app::open_streams();
  std::signal(SIGXFSZ,
              SIG_IGN);  // a file above the user's limit is a write error, and does not end the program
  CLI::App root("Lattice QCD in shaders, on any GPU and on none.", "glueball");
  app::help_format(root);
  app::ReadConfig config;
  app::explain_ends_without_memory();
  try {
    app::join_ranks();
    const int status = app::printed(app::run(root, argc, argv, config));
    leave_world();
    return status;
  } catch (const OptionError& error) {
    return app::fail(app::exit_status(error.kind()), config.located(error));
  } catch (const Error& error) {
    const auto whose = [&](const std::string& flag) { return app::whose_flag(root, flag); };
    return app::fail(app::exit_status(error.kind()), app::worded(error, whose));
  } catch (const std::bad_alloc&) {
    return app::fail(app::Status::device,
                     std::string(app::kNoMemory) + "; choose a smaller --lattice, or free some memory");
  } catch (const std::filesystem::filesystem_error& error) {
    std::error_code gone;
    if (std::filesystem::current_path(gone).empty())
      return app::fail(app::Status::bad_input,
                       "the current directory is not there any more; change to another and run again");
    return app::fail(app::Status::bad_input,
                     fmt::format("{}; check the path and its permissions", error.what()));
  } catch (const std::system_error& error) {  // from printing: all other errors say what they are about
    if (std::ferror(stdout) != 0) return app::cannot_print(error.code().value());
    if (gpu::is_driver_error(error))
      return app::fail(
          app::Status::device,
          fmt::format("{}; free memory of device and host, or run 'glueball doctor'", error.what()));
    return app::fail(app::Status::regression, fmt::format("internal: {}; please report this", error.what()));
  } catch (const std::exception& error) {
    return app::fail(app::Status::regression, fmt::format("internal: {}; please report this", error.what()));
  }
}
