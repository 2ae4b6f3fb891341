#include "app/setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <span>
#include <thread>

#include "app/cache.hpp"
#include "app/capacity.hpp"
#include "app/hints.hpp"
#include "app/links_checksum.hpp"
#include "app/load_balance.hpp"
#include "app/module_cache.hpp"
#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "base/error.hpp"
#include "base/fnv.hpp"
#include "gpu/null_device.hpp"
#include "io/gauge_source.hpp"
#include "spirv/specialize.hpp"

namespace glueball::app {
namespace {

/// Returns the name of this rank's device in a list by commas, which ranks take in turn.
std::string own_of(const std::string& names) {
  std::vector<std::string> each{""};
  for (const char c : names) {
    if (c == ',')
      each.emplace_back();
    else
      each.back() += c;
  }
  return each[std::size_t(world().rank()) % each.size()];
}

/// Returns the device of `auto`, or of an API without a number, for this rank. Several ranks on one host take
/// one device each as far as there are enough.
std::string chosen(const std::string& names) {
  const std::string name = own_of(names);
  if (name.find(':') != std::string::npos || world().alone()) return name;
  const auto all = gpu::devices();
  const std::string first = name == "auto" ? gpu::default_device(all) : name + ":0";
  const auto like =
      std::find_if(all.begin(), all.end(), [&](const gpu::DeviceInfo& d) { return d.id() == first; });
  if (like == all.end()) return name;
  std::vector<std::string> alike;
  for (const gpu::DeviceInfo& d : all)
    if (d.api == like->api && d.type == like->type) alike.push_back(d.id());
  return alike[std::size_t(rank_on_host()) % alike.size()];
}

/// Limits the host to one thread while it lives: the lattices are so small that waking threads takes longer
/// than the work.
class OneThreadOfHost {
 public:
  OneThreadOfHost() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  ~OneThreadOfHost() { omp_set_num_threads(before_); }
  OneThreadOfHost(const OneThreadOfHost&) = delete;
  OneThreadOfHost& operator=(const OneThreadOfHost&) = delete;

 private:
  int before_;
};

std::unique_ptr<gpu::Device> opened(const CommonOptions& flags, gpu::OpenOptions open) {
  open.log = warn;
  open.validate = flags.validate;
  open.among_others = !world().alone() && flags.overlap != "off";
  const auto cache = flags.cache();
  // Validation layers and debug contexts complain about binaries that drivers reject as old.
  if (!cache.empty() && !flags.validate) open.pipelines = std::make_shared<FilePipelineStore>(cache);
  try {
    return gpu::open_device(chosen(flags.device), open);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::device || !gpu::devices().empty()) throw;
    throw Error(ErrorKind::device, "no Vulkan and no OpenGL device found", missing_driver_hint());
  }
}

}  // namespace

gpu::Device& Setup::device(bool window) {
  if (!device_) {
    modules_ = module_cache(flags_.cache());
    device_ = opened(flags_, {.statistics = statistics_, .window = window, .modules = modules_});
  }
  return *device_;
}

