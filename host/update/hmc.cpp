#include "update/hmc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <vector>

#include "actions/registry.hpp"
#include "base/error.hpp"
#include "comm/of_all.hpp"
#include "cpu/random.hpp"
#include "field/transfer.hpp"
#include "lattice/random_stream.hpp"

namespace glueball {
namespace {

LatticeOptions with_ghosts(LatticeOptions options, int ghosts) {
  options.ghosts = std::uint32_t(ghosts);
  return options;
}

/// Returns the largest difference over the whole lattice.
double largest_difference(const Domain* domain, const Configuration& u, const Configuration& v) {
  double largest = 0;
  for (std::size_t n = 0; n < u.links().size(); ++n)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        largest = std::max(largest, std::abs(u.links()[n][i][j] - v.links()[n][i][j]));
  if (domain == nullptr) return largest;
  const auto all = of_all(domain->ranks(), largest);
  return *std::max_element(all.begin(), all.end());
}

/// Overwrites the first links of the even sites, to simulate faulty memory.
void corrupt(const DeviceLattice& lattice, GaugeField& u) {
  gpu::Memory& memory = u[Parity::even].memory();
  std::vector<float> links(memory.bytes() /
                           sizeof(float));  // all links, because images are copied as a whole
  lattice.stream().download(memory, std::as_writable_bytes(std::span(links)));
  std::fill_n(links.begin(), 64, 0.75f);
  lattice.stream().upload(memory, std::as_bytes(std::span(links)));
}

/// Returns how many trajectories without timestamps follow one with them, which took `ratio` times as long.
/// Timestamps prevent short kernels from overlapping. This costs little if kernels are long. On CPU drivers a
/// trajectory of many short kernels takes several times as long with them.
int between_samples(double ratio) {
  constexpr double kShare = 0.1;  // limit of the overhead, relative to the time of all trajectories
  constexpr int kLeast = 7, kMost = 1000;
  return int(std::clamp((ratio - 1) / kShare, double(kLeast), double(kMost)));
}

}  // namespace

Hmc::Hmc(gpu::Device& device, const LatticeOptions& options, const HmcParameters& parameters,
         const Configuration& start)
    : parameters_(settled(parameters, options.precision)),
      lattice_(device, start.geometry(), with_ghosts(options, ghosts(parameters.monomials))) {
  require_possible_on_ranks();
  if (parameters.random.ranlux) ranlux_.emplace(lattice_, parameters.seed, parameters.random.luxury);
  RanluxField* const generators = ranlux_ ? &ranlux_->sites() : nullptr;
  dynamics_ = std::make_unique<MolecularDynamics>(lattice_, start, generators);
  if (glueball::energies_on_device(parameters_, device.info(), options, start.geometry()))
    dynamics_->energies_on_device();
  links_.emplace(*dynamics_, start);
  for (const Level& level : parameters_.levels)
    if (level.integrator == Integrator::force_gradient)
      dynamics_->make_room_to_shift();  // allocated now, so that memory cannot run out an hour later
  const ActionSolves solves{.force_tolerance = parameters.force_tolerance,
                            .action_tolerance = parameters.action_tolerance,
                            .max_iterations = parameters.max_iterations,
                            .inner = parameters.inner,
                            .half_format = parameters.half_format,
                            .chronology = parameters.chronology};
  std::uint32_t number = 0;  // number of actions that draw random fields
  for (const Monomial& m : parameters_.monomials) {
    DynamicLinks* const smeared = dynamics_->smeared(m.smear);
    const ActionContext context{.lattice = lattice_,
                                .u = smeared ? smeared->smeared.links() : dynamics_->links(),
                                .p = smeared ? smeared->smeared.force() : dynamics_->momenta(),
                                .seed = parameters.seed,
                                .number = number,
                                .solves = solves,
                                .boundary = parameters.boundary,
                                .ranlux = generators};
    const ActionKind& kind = action_kind(m.kind);
    dynamics_->add(kind.make(context, m.values), m.level, smeared);
    if (kind.quark) ++number;
  }
}

int Hmc::ghosts(const std::vector<Monomial>& monomials) {
  int most = 2;  // radius of rectangles
  for (const Monomial& m : monomials) most = std::max(most, layers_of(action_kind(m.kind), m.values));
  return most;
}

void Hmc::require_possible_on_ranks() const {
  if (lattice_.domain() == nullptr) return;
  const auto refuse = [](const std::string& what, const char* hint) {
    throw Error(ErrorKind::bad_value, what + " on several ranks", hint);
  };
  if (parameters_.energies == Energies::host)
    refuse("energies on the host, which has a part of the links alone,",
           "give <energies device>, or start one process");
  if (parameters_.inject_fault) refuse("a fault of the memory", "start one process");
}

Hmc::~Hmc() {
  try {
    lattice_.stream().profile(false);
  } catch (const Error&) {
    // A lost device has no times.
  }
}

void Hmc::propose(Trajectory& t) {
  MolecularDynamics& md = *dynamics_;
  energy_before_ = md.refresh(parameters_.seed, std::uint32_t(t.step));
  integrate();
  t.unitarity_deviation = md.unitarity_deviation();
  if (parameters_.inject_fault) {
    DoubleLinks& good = md.exact();
    corrupt(lattice_, md.links());
    for (const auto& term : md.terms()) term.action->energy(good);
  }
  t.delta_h = md.hamiltonian() - energy_before_;
}

void Hmc::require_no_runaway(const Trajectory& t) const {
  const double limit = parameters_.runaway * double(lattice_.geometry().whole_volume());
  if (std::isfinite(t.delta_h) && t.delta_h <= limit) return;
  throw Error(
      ErrorKind::not_converged,
      std::isfinite(t.delta_h)
          ? fmt::format("trajectory {}: dH = {:.3g} is above the limit of {:.3g}", t.step, t.delta_h, limit)
          : fmt::format("trajectory {}: dH is not finite", t.step),
      "raise <steps> or lower <tau>, and run 'glueball doctor' if that does not help");
}

void Hmc::decide(Trajectory& t) {
  const auto uniform = [&] {
    return ranlux_ ? ranlux_->uniform()
                   : cpu::uniform(parameters_.seed, std::uint32_t(t.step), Stream::metropolis);
  };
  t.accepted = t.delta_h <= 0 || uniform() < std::exp(-t.delta_h);
  if (t.accepted) links_->take();
  t.plaquette = links_->plaquette();
  if (SectorBoundaries* const sector_boundaries = dynamics_->sector_boundaries()) {
    sector_boundaries->decided(t.accepted);
    const Crossings crossings = sector_boundaries->take_crossings();
    t.topology = {crossings.refracted, crossings.reflected, sector_boundaries->index()};
  }
}

void Hmc::record_costs(Trajectory& t) {
  const auto iterations = dynamics_->take_iterations();
  const auto filtered = dynamics_->take_filtered();
  for (std::size_t n = 0; n < iterations.size(); ++n) {
    t.cg_iterations += iterations[n];
    t.monomials.push_back(
        {parameters_.monomials[n].kind, parameters_.monomials[n].level, iterations[n], {}, filtered[n]});
  }
}

Reversibility Hmc::run_back(const Configuration& start) {
  MolecularDynamics& md = *dynamics_;
  md.reverse();
  integrate();
  return {std::abs(md.hamiltonian() - energy_before_),
          largest_difference(lattice_.domain(), md.configuration(), start)};
}

Trajectory Hmc::run(int step) {
  const auto start = std::chrono::steady_clock::now();
  Trajectory t;
  t.step = step;
  t.steps = parameters_.levels.front().steps;
  const bool sampled = timed_ && runs_ >= next_sample_, profiled = sampled || dynamics_->timed();
  lattice_.stream().profile(profiled);
  profiled_ += profiled;
  links_->put();
  dynamics_->take_iterations();
  dynamics_->take_filtered();
  if (SectorBoundaries* const sector_boundaries = dynamics_->sector_boundaries())
    sector_boundaries->take_crossings();
  const bool back = due(step, parameters_.reversibility_interval),
             forces = due(step, parameters_.force_interval);
  std::optional<Configuration> before;
  if (back || forces) before = links_->configuration();
  std::vector<RanluxWords> generators;
  if (ranlux_) generators = ranlux_->state();
  try {
    propose(t);
    require_no_runaway(t);
    record_costs(t);
    decide(t);
    if (back) t.reversibility = run_back(*before);
    if (forces) {
      links_->put();
      const auto norms = dynamics_->force_norms();
      for (std::size_t n = 0; n < norms.size(); ++n) t.monomials[n].force = norms[n];
    }
  } catch (...) {
    if (ranlux_) ranlux_->restore(std::move(generators));
    if (before) {
      links_->set(*before);  // Metropolis may have accepted the new links
      if (SectorBoundaries* const sector_boundaries = dynamics_->sector_boundaries())
        sector_boundaries->forget();
    }
    links_->put();
    throw;
  }
  t.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ++runs_;
  if (sampled) next_sample_ = runs_ + between_samples(t.seconds / untimed_seconds_);
  if (!profiled) untimed_seconds_ = t.seconds;
  for (const auto& see : watchers_) see(t);
  return t;
}

const Configuration& Hmc::configuration() const { return links_->configuration(); }

const GaugeField& Hmc::links() {
  lattice_.stream().profile(false);
  links_->put();
  return dynamics_->links();
}

const std::map<std::string, gpu::KernelTime>& Hmc::times() { return lattice_.stream().times(); }

MemoryNeed hmc_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                      const HmcParameters& parameters, Energies energies) {
  HmcParameters p = parameters;
  p.energies = energies;
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    Hmc hmc(null_device, options, p, start);
    hmc.dynamics().refresh(p.seed, 0);
  });
}

bool energies_on_device(const HmcParameters& p, const gpu::DeviceInfo& device, const LatticeOptions& options,
                        const Geometry& geometry) {
  if (p.inject_fault) return false;
  if (geometry.is_part()) return true;  // ranks must not decide each for itself
  if (p.energies != Energies::automatic) return p.energies == Energies::device;
  if (!device.limits.float64 || options.storage == gpu::Storage::image) return false;
  return hmc_memory(device, options, p, Energies::device).fits(device.limits, geometry.volume());
}

}  // namespace glueball
