#include "view/scratch_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "actions/registry.hpp"
#include "base/error.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "kernels/clover.hpp"
#include "kernels/fix.hpp"
#include "measure/index.hpp"
#include "quark/source.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball::view {
namespace {

constexpr double kSolveTolerance = 1e-6;  // a picture has 256 shades

double norm2(const Spinor& psi) {
  double sum = 0;
  for (const auto& colours : psi.s)
    for (const Complex z : colours) sum += std::norm(z);
  return sum;
}

/// Returns the field of unit matrices in GaugeFixer's format.
TransformField unit_transform(const DeviceLattice& lattice) {
  TransformField g(lattice);
  const std::size_t half = lattice.geometry().half_volume();
  in_precision(lattice.format(), [&](auto real) {
    using Real = decltype(real);
    for (const Parity parity : kParities) {
      Texels<Real> texels(g[parity].texels());
      for (std::size_t site = 0; site < half; ++site)
        for (const std::size_t diagonal : {0, 4, 8})
          if (diagonal / 2 < g[parity].planes())
            *link_slot(g[parity], texels, 0, diagonal, lattice.place(site)) = 1;
      send(texels, g[parity]);
    }
  });
  return g;
}

}  // namespace

ScratchField::ScratchField(LiveRun& run)
    : run_(run),
      lattice_(run.lattice()),
      density_(lattice_),
      sums_(lattice_),
      fresh_(std::size_t(lattice_.geometry().whole_extents()[3]), false) {}

const GaugeField& ScratchField::flowed(const Scene& scene, const std::function<void()>& pause) {
  if (scene.flow_time == 0) return run_.links();
  const Key wanted{run_.version(), scene.flow_time, scene.flow_step};
  if (flow_ && flow_key_ == wanted) return flow_->links();
  if (!flow_) flow_.emplace(lattice_, kWilsonFlow);
  const bool goes_on = flow_key_.links == wanted.links && flow_key_.flow_step == wanted.flow_step &&
                       flow_->time() <= wanted.flow_time;
  if (!goes_on) flow_->start(run_.links());
  flow_->between_stages(pause);
  constexpr double kSmall = 1e-9;
  while (wanted.flow_time - flow_->time() > kSmall)
    flow_->step(std::min(wanted.flow_step, wanted.flow_time - flow_->time()));
  flow_key_ = wanted;
  return flow_->links();
}

void ScratchField::update(const Scene& scene, const std::vector<int>& slices,
                          const std::function<void()>& pause) {
  const Key wanted{run_.version(), scene.flow_time, scene.flow_step};
  const bool zero_modes_now = shows_zero_modes(scene.field);
  const bool quarks = scene.field == FieldKind::force || scene.field == FieldKind::pion || zero_modes_now;
  if (quarks && lattice_.domain())
    throw Error(ErrorKind::bad_value,
                fmt::format("the field {} does not work on several ranks", to_string(scene.field)),
                "show action, charge, polyakov or gauge, or start one process");
  const bool clover_before = field_ == FieldKind::action || field_ == FieldKind::charge;
  const bool clover_now = scene.field == FieldKind::action || scene.field == FieldKind::charge;
  const bool same = version_ > 0 && key_ == wanted &&
                    (field_ == scene.field || (clover_before && clover_now)) &&
                    (!quarks || (zero_modes_now && m0_ == scene.m0) ||
                     (!zero_modes_now && kappa_ == scene.kappa &&
                      (scene.field == FieldKind::force || source_ == scene.source)));
  const bool complete =
      !clover_now || (slices.empty() ? std::find(fresh_.begin(), fresh_.end(), false) == fresh_.end()
                                     : std::all_of(slices.begin(), slices.end(),
                                                   [&](int t) { return fresh_[std::size_t(t)]; }));
  if (same && complete) {
    if (field_ != scene.field) ++version_;
    field_ = scene.field;
    return;
  }
  const GaugeField& u = flowed(scene, pause);
  if (!same) std::fill(fresh_.begin(), fresh_.end(), false);
  // The key is set even if a solver fails, because it would fail again.
  key_ = wanted;
  kappa_ = scene.kappa;
  m0_ = scene.m0;
  remark_.clear();
  source_ = scene.source;
  const FieldKind before = field_;
  field_ = scene.field;
  ++version_;
  if (!clover_now) std::fill(fresh_.begin(), fresh_.end(), true);  // all slices at once
  switch (scene.field) {
    case FieldKind::action:
    case FieldKind::charge:
      // Slices that were not requested must at least hold the same kind of density.
      if (before != scene.field && !clover_before)
        clover(u, {});
      else
        clover(u, slices);
      break;
    case FieldKind::polyakov:
      loops_.emplace(polyakov_loops(lattice_, u, sums_));
      if (lattice_.domain()) loops_->field = all_loops(loops_->field);
      break;
    case FieldKind::force:
      force(u, scene);
      break;
    case FieldKind::gauge:
      residual(u);
      break;
    case FieldKind::pion:
      pion(u, scene);
      break;
    case FieldKind::zeromodes:
    case FieldKind::chirality:
      zero_modes(u, scene);
      break;
  }
}

void ScratchField::clover(const GaugeField& u, const std::vector<int>& slices) {
  const int times = lattice_.geometry().extent(3);
  const std::size_t slice = lattice_.geometry().half_volume() / std::size_t(times);
  const bool ever = version_ > 1;
  if (slices.empty() || !ever) {
    for (const Parity this_parity : kParities)
      kernels::Clover::run_all(lattice_, this_parity, FieldStrength::clover, false, u, density_[this_parity]);
    std::fill(fresh_.begin(), fresh_.end(), true);
    return;
  }
  for (const int t : slices) {
    if (fresh_[std::size_t(t)]) continue;
    fresh_[std::size_t(t)] = true;
    const int own = t - lattice_.geometry().origin()[3];
    if (own < 0 || own >= times) continue;
    for (const Parity this_parity : kParities)
      kernels::Clover::run_some(lattice_, this_parity, FieldStrength::clover, false, slice * std::size_t(own),
                                slice, u, density_[this_parity]);
  }
}

