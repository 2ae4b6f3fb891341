#include "run/solve_run.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#include "comm/gather.hpp"
#include "cpu/linalg.hpp"

namespace glueball {
namespace {

/// True if there is a solver for several masses at once.
template <class OneParity>
constexpr bool kHasMasses = std::is_same_v<OneParity, ParityColourField>;

}  // namespace

template <class OneParity>
SolveRun<OneParity>::SolveRun(const Configuration& u, SolveSettings settings)
    : u_(u),
      settings_(std::move(settings)),
      columns_(settings_.source, settings_.columns, u.geometry(), settings_.ignore_checksum,
               settings_.domain) {
  if (!settings_.files.empty() && settings_.files.size() != masses())
    throw std::logic_error("there must be a file of solutions for each mass, or none");
  if (settings_.domain && !settings_.domain->ranks().first()) return;
  for (const SolutionFile& file : settings_.files)
    sinks_.push_back(std::make_unique<io::QuarkFieldSink>(
        file.path, u.geometry().whole(), io::kKindOf<OneParity>,
        io::QuarkWriteOptions{
            .precision = settings_.precision_of_file, .force = settings_.force, .info = file.info}));
}

template <class OneParity>
void SolveRun<OneParity>::prepare(gpu::Device& device, const SolverOptions& options) {
  if (settings_.several() && !kHasMasses<OneParity>)
    throw std::logic_error("quarks that are not staggered cannot have several masses");
  if constexpr (!kHasMasses<OneParity>)
    solver_ = make_spinor_solver(device, u_, settings_.quark, options);
  else if (settings_.several()) {
    multimass_ = make_multimass_solver(device, u_, settings_.quark, settings_.masses, options);
    masses_at_once_ = [this](const auto& b, auto x) { return multimass_->solve(b, x); };
  } else {
    solver_ = make_staggered_solver(device, u_, settings_.quark, options);
  }
}

template <class OneParity>
void SolveRun<OneParity>::solve(const Done& done) {
  if (masses_at_once_)
    solve_masses(done);
  else
    solve_one_mass(done);
}

template <class OneParity>
std::vector<SolveRecord> SolveRun<OneParity>::undeflated() {
  std::vector<SolveRecord> records;
  if constexpr (kHasMasses<OneParity>)
    if (multimass_) {
      std::vector<FullQuarkField<OneParity>> x(masses());
      multimass_->solve(columns_.make(0), x);
      multimass_->deflate(false);
      const auto results = multimass_->solve(columns_.make(0), x);
      multimass_->deflate(true);
      for (std::size_t k = 0; k < x.size(); ++k)
        records.push_back({.column = 0, .nth_mass = k, .mass = settings_.masses[k], .result = results[k]});
      return records;
    }
  const int count = std::min(columns_.count(), solver_->share(columns_.count()));
  std::vector<FullQuarkField<OneParity>> b, x(std::size_t(count), FullQuarkField<OneParity>{});
  for (int n = 0; n < count; ++n) b.push_back(columns_.make(n));
  solver_->solve_all(b, x);
  solver_->deflate(false);
  const auto results = solver_->solve_all(b, x);
  solver_->deflate(true);
  for (int n = 0; n < count; ++n)
    records.push_back({.column = n, .mass = settings_.quark.mass, .result = results[std::size_t(n)]});
  return records;
}

template <class OneParity>
void SolveRun<OneParity>::solve_one_mass(const Done& done) {
  const int count = columns_.count(), share = solver_->share(count);
  std::vector<FullQuarkField<OneParity>> x(std::size_t(std::min(share, count)));
  for (int first = 0; first < count; first += share) {
    std::vector<FullQuarkField<OneParity>> b;
    for (int n = first; n < std::min(first + share, count); ++n) b.push_back(columns_.make(n));
    const std::vector<SolveResult> results = solver_->solve_all(b, std::span(x).first(b.size()));
    for (std::size_t k = 0; k < b.size(); ++k)
      keep({.column = first + int(k), .mass = settings_.quark.mass, .result = results[k]}, x[k], done);
  }
}

template <class OneParity>
void SolveRun<OneParity>::solve_masses(const Done& done) {
  std::vector<FullQuarkField<OneParity>> x(masses());
  for (int n = 0; n < columns_.count(); ++n) {
    const std::vector<SolveResult> results = masses_at_once_(columns_.make(n), x);
    for (std::size_t k = 0; k < x.size(); ++k)
      keep({.column = n, .nth_mass = k, .mass = settings_.masses.at(k), .result = results[k]}, x[k], done);
  }
}

template <class OneParity>
void SolveRun<OneParity>::keep(SolveRecord record, const FullQuarkField<OneParity>& own, const Done& done) {
  const FullQuarkField<OneParity> whole =
      settings_.domain ? gathered(*settings_.domain, own) : FullQuarkField<OneParity>{};
  const FullQuarkField<OneParity>& x = settings_.domain ? whole : own;
  record.label = columns_.label(record.column);
  record.norm2 = cpu::norm2(x[0]) + cpu::norm2(x[1]);
  if (done) done(record);
  if (!sinks_.empty()) sinks_[record.nth_mass]->write(x, record.label);
}

template <class OneParity>
void SolveRun<OneParity>::finish() {
  for (auto& sink : sinks_) sink->finish();
}

template class SolveRun<ParitySpinorField>;
template class SolveRun<ParityColourField>;

}  // namespace glueball
