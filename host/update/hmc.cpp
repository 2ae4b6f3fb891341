#include "update/hmc.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <vector>

#include "actions/registry.hpp"
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
  options.precision = parameters.precision;
  return options;
}

double worst_deviation(const Configuration& u) {
  double worst = 0;
  for (const Matrix3& link : u.links()) worst = std::max(worst, unitarity_deviation(link));
  return worst;
}

double largest_difference(const Configuration& u, const Configuration& v) {
  double largest = 0;
  for (std::size_t n = 0; n < u.links().size(); ++n)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) largest = std::max(largest, std::abs(u.links()[n][i][j] - v.links()[n][i][j]));
  return largest;
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
    : parameters_(settled(parameters)), links_(start),
      lattice_(device, start.geometry(), options_for(device, storage, parameters)) {
  if (parameters.random.ranlux) ranlux_.emplace(lattice_, parameters.seed, parameters.random.luxury);
  RanluxField* const generators = ranlux_ ? &ranlux_->sites() : nullptr;
  dynamics_ = std::make_unique<MolecularDynamics>(lattice_, start, generators);
  const ActionSolves solves{.force_tolerance = parameters.force_tolerance, .action_tolerance = parameters.action_tolerance,
                            .max_iterations = parameters.max_iterations};
  std::uint32_t number = 0;  // of those that draw fields of their own
  for (const Monomial& m : parameters_.monomials) {
    const ActionContext context{.lattice = lattice_, .u = dynamics_->links(), .p = dynamics_->momenta(),
                                .seed = parameters.seed, .number = number, .solves = solves, .ranlux = generators};
    dynamics_->add(action_kind(m.kind).make(context, m.values), m.level);
    if (m.kind != "gauge") ++number;
  }
}

Hmc::~Hmc() { lattice_.stream().profile(false); }

void Hmc::propose(Trajectory& t, Configuration& proposed) {
  MolecularDynamics& md = *dynamics_;
  const double before = md.refresh(parameters_.seed, std::uint32_t(t.step));
  integrate();
  t.unitarity_deviation = worst_deviation(download(lattice_, md.links()));
  if (parameters_.inject_fault) {
    const Configuration good = md.configuration();
    corrupt(lattice_, md.links());
    for (const auto& term : md.terms()) term.action->energy(good);
  }
  t.delta_h = md.hamiltonian() - before;
  proposed = md.configuration();
  record_costs(t);
  if (due(t.step, parameters_.reversibility_interval)) t.reversibility = run_back(before);
  if (due(t.step, parameters_.force_interval)) {
    upload(lattice_, proposed, md.links());
    const auto norms = md.force_norms();
    for (std::size_t n = 0; n < norms.size(); ++n) t.monomials[n].force = norms[n];
  }
}

void Hmc::record_costs(Trajectory& t) {
  const auto iterations = dynamics_->take_iterations();
  for (std::size_t n = 0; n < iterations.size(); ++n) {
    t.cg_iterations += iterations[n];
    t.monomials.push_back({parameters_.monomials[n].kind, parameters_.monomials[n].level, iterations[n], {}});
  }
}

Reversibility Hmc::run_back(double h) {
  MolecularDynamics& md = *dynamics_;
  md.reverse();
  integrate();
  return {std::abs(md.hamiltonian() - h), largest_difference(md.configuration(), links_)};
}

Trajectory Hmc::run(int step) {
  const auto start = std::chrono::steady_clock::now();
  Trajectory t;
  t.step = step;
  t.steps = parameters_.levels.front().steps;
  // Timestamps keep short kernels apart, which costs: a sample of the trajectories has them.
  constexpr int kSampled = 8;
  const bool profiled = runs_++ % kSampled == 0 && timed_;
  lattice_.stream().profile(profiled);
  profiled_ += profiled;
  // The chain's state is the configuration in double, as a file holds it: a run that goes on from a file takes the same bits.
  upload(lattice_, links_, dynamics_->links());
  dynamics_->take_iterations();
  Configuration proposed = links_;
  try {
    propose(t, proposed);
  } catch (...) {
    upload(lattice_, links_, dynamics_->links());
    throw;
  }
  const auto uniform = [&] {
    return ranlux_ ? ranlux_->uniform() : reference::uniform(parameters_.seed, std::uint32_t(step), Stream::metropolis);
  };
  t.accepted = std::isfinite(t.delta_h) && (t.delta_h <= 0 || uniform() < std::exp(-t.delta_h));
  if (t.accepted) links_ = std::move(proposed);
  t.plaquette = reference::plaquette(links_).average();
  t.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (const auto& see : watchers_) see(t);
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
