#include "app/setup.hpp"

#include <fmt/format.h>

#include "app/cache.hpp"
#include "app/capacity.hpp"
#include "app/hints.hpp"
#include "app/progress.hpp"
#include "base/error.hpp"
#include "io/gauge_source.hpp"

namespace glueball::app {
namespace {

std::unique_ptr<gpu::Device> opened(const CommonOptions& flags, gpu::OpenOptions open) {
  open.log = warn;
  open.validate = flags.validate;
  // Layers and debug contexts comment on what drivers reject of old binaries.
  if (const auto cache = flags.cache(); !cache.empty() && !flags.validate)
    open.pipelines = std::make_shared<FilePipelineStore>(cache);
  try {
    return gpu::open_device(flags.device, open);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::device || !gpu::devices().empty()) throw;
    throw Error(ErrorKind::device, "no Vulkan and no OpenGL device found", missing_driver_hint());
  }
}

}  // namespace

gpu::Device& Setup::device(bool window) {
  if (!device_) device_ = opened(flags_, {.statistics = statistics_, .window = window});
  return *device_;
}

LatticeOptions Setup::options() {
  LatticeOptions options = with_flags(preferred_options(device()));
  options.precision = flags_.precision_of_fields();
  return options;
}

LatticeOptions Setup::options(const Geometry& geometry) {
  return with_flags(
      preferred_options(device(), flags_.precision_of_fields(), geometry, flags_.format_of_half()));
}

LatticeOptions Setup::with_flags(LatticeOptions from) const {
  from.storage = flags_.storage_or(from.storage);
  if (flags_.workgroup != 0) from.workgroup = std::uint32_t(flags_.workgroup);
  return from;
}

LatticeOptions Setup::tuned(const Geometry& geometry, const TuneFor& what, LatticeOptions from) {
  choose_options(flags_, device(), geometry, what, from);
  return from;
}

void Setup::require_fits(const Geometry& geometry, const MemoryNeed& need) {
  app::require_fits(info(), geometry, need);
}

void Setup::require_fits(const Geometry& geometry, const std::vector<MemoryNeed>& needs) {
  for (const MemoryNeed& need : needs) require_fits(geometry, need);
}

io::ConfigurationFile Setup::read(const std::filesystem::path& path, const io::ReadOptions& options,
                                  const std::vector<MemoryNeed>& needs) {
  require_fits(io::open_source(path, options)->geometry(), needs);
  return io::read_configuration(path, options);
}

void Setup::validate() const {
  if (!device_ || device_->messages() == 0) return;
  throw Error(ErrorKind::device,
              fmt::format("{} validation messages on {}", device_->messages(), device_->info().id()),
              "they are printed above; please report them");
}

Provenance Setup::stamp(const LatticeOptions& options, std::uint64_t seed) {
  return provenance(info(), options.precision, options.storage, device().preferred_accumulator(), seed);
}

}  // namespace glueball::app
