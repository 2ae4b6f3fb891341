// Files of fixed configurations that glueball fix writes.
#include <fmt/format.h>

#include "app/progress.hpp"
#include "cpu/plaquette.hpp"
#include "fix/centre.hpp"
#include "fix_command.hpp"
#include "io/transformation_file.hpp"
#include "options/files.hpp"

namespace glueball::app {

void FixCommand::save(const Configuration& fixed, const FixRun& run) const {
  const FixedCopy& best = run.best();
  const std::string described =
      fmt::format("gauge = {}{}\nfunctional = {:.15f}\ntheta = {:.6e}\n{}", o_.gauge,
                  o_.residual ? " with residual Landau" : "", best.functional, best.theta, origin_);
  const auto links = [&](const std::string& path, const std::string& what, const Configuration& u) {
    write_links(path, u,
                fmt::format("plaquette = {:.12f}\n{}{}", cpu::plaquette(u).average(), described, what),
                o_.precision_of_file, replaced_.contains(path));
    say(o_.common.quiet, "wrote " + path);
  };
  if (!o_.save.empty()) links(o_.save, "", fixed);
  if (!o_.save_projected.empty())
    links(o_.save_projected, "links = centre projection\n", centre_projected(fixed));
  if (!o_.save_vortex_removed.empty())
    links(o_.save_vortex_removed, "links = vortices removed\n", vortices_removed(fixed));
  if (!o_.save_transformation.empty()) {
    make_directory_of(o_.save_transformation);
    io::write_transformation(o_.save_transformation, fixed.geometry(), run.best_transformation(), described,
                             replaced_.contains(o_.save_transformation));
    say(o_.common.quiet, "wrote " + o_.save_transformation);
  }
}

}  // namespace glueball::app
