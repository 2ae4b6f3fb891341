#include "update/hmc.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <vector>

#include "actions/gauge_action.hpp"
#include "actions/two_flavour_wilson.hpp"
#include "lattice/random_stream.hpp"
#include "lattice/transfer.hpp"
#include "reference/gaussian.hpp"
#include "reference/plaquette.hpp"

namespace glueball {
namespace {

LatticeOptions options_for(const gpu::Device& device, gpu::Storage storage, const HmcParameters& parameters) {
  LatticeOptions options = preferred_options(device);
  options.storage = storage;
  options.boundary = parameters.boundary;
  options.workgroup = parameters.workgroup;
  return options;
}

double worst_deviation(const Configuration& u) {
  double worst = 0;
  for (const Matrix3& link : u.links()) worst = std::max(worst, unitarity_deviation(link));
  return worst;
}

/// Overwrites the first links of the even sites, as a faulty memory might.
void corrupt(const DeviceLattice& lattice, GaugeField& u) {
  gpu::Memory& memory = u[Parity::even].memory();
  std::vector<float> links(memory.bytes() / sizeof(float));  // all of them: images are copied whole
  lattice.stream().download(memory, std::as_writable_bytes(std::span(links)));
  std::fill_n(links.begin(), 64, 0.75f);
  lattice.stream().upload(memory, std::as_bytes(std::span(links)));
}

}  // namespace

Hmc::Hmc(gpu::Device& device, gpu::Storage storage, const HmcParameters& parameters, const Configuration& start)
    : parameters_(parameters), links_(start), lattice_(device, start.geometry(), options_for(device, storage, parameters)) {
  dynamics_ = std::make_unique<MolecularDynamics>(lattice_, start);
  dynamics_->add(std::make_unique<GaugeAction>(lattice_, dynamics_->links(), dynamics_->momenta(),
                                               GaugeCouplings{.beta = parameters.beta, .c1 = parameters.c1}));
  if (parameters.kappa != 0) {
    dynamics_->add(std::make_unique<TwoFlavourWilson>(
        lattice_, dynamics_->links(), dynamics_->momenta(),
        TwoFlavourParameters{.kappa = parameters.kappa, .force_tolerance = parameters.force_tolerance,
                             .action_tolerance = parameters.action_tolerance,
                             .max_iterations = parameters.max_iterations, .seed = parameters.seed}));
  }
}

Hmc::~Hmc() { lattice_.stream().profile(false); }

Trajectory Hmc::run(int step) {
  const auto start = std::chrono::steady_clock::now();
  Trajectory t;
  t.step = step;
  MolecularDynamics& md = *dynamics_;
  // Timestamps keep short kernels apart, which costs: a sample of the trajectories has them.
  constexpr int kSampled = 8;
  const bool profiled = runs_++ % kSampled == 0;
  lattice_.stream().profile(profiled);
  profiled_ += profiled;
  // The chain's state is the configuration in double, as a file holds it: a run that goes on from a file takes the same bits.
  upload(lattice_, links_, md.links());
  md.take_iterations();
  try {
    const double before = md.refresh(parameters_.seed, std::uint32_t(step));
    md.integrate(parameters_.integrator, parameters_.tau, parameters_.steps);
    t.unitarity_deviation = worst_deviation(download(lattice_, md.links()));
    if (parameters_.inject_fault) {
      const Configuration good = md.configuration();
      corrupt(lattice_, md.links());
      for (const auto& action : md.actions()) action->energy(good);
    }
    t.delta_h = md.hamiltonian() - before;
  } catch (...) {
    upload(lattice_, links_, md.links());
    throw;
  }
  t.accepted = std::isfinite(t.delta_h) &&
               (t.delta_h <= 0 ||
                reference::uniform(parameters_.seed, std::uint32_t(step), Stream::metropolis) < std::exp(-t.delta_h));
  if (t.accepted) links_ = md.configuration();
  t.plaquette = reference::plaquette(links_).average();
  t.cg_iterations = md.take_iterations();
  t.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return t;
}

Configuration Hmc::configuration() const { return links_; }

const GaugeField& Hmc::links() {
  lattice_.stream().profile(false);
  upload(lattice_, links_, dynamics_->links());
  return dynamics_->links();
}

const std::map<std::string, gpu::KernelTime>& Hmc::times() { return lattice_.stream().times(); }

}  // namespace glueball
