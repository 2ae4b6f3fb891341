#include "app/tuning.hpp"

#include <fmt/format.h>

#include "app/cache.hpp"
#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "app/vector_width.hpp"

namespace glueball::app {
namespace {

std::string line_of(const TuneRecord& r, bool kept) {
  const LatticeOptions options = applied(r.request.options, r.choice);
  const std::string block =
      r.request.blocks.size() > 1 ? fmt::format(", {} at once", r.choice.block) : std::string();
  return fmt::format(
      "tuned {} in {} precision for {}: {}{}, {:.2f} times as fast as the default; {:.1f} s, {}",
      r.request.workload->name, name_of_precision(options), r.device.id(), describe(options), block,
      r.choice.default_seconds / r.choice.seconds, r.seconds,
      !kept                   ? "not kept"
      : r.choice.untried == 0 ? "once"
                              : "the next run tries the rest");
}

Autotuner tuner(const CommonOptions& flags) {
  const auto directory = flags.cache();
  const auto found = [quiet = flags.quiet, kept = !directory.empty()](const TuneRecord& r) {
    say(quiet, line_of(r, kept));
  };
  return Autotuner(directory, {.found = found, .trouble = warn_of_cache});
}

}  // namespace

bool choose_options(const CommonOptions& flags, gpu::Device& device, const Geometry& geometry,
                    const TuneFor& what, LatticeOptions& options) {
  options.storage = flags.storage_or(options.storage);
  if (flags.persistent_cg != "auto") options.persistent_cg = flags.persistent_cg == "on";
  options.workgroup = std::uint32_t(flags.workgroup);
  std::optional<Choice> choice;
  if (!flags.no_tune && !geometry.is_part()) {  // with measured choices ranks could choose differently
    if (geometry.volume() >= Autotuner::kLeastVolume && world().alone())
      learn_vector_width(flags.cache(), device.info(), flags.quiet);
    const TuneRequest request{what.workload,        geometry,         options,     flags.storage == "auto",
                              flags.workgroup == 0, what.reconstruct, what.images, what.threads_per_site,
                              what.two_per_site};
    choice = tuner(flags).choose(device, request);
  }
  if (choice) options = applied(options, *choice);
  options.workgroup = DeviceLattice::workgroup(device, options);
  return choice.has_value();
}

int choose_block(const CommonOptions& flags, std::string_view hop, gpu::Device& device,
                 const Geometry& geometry, const LatticeOptions& options, int columns) {
  if (flags.no_tune || columns < 2 || geometry.is_part()) return 1;
  const auto choice = tuner(flags).choose(device, block_request(hop, geometry, options, columns));
  return choice ? choice->block : 1;
}

}  // namespace glueball::app