void ScratchField::force(const GaugeField& u, const Scene& scene) {
  if (!momenta_) momenta_.emplace(lattice_);
  const ActionContext context{.lattice = lattice_, .u = u, .p = *momenta_, .seed = 1};
  const auto quarks = action_kind("two-flavour").make(context, {{"kappa", scene.kappa}});
  const auto exact = double_links_on_host(lattice_.geometry());
  exact->follow(u);
  quarks->refresh(*exact, 0);
  upload(Momenta(lattice_.geometry()), *momenta_);
  quarks->kick(1);
  for (const Parity this_parity : kParities)
    kernels::MomentumDensity::run(lattice_, {}, (*momenta_)[this_parity], density_[this_parity]);
}

void ScratchField::residual(const GaugeField& u) {
  const TransformField* g = run_.transform();
  if (!g && !unit_) unit_.emplace(unit_transform(lattice_));
  if (!g) g = &*unit_;
  Halo(lattice_).exchange(*g, 1, 1);
  for (const Parity this_parity : kParities)
    kernels::GaugeDivergence::run(
        {lattice_, std::uint32_t(run_.gauge())}, {.parity = std::uint32_t(this_parity)}, u[this_parity],
        u[other(this_parity)], (*g)[this_parity], (*g)[other(this_parity)], density_[this_parity]);
}

/// The chirality of a zero mode is 1 or -1, the same at all sites.
void ScratchField::zero_modes(const GaugeField& u, const Scene& scene) {
  const std::size_t half = lattice_.geometry().half_volume();
  std::array<std::vector<double>, 2> sums{std::vector<double>(half), std::vector<double>(half)};
  const auto add = [&](const ZeroModeSearch& search) {
    for (const Chirality c : {Chirality::minus, Chirality::plus})
      for (const FieldVector<SpinorField>& mode : search.vectors(c))
        for (std::size_t parity = 0; parity < 2; ++parity) {
          ParitySpinorField part;
          download(mode[parity], part);
          for (std::size_t site = 0; site < half; ++site)
            sums[parity][site] += (scene.field == FieldKind::chirality ? int(c) : 1) * norm2(part[site]);
        }
  };
  try {
    const ZeroModes found = glueball::zero_modes(lattice_.device(), download_unitary(u), {.m0 = scene.m0},
                                                 kAntiperiodicInTime, add);
    remark_ = found.minus + found.plus == 0
                  ? "no zero modes"
                  : fmt::format("zero modes: {} of chirality -1, {} of chirality 1", found.minus, found.plus);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::not_converged || run_.kind() == RunKind::fixed) throw;
    remark_ = error.message();
  }
  in_precision(lattice_.format(), [&](auto real) {
    using Real = decltype(real);
    for (const Parity parity : kParities) {
      Texels<Real> texels(half);
      for (std::size_t site = 0; site < half; ++site) texels[site][0] = Real(sums[std::size_t(parity)][site]);
      send(texels, density_[parity]);
    }
  });
}

void ScratchField::pion(const GaugeField& u, const Scene& scene) {
  const Geometry& geometry = lattice_.geometry();
  const auto solver = make_spinor_solver(lattice_.device(), download_unitary(u), {.kappa = scene.kappa},
                                         {.tolerance = kSolveTolerance});
  SourceSpec source;
  source.site = scene.source;
  check_source(source, geometry);
  const std::size_t half = geometry.half_volume();
  std::array<std::vector<double>, 2> sums{std::vector<double>(half), std::vector<double>(half)};
  constexpr int kColumns = 12;
  for (int column = 0; column < kColumns; ++column) {
    FullQuarkField<ParitySpinorField> x;
    solver->solve(make_source<ParitySpinorField>(source, geometry, column, kColumns), x);
    for (std::size_t parity = 0; parity < 2; ++parity)
      for (std::size_t site = 0; site < half; ++site) sums[parity][site] += norm2(x[parity][site]);
  }
  double top = 0;
  for (const auto& part : sums) top = std::max(top, *std::max_element(part.begin(), part.end()));
  pion_top_ = std::log10(top);
  in_precision(lattice_.format(), [&](auto real) {
    using Real = decltype(real);
    for (const Parity parity : kParities) {
      Texels<Real> texels(half);
      for (std::size_t site = 0; site < half; ++site)
        texels[site][0] = Real(std::max(
            0.0, kDecades + std::log10(std::max(sums[std::size_t(parity)][site], 1e-300)) - pion_top_));
      send(texels, density_[parity]);
    }
  });
}

std::array<float, 4> ScratchField::weights() const {
  if (field_ == FieldKind::action) return {1, 1, 0, 0};
  if (field_ == FieldKind::charge) return {0, 0, 1, 0};
  return {1, 0, 0, 0};
}

double ScratchField::total(const Scene& scene) {
  update(scene);
  if (field_ == FieldKind::polyakov) return 0;
  for (const Parity this_parity : kParities) {
    kernels::ComponentSums::run(lattice_, {.plane = 0}, density_[this_parity], sums_.partials());
    sums_.collect(4, this_parity == Parity::odd);
  }
  const auto totals = sums_.totals();
  const auto w = weights();
  double sum = 0;
  for (std::size_t k = 0; k < 4; ++k)
    if (w[k] != 0) sum += w[k] * totals[k];
  return sum;
}

}  // namespace glueball::view
