#include "run/solve_run.hpp"

#include <algorithm>
#include <stdexcept>

#include "comm/gather.hpp"
#include "cpu/linalg.hpp"

namespace glueball {

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
  own_ = make_quark_solver<OneParity>(device, u_, settings_.quark, options, settings_.masses);
  solver_ = own_.get();
}

template <class OneParity>
std::vector<SolveRecord> SolveRun<OneParity>::undeflated() {
  const int count = std::min(columns_.count(), solver_->share(columns_.count()));
  std::vector<FullQuarkField<OneParity>> b, x(std::size_t(count) * masses(), FullQuarkField<OneParity>{});
  for (int n = 0; n < count; ++n) b.push_back(columns_.make(n));
  solver_->solve_all(b, x);
  solver_->deflate(false);
  const auto results = solver_->solve_all(b, x);
  solver_->deflate(true);
  std::vector<SolveRecord> records;
  for (std::size_t n = 0; n < x.size(); ++n)
    records.push_back({.column = int(n / masses()),
                       .nth_mass = n % masses(),
                       .mass = mass(n % masses()),
                       .result = results[n]});
  return records;
}

template <class OneParity>
void SolveRun<OneParity>::solve(const Done& done) {
  const int count = columns_.count();
  std::vector<FullQuarkField<OneParity>> x;
  for (int first = 0, share = 0; first < count; first += share) {
    share = std::min(solver_->share(count - first), count - first);  // a solver may change its mind
    std::vector<FullQuarkField<OneParity>> b;
    for (int n = first; n < first + share; ++n) b.push_back(columns_.make(n));
    x.resize(std::max(x.size(), b.size() * masses()));
    const std::vector<SolveResult> results = solver_->solve_all(b, std::span(x).first(b.size() * masses()));
    for (std::size_t n = 0; n < results.size(); ++n)
      keep({.column = first + int(n / masses()),
            .nth_mass = n % masses(),
            .mass = mass(n % masses()),
            .result = results[n]},
           x[n], done);
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
