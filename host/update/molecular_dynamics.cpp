#include "update/molecular_dynamics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "kernels/gauge.hpp"
#include "kernels/linalg.hpp"
#include "kernels/ranlux.hpp"
#include "lattice/random_stream.hpp"
#include "linalg/copy.hpp"

namespace glueball {
MolecularDynamics::MolecularDynamics(const DeviceLattice& lattice, const Configuration& start,
                                     RanluxField* ranlux)
    : lattice_(lattice),
      ranlux_(ranlux),
      halo_(lattice),
      u_(lattice),
      p_(lattice),
      exact_(double_links_on_host(lattice.geometry())) {
  upload(start, u_);
  halo_.exchange(u_);
  upload(Momenta(start.geometry()),
         p_);  // memory may hold NaN, which a factor of 0 does not clear
}

void MolecularDynamics::draw_momenta(std::uint64_t seed, std::uint32_t step) {
  if (ranlux_) return kernels::GaussianRanlux::momenta(lattice_, *ranlux_, p_);
  for (const Parity parity : kParities)
    kernels::GaussianMomenta::run(lattice_,
                                  {.parity = std::uint32_t(parity),
                                   .seed_low = std::uint32_t(seed),
                                   .seed_high = std::uint32_t(seed >> 32),
                                   .step = step,
                                   .stream = std::uint32_t(Stream::momenta)},
                                  p_[parity]);
}

void MolecularDynamics::part(PartTime& time, const std::function<void()>& work) {
  if (!timed_) return work();
  gpu::Stream& stream = lattice_.stream();
  const auto before = stream.times();  // waits for the device
  const auto start = std::chrono::steady_clock::now();
  work();
  stream.finish();
  time.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (const auto& [name, now] : stream.times()) {
    const auto then = before.find(name);
    const gpu::KernelTime old = then == before.end() ? gpu::KernelTime{} : then->second;
    if (now.calls == old.calls) continue;
    gpu::KernelTime& kernel = time.kernels[name];
    kernel.calls += now.calls - old.calls;
    kernel.seconds += now.seconds - old.seconds;
  }
}

DoubleLinks& MolecularDynamics::exact() const {
  exact_->follow(u_);
  return *exact_;
}

double MolecularDynamics::sum_of_energies(const std::function<double(Action&, DoubleLinks&)>& energy) {
  double h = 0;
  part(kinetic_, [&] { h = exact().kinetic(p_); });
  for (auto& links : smeared_)
    part(smearing_, [&] {
      if (!links->exact) links->exact = exact_->another();
      links->smeared.follow(u_);
      links->exact->follow_smeared(*exact_, links->smeared.smearing());
    });
  for (auto& term : terms_)
    part(term.energy, [&] { h += energy(*term.action, term.links ? *term.links->exact : *exact_); });
  return h;
}

double MolecularDynamics::refresh(std::uint64_t seed, std::uint32_t step) {
  part(kinetic_, [&] { draw_momenta(seed, step); });
  return sum_of_energies([step](Action& action, DoubleLinks& u) { return action.refresh(u, step); });
}

double MolecularDynamics::hamiltonian() {
  return sum_of_energies([](Action& action, DoubleLinks& u) { return action.energy(u); });
}

void MolecularDynamics::integrate(const std::vector<Level>& levels, double tau) {
  for (const Move& move : trajectory_moves(levels, tau)) {
    if (move.level == Move::kDrift)
      drift(move.length);
    else if (move.shift == 0)
      kick_level(move.level, move.length);
    else
      kick_shifted(move.level, move.length, move.shift);
    if (!hook_) continue;
    lattice_.stream().finish();
    hook_();
  }
}

void MolecularDynamics::reverse() {
  for (const Parity parity : kParities) kernels::Scale::run(lattice_, {.a = -1, .b = 0}, p_[parity]);
}

void MolecularDynamics::kick(DynamicTerm& term, double eps) {
  ++term.kicks;
  part(term.force, [&] { term.action->kick(eps); });
}

void MolecularDynamics::kick_terms(double eps, const std::function<bool(const DynamicTerm&)>& take) {
  for (auto& term : terms_)
    if (!term.links && take(term)) kick(term, eps);
  for (auto& links : smeared_) {
    const auto on_these = [&](const DynamicTerm& term) { return term.links == links.get() && take(term); };
    if (std::ranges::none_of(terms_, on_these)) continue;
    part(smearing_, [&] {
      links->smeared.follow(u_);
      links->smeared.clear_force();
    });
    for (auto& term : terms_)
      if (on_these(term)) kick(term, eps);
    part(smearing_, [&] { links->smeared.carry_back(u_, p_); });
  }
}

void MolecularDynamics::kick(double eps) {
  kick_terms(eps, [](const DynamicTerm&) { return true; });
}

void MolecularDynamics::kick_level(int level, double eps) {
  kick_terms(eps, [level](const DynamicTerm& term) { return term.level == level; });
}

DynamicLinks* MolecularDynamics::smeared(const LinkSmearing& smearing) {
  if (smearing.none()) return nullptr;
  for (const auto& links : smeared_)
    if (links->smeared.smearing() == smearing) return links.get();
  smeared_.push_back(std::make_unique<DynamicLinks>(DynamicLinks{SmearedLinks(lattice_, smearing)}));
  return smeared_.back().get();
}

void MolecularDynamics::add(std::unique_ptr<Action> action, int level, DynamicLinks* links) {
  if (SectorBoundaries* const sector_boundaries = action->sector_boundaries()) {
    if (sector_boundaries_)
      throw Error(ErrorKind::bad_value,
                  "two actions have energies that jump at topological-sector boundaries", "give one at most");
    sector_boundaries_ = sector_boundaries;
  }
  terms_.push_back({std::move(action), level, links});
}

void MolecularDynamics::make_room_to_shift() {
  if (!kept_u_) kept_u_.emplace(lattice_);
  if (!kept_p_) kept_p_.emplace(lattice_);
}

void MolecularDynamics::kick_shifted(int level, double eps, double shift) {
  make_room_to_shift();
  copy(u_, *kept_u_);
  copy(p_, *kept_p_);
  clear_momenta();
  kick_level(level, shift);
  part(drifts_, [&] { move_links(1); });  // only to where a force is evaluated, not as a drift
  copy(*kept_p_, p_);
  kick_level(level, eps);
  copy(*kept_u_, u_);
}

void MolecularDynamics::clear_momenta() {
  for (const Parity parity : kParities) kernels::Scale::run(lattice_, {.a = 0, .b = 0}, p_[parity]);
}

std::vector<double> MolecularDynamics::force_norms() {
  if (!sums_) sums_.emplace(lattice_);
  const double links = kDirections * double(lattice_.geometry().whole_volume());
  std::vector<double> norms;
  for (auto& term : terms_) {
    clear_momenta();
    kick_terms(1, [&term](const DynamicTerm& one) { return &one == &term; });
    double squares = 0;
    for (const Parity parity : kParities) squares += sums_->norm2(p_[parity]);
    norms.push_back(std::sqrt(squares / links));
  }
  return norms;
}

void MolecularDynamics::move_links(double eps) {
  for (const Parity parity : kParities)
    kernels::UpdateLinks::run(lattice_, {.parity = std::uint32_t(parity), .coefficient = eps}, u_[parity],
                              p_[parity]);
  halo_.exchange(u_);
}

void MolecularDynamics::drift(double eps) {
  part(drifts_, [&] {
    if (sector_boundaries_)
      sector_boundaries_->drift(eps, u_, [this](double t) { move_links(t); });
    else
      move_links(eps);
  });
}

std::vector<int> MolecularDynamics::take_iterations() {
  std::vector<int> iterations;
  for (auto& term : terms_) iterations.push_back(term.action->take_iterations());
  return iterations;
}

std::vector<std::optional<std::size_t>> MolecularDynamics::take_filtered() {
  std::vector<std::optional<std::size_t>> filtered;
  for (auto& term : terms_) filtered.push_back(term.action->take_filtered());
  return filtered;
}

}  // namespace glueball
