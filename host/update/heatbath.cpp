#include "update/heatbath.hpp"

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "kernels/ranlux.hpp"
#include "measure/loop_averages.hpp"

namespace glueball {
namespace {

LatticeOptions with_ghosts(LatticeOptions options) {
  options.ghosts = GaugeHeatbath::kGhosts;
  return options;
}

}  // namespace

GaugeHeatbath::GaugeHeatbath(gpu::Device& device, const LatticeOptions& options,
                             const HeatbathParameters& parameters, const Configuration& start)
    : parameters_(parameters),
      lattice_(device, start.geometry(), with_ghosts(options)),
      u_(lattice_),
      halo_(lattice_),
      sums_(lattice_),
      deviation_(lattice_) {
  if (parameters.couplings.rectangles()) require_room_for_rectangles(start.geometry().whole());
  upload(start, u_);
  halo_.exchange(u_, kGhosts);
  if (parameters.random.ranlux) ranlux_.emplace(lattice_, parameters.seed, parameters.random.luxury);
}

void GaugeHeatbath::sweep(int step) {
  // On a GPU a sweep is too short for pauses.
  const bool slow = lattice_.device().info().type == gpu::DeviceType::software;
  const bool pauses = slow && hook_, domains = lattice_.domain() != nullptr;
  // Staples extend over one site, with rectangles over two. Neighbours need every changed link within this
  // depth.
  const int depth = parameters_.couplings.rectangles() ? 2 : 1;
  const auto with = [&](Shape shape) -> kernels::ForLinkSet {
    if (!pauses && !domains) return {};
    return [this, pauses, depth, parts = lattice_.has_parts(shape, depth)](std::uint32_t mu, Parity parity,
                                                                           const auto& update) {
      halo_.run_update(u_, int(mu), parity, depth, parts, update);
      if (pauses) pause();
    };
  };
  if (ranlux_)
    kernels::HeatbathRanlux::sweep(lattice_, parameters_.couplings, ranlux_->sites(), u_,
                                   with(kernels::HeatbathRanlux::shape));
  else
    kernels::Heatbath::sweep(lattice_, parameters_.couplings, parameters_.seed, std::uint32_t(step), u_,
                             with(kernels::Heatbath::shape));
  pause();
  for (int n = 0; n < parameters_.overrelaxation; ++n) {
    kernels::Overrelax::sweep(lattice_, parameters_.couplings, u_, with(kernels::Overrelax::shape));
    pause();
  }
  for (const Parity parity : {Parity::even, Parity::odd}) {
    kernels::Reunitarize::run(lattice_, {}, u_[parity], deviation_.partials());
    deviation_.collect_maximum(1, parity == Parity::odd);
  }
  halo_.exchange(u_, kGhosts);
  // At most one step waits behind the running one: the queue stays short while the device is busy.
  if (swept_) lattice_.stream().wait(last_);
  last_ = lattice_.stream().submit();
  swept_ = true;
}

void GaugeHeatbath::pause() {
  if (!hook_) return;
  lattice_.stream().finish();
  hook_();
}

Plaquettes GaugeHeatbath::plaquette() { return glueball::plaquette(lattice_, u_, sums_); }

double GaugeHeatbath::unitarity_deviation() { return swept_ ? deviation_.totals()[0] : 0; }

Configuration GaugeHeatbath::configuration() const { return download(u_); }

}  // namespace glueball
