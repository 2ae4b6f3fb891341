#include "options/staggered_quarks.hpp"

#include <algorithm>

namespace glueball::app {

StaggeredQuarks::StaggeredQuarks(gpu::Device& device, const Configuration& u, const QuarkOptions& options,
                                 SolveProgress& progress, const Domain* domain)
    : device_(device), u_(u), progress_(progress), domain_(domain), count_(count(options)) {
  for (std::size_t n = 0; n < count_; ++n) {
    const double epsilon = options.naik_epsilons.size() > 1 ? options.naik_epsilons[n] : options.naik_epsilon;
    auto group = std::find_if(groups_.begin(), groups_.end(),
                              [&](const auto& g) { return g->options.naik_epsilon == epsilon; });
    if (group == groups_.end()) {
      groups_.push_back(std::make_unique<Group>(Group{.options = options, .places = {}}));
      group = groups_.end() - 1;
      (*group)->options.masses.clear();
      (*group)->options.naik_epsilons.clear();
      (*group)->options.naik_epsilon = epsilon;
    }
    QuarkOptions& own = (*group)->options;
    own.masses.push_back(options.masses.empty() ? options.mass : options.masses[n]);
    own.mass = own.masses.front();
    (*group)->places.push_back(n);
  }
}

template <class Result>
std::vector<Result> StaggeredQuarks::all(const std::function<std::vector<Result>(Group&)>& work) {
  std::vector<Result> results(count_);
  for (const auto& group : groups_) {
    if (!group->solver) {
      if (!group->deflation) group->deflation = find_deflation(device_, u_, group->options, domain_);
      group->solver = make_solver<ParityColourField>(device_, u_, group->options, progress_, domain_,
                                                     group->deflation.modes);
    }
    // With several groups it is made again.
    if (groups_.size() == 1) group->deflation.modes.reset();
    std::vector<Result> found = work(*group);
    for (std::size_t k = 0; k < found.size(); ++k) results[group->places[k]] = std::move(found[k]);
    if (groups_.size() > 1) group->solver.reset();
  }
  return results;
}

std::vector<StaggeredPropagator> StaggeredQuarks::propagators(const SourceSpec& source,
                                                              const ColumnDone& done) {
  const Geometry& g = u_.geometry();
  return all<StaggeredPropagator>(
      [&](Group& group) { return staggered_propagators(*group.solver, g, source, done, domain_); });
}

std::vector<ChiralCondensate> StaggeredQuarks::condensates(int vectors, std::uint64_t seed,
                                                           const ColumnDone& done) {
  const Geometry& g = u_.geometry();
  return all<ChiralCondensate>(
      [&](Group& group) { return chiral_condensates(*group.solver, g, vectors, seed, 1.0, done, domain_); });
}

}  // namespace glueball::app
