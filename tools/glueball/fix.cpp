// glueball fix: Landau, Coulomb and maximally Abelian gauge.
#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"
#include "fix_run.hpp"

namespace glueball::app {

Command fix_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("fix", "Landau, Coulomb and maximally Abelian gauge");
  auto options = std::make_shared<FixOptions>();
  declare(*table, *options);
  return {table, [table, options] {
            options->defaults = default_config_text(*table);
            return FixRun(*options, config_text(*table)).run();
          }};
}

}  // namespace glueball::app