void Setup::precompile(const std::string& kind,
                       const std::function<void(gpu::Device&, const Configuration&)>& work) {
  const auto cache = flags_.cache();
  if (cache.empty() || !world().alone()) return;
  FilePipelineStore store(cache);
  const gpu::DeviceInfo& on = info();
  const spirv::Optimization optimization = modules_->optimization(on.type);
  const std::uint64_t key = fnv(fnv(spirv::optimizer_hash(optimization), kind), on.id() + on.name);
  const std::string mark = fmt::format("precompiled/{:016x}", key);
  if (!store.load(mark).empty()) return;
  gpu::NullDevice null_device(on);
  const OneThreadOfHost one;
  try {
    work(null_device, Configuration(Geometry({4, 4, 4, 4})));
  } catch (const gpu::NoAnswer&) {
    // A solver waits for an answer that a device which computes nothing does not give. The kernels before it
    // are known.
  } catch (const std::exception&) {
    // The work refuses so small a lattice, or links that are zero.
  }
  shader_compiler_ = std::make_unique<gpu::AsyncShaderCompiler>(
      modules_, optimization, null_device.asked(), std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
  store.save(mark, std::as_bytes(std::span("done")));
  store.trim("precompiled");
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
  if (flags_.persistent_cg != "auto") from.persistent_cg = flags_.persistent_cg == "on";
  return from;
}

LatticeOptions Setup::tuned(const Geometry& geometry, const TuneFor& what, LatticeOptions from) {
  choose_options(flags_, device(), geometry, what, from);
  return from;
}

void Setup::require_fits(const Geometry& geometry, const std::vector<MemoryNeed>& needs) {
  app::require_fits(info(), geometry, needs);
}

io::ConfigurationFile Setup::read(const std::filesystem::path& path, const io::ReadOptions& options,
                                  const std::vector<MemoryNeed>& needs) {
  require_fits(io::open_source(path, options)->geometry(), needs);
  return io::read_configuration(path, options);
}

Configuration Setup::read_part(const std::filesystem::path& path, const io::ReadOptions& read,
                               const std::vector<MemoryNeed>& needs, LatticeOptions& options,
                               std::string* checksum) {
  if (world().alone() && flags_.ranks == "auto") {
    Configuration u = this->read(path, read, needs).configuration;
    if (checksum != nullptr) *checksum = checksum_of(u);
    return u;
  }
  const auto part_of = [&](const Geometry& whole) {
    if (options.domain == nullptr || !(options.domain->whole() == whole))
      options.domain = domain(whole, int(options.ghosts));
    const Geometry part = options.domain ? options.domain->geometry() : whole;
    require_fits(part, needs);
    return part;
  };
  PartOfFile file = app::read_part(path, read, part_of);
  if (checksum != nullptr) *checksum = std::move(file.checksum);
  return std::move(file.part);
}

void Setup::validate() const {
  if (!device_ || device_->messages() == 0) return;
  throw Error(ErrorKind::device,
              fmt::format("{} validation messages on {}", device_->messages(), device_->info().id()),
              "they are printed above; please report them");
}

const Domain* Setup::domain(const Geometry& whole, int ghosts) {
  Communicator& ranks = world();
  const bool measured = flags_.load_balance == "auto";
  RankGrid grid =
      parse_ranks(flags_.ranks, whole, ranks.size(), ghosts, measured ? "equal" : flags_.load_balance);
  if (grid.size() == 1) return nullptr;
  if (measured && grid.ranks[3] > 1) {
    if (int(speeds_.size()) != grid.ranks[3]) speeds_ = speeds_along_t(ranks, grid, device());
    grid.times = time_slices_by_speed(whole.extent(3), speeds_, ghosts);
    require_parts(whole, grid, ghosts);
    say(quiet(),
        fmt::format("time slices by the speed of devices: --load-balance {}", fmt::join(grid.times, ",")));
  }
  if (!devices_) {
    devices_ = devices_of_ranks(ranks, info());
    if (!devices_->alike)
      warn("ranks have devices of several kinds: results have other last digits than on one kind");
  }
  return domains_
      .emplace_back(std::make_unique<Domain>(
          ranks, whole, grid, transport_named(flags_.transport),
          flags_.overlap == "auto" ? std::nullopt : std::optional(flags_.overlap == "on"), *devices_))
      .get();
}

Provenance Setup::provenance(const LatticeOptions& options, std::uint64_t seed) {
  Provenance made = glueball::provenance(info(), options.precision, options.storage,
                                         device().preferred_accumulator(), seed);
  // The other optimisation rounds differently.
  if (modules_->optimization(info().type) == spirv::Optimization::inlined) made.shaders += " inlined";
  return made;
}

}  // namespace glueball::app
