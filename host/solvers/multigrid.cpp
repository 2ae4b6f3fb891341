#include "solvers/multigrid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "kernels/fermion.hpp"
#include "lattice/random_stream.hpp"
#include "linalg/take_off.hpp"

namespace glueball {
namespace {

constexpr int kDirectionsKept = 16;  ///< directions of the outer solver until it restarts
constexpr double kRelaxation = 0.85;
constexpr std::uint32_t kNearNull = 0x6E6E;  ///< user of the stream of noise
/// Sites up to which fewer vectors are made.
constexpr std::size_t kSmall = 32 * 32 * 32 * 8;
/// Relaxed fields are differences of two, which rounding limits.
constexpr double kRelaxed = 1e-4;
/// The residual on the coarse lattice that a cycle's steps must reach, and their numbers. On an H200
/// (24^3 x 48 at beta = 6, clover) this gives 8, 16, 48 and 80 steps for kappa .1340, .1347, .1350 and .1351,
/// with 23, 25, 26 and 31 iterations a column; with 16 steps .1350 takes 42 and .1351 82.
constexpr double kCoarseResidual = 0.2;
constexpr int kFewestSteps = 8, kMostSteps = 96;
constexpr std::uint32_t kSteps = 0xFFFF;  ///< number of the noise that steps are found with

const DeviceLattice& checked(const DeviceLattice& lattice) {
  if (lattice.precision() != gpu::Precision::single)
    throw Error(ErrorKind::bad_value, "multigrid iterates in single precision", "give <inner single>");
  if (lattice.options().storage == gpu::Storage::image)
    throw Error(ErrorKind::bad_value, "multigrid has no fields in images", "choose buffer or texel storage");
  if (lattice.domain())
    throw Error(ErrorKind::bad_value, "multigrid works on one rank",
                "start one process, or take <solver cg>");
  return lattice;
}

LatticeOptions coarse_options(const DeviceLattice& fine, const Geometry& coarse) {
  LatticeOptions options = preferred_options(fine.device(), gpu::Precision::single, coarse);
  options.accumulator = fine.options().accumulator;
  options.shared_sums = fine.options().shared_sums;
  options.fused = false;
  return options;
}

int vectors_for(const Geometry& g, const MultigridParameters& p) {
  if (p.vectors != 0) return p.vectors;
  return g.volume() > kSmall ? p.kVectors : p.kVectorsOfSmall;
}

}  // namespace

/// Memory of the set-up alone.
struct Multigrid::SetUp {
  explicit SetUp(Multigrid& m) : products(*m.aggregates_), bicgstab(m.op_), odd(m.lattice_) {
    for (std::uint32_t n = 0; n < m.aggregation_.vectors; ++n)
      vectors.emplace_back().emplace_back(m.lattice_);
  }
  std::vector<Vector> vectors;  ///< near-null vectors at the even sites
  GalerkinProducts products;
  BiCgStab<SpinorField> bicgstab;
  SpinorField odd;
};

Multigrid::Multigrid(FermionOperator<SpinorField>& op, const GaugeField& u, const QuarkParameters& quark,
                     const MultigridParameters& parameters, std::size_t columns)
    : op_(op),
      lattice_(checked(op.lattice())),
      u_(u),
      quark_(quark),
      parameters_(parameters),
      aggregation_(aggregation_for(lattice_.geometry(), parameters.block,
                                   vectors_for(lattice_.geometry(), parameters))),
      coarse_lattice_(lattice_.device(), Geometry(aggregation_.coarse(lattice_.geometry())),
                      coarse_options(lattice_, Geometry(aggregation_.coarse(lattice_.geometry())))),
      aggregates_(std::make_unique<Aggregates>(lattice_, coarse_lattice_, aggregation_)),
      coarse_(std::make_unique<CoarseOperator>(coarse_lattice_, aggregation_.vectors)),
      coarse_solver_(std::make_unique<CoarseSolver>(*coarse_, std::uint32_t(columns))),
      coarse_b_(aggregates_->make(ColumnGroups(std::uint32_t(columns)).padded())),
      coarse_x_(aggregates_->make(ColumnGroups(std::uint32_t(columns)).padded())),
      b_(lattice_),
      image_(lattice_),
      sums_(lattice_),
      dots_(lattice_),
      factors_(lattice_, kDirectionsKept + 4),
      totals_(lattice_) {
  for (std::size_t n = 0; n < columns; ++n) columns_.emplace_back(lattice_);
}

std::size_t Multigrid::fitting(const DeviceLattice& lattice, std::size_t columns) {
  const double memory = double(lattice.device().info().limits.memory_bytes);
  const double reals = double(lattice.geometry().half_volume()) * 4 * SpinorField::kPlanes;
  // The outer solver has five fields of a column in double precision.
  const double column = reals * ((2 * kDirectionsKept + 2) * sizeof(float) + 5 * sizeof(double));
  if (memory == 0) return columns;
  return std::clamp<std::size_t>(std::size_t(0.5 * memory / column), 1, columns);
}

Multigrid::Column::Column(const DeviceLattice& lattice) {
  x.emplace_back(lattice);
  r.emplace_back(lattice);
  for (int n = 0; n < kDirectionsKept; ++n)
    for (auto* vectors : {&z, &w}) vectors->emplace_back().emplace_back(lattice);
}

Multigrid::~Multigrid() = default;

double Multigrid::norm(const SpinorField& x) { return std::sqrt(sums_.norm2(x)); }

void Multigrid::set_up(const std::function<void(int, double)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  aggregates_->begin_set_up();
  SetUp s(*this);
  upload(ParitySpinorField(lattice_.geometry().half_volume()), s.products.zero);
  SpinorField& x = columns_[0].x[0];
  for (std::uint32_t n = 0; n < aggregation_.vectors; ++n) {
    if (progress) progress(0, 1);
    SpinorField& v = s.vectors[n][0];
    gaussian(n, v);
    // v becomes the error of an approximate solution of Mhat x = Mhat v.
    op_.even_odd(v, s.products.image);
    s.bicgstab.solve(s.products.image, x, kRelaxed, parameters_.relaxations);
    kernels::Axpy::run(lattice_, {.a = -1}, x, v);
  }
  make_hierarchy(s);
  coarse_steps_ = enough_steps();
  aggregates_->end_set_up();
  lattice_.stream().finish();
  made_ = {.block = aggregation_.block,
           .vectors = int(aggregation_.vectors),
           .coarse_steps = coarse_steps_,
           .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

void Multigrid::make_hierarchy(SetUp& s) {
  for (std::uint32_t n = 0; n < aggregation_.vectors; ++n) {
    SpinorField& v = s.vectors[n][0];
    const double size = norm(v);
    if (!(size > 0) || !std::isfinite(size))
      throw Error(ErrorKind::not_converged, "multigrid: a near-null vector is 0 or not finite",
                  "run 'glueball doctor', or take <solver cg>");
    kernels::Scale::run(lattice_, {.a = 1 / size}, v);
    op_.reconstruct(s.products.zero, v, s.odd);
    aggregates_->set(n, Parity::even, v);
    aggregates_->set(n, Parity::odd, s.odd);
  }
  aggregates_->orthonormalise();
  coarse_->make(*aggregates_, op_, u_, quark_, parameters_.twist_factor, s.products);
}

int Multigrid::enough_steps() {
  gaussian(kSteps, image_);
  aggregates_->restrict_to(coarse_b_, image_, Parity::even);
  // Residuals of cycles have the low modes, which noise has not, but the solution for noise does.
  coarse_solver_->solve(kMostSteps, 1, coarse_b_, coarse_x_);
  std::swap(coarse_b_, coarse_x_);
  coarse_solver_->solve(0, 1, coarse_b_, coarse_x_);
  const double begin = coarse_solver_->residual(0);
  int steps = kFewestSteps;
  for (; steps < kMostSteps; steps += kFewestSteps) {
    coarse_solver_->solve(steps, 1, coarse_b_, coarse_x_);
    if (coarse_solver_->residual(steps) <= kCoarseResidual * begin) break;
  }
  return steps;
}

void Multigrid::gaussian(std::uint32_t number, SpinorField& to) {
  kernels::GaussianSpinor::run(lattice_,
                               {.parity = std::uint32_t(Parity::even),
                                .seed_low = std::uint32_t(parameters_.seed),
                                .seed_high = std::uint32_t(parameters_.seed >> 32),
                                .step = number,
                                .stream = stream_word(Stream::noise, kNearNull)},
                               to);
}

void Multigrid::cycle(std::span<const Cycle> columns) {
  std::vector<const SpinorField*> r;
  std::vector<SpinorField*> z;
  for (const Cycle& c : columns) {
    r.push_back(c.r);
    z.push_back(c.z);
  }
  aggregates_->restrict_to(coarse_b_, r, Parity::even);
  coarse_solver_->solve(coarse_steps_, std::uint32_t(columns.size()), coarse_b_, coarse_x_);
  aggregates_->prolong(coarse_x_, z, Parity::even);
  for (const Cycle& c : columns) {
    op_.even_odd(*c.z, image_);
    kernels::Axpby::run(lattice_, {.a = 1, .b = -1}, *c.r, image_, *c.rest);
    for (int n = 0; n < parameters_.smoothing; ++n) {
      op_.even_odd(*c.rest, image_);
      kernels::BiCgStabOverlap::run(lattice_, {}, image_, *c.rest, sums_.partials());
      const auto sum = sums_.collected(3);
      kernels::run_components<kernels::Sum>(lattice_, {.count = sum.count, .accumulate = 0}, 3, sum.partials,
                                            totals_);
      kernels::Relax::run(lattice_, {.a = kRelaxation}, image_, *c.rest, *c.z, totals_);
    }
  }
}

double Multigrid::flops() const {
  constexpr double kComplex = 8;  // of a multiplication and an addition
  const double n = 2.0 * aggregation_.vectors, rows = n * double(coarse_lattice_.geometry().volume());
  const double transfers =
      2 * kComplex * 12 * aggregation_.vectors * double(lattice_.geometry().half_volume());
  // A step has two hops of one parity, and there are two more; each site's own matrix is applied once.
  const double coarse = kComplex * rows * n * (8 * (coarse_steps_ + 1) + 1);
  return 0.5 * op_.normal_flops() * (1 + parameters_.smoothing) + transfers + coarse;
}

void Multigrid::put(std::size_t n, bool wanted) {
  if (wanted) kernels::Copy::run(lattice_, {}, b_, columns_[n].r[0]);
}

std::vector<DeviceCgResult> Multigrid::run(std::span<const InnerGoal> goals, bool /*resume*/) {
  if (!made_) set_up();
  std::vector<std::size_t> active;
  for (std::size_t n = 0; n < goals.size(); ++n) {
    if (goals[n].max_iterations == 0) continue;
    start(columns_[n]);
    active.push_back(n);
  }
  for (std::size_t kept = 0; !active.empty(); kept = (kept + 1) % kDirectionsKept) {
    std::vector<Cycle> cycles;
    for (const std::size_t n : active) {
      Column& c = columns_[n];
      cycles.push_back({&c.r[0], &c.z[kept][0], &c.w[kept][0]});
    }
    cycle(cycles);
    for (const std::size_t n : active) step(columns_[n], kept, goals[n].tolerance);
    std::erase_if(active, [&](std::size_t n) {
      const DeviceCgResult& found = columns_[n].result;
      return found.state != SolverState::exhausted || found.iterations == goals[n].max_iterations;
    });
  }
  std::vector<DeviceCgResult> results;
  for (const Column& c : columns_) results.push_back(c.result);
  return results;
}

void Multigrid::start(Column& c) {
  kernels::Axpby::run(lattice_, {.a = 0, .b = 0}, c.r[0], c.r[0], c.x[0]);
  c.size = norm(c.r[0]);
  c.result = {.state = SolverState::exhausted, .iterations = 0, .residual = 1};
}

void Multigrid::step(Column& c, std::size_t kept, double tolerance) {
  const std::span<const Vector> z(c.z), w(c.w);
  Vector &direction = c.z[kept], &image = c.w[kept];
  // The image of the direction is what the cycle has taken off the residual.
  kernels::Axpby::run(lattice_, {.a = 1, .b = -1}, c.r[0], image[0], image_);
  kernels::Copy::run(lattice_, {}, image_, image[0]);
  std::vector<Complex> less = take_off(w.first(kept), image, dots_, factors_);
  for (Complex& factor : less) factor = -factor;
  axpy(std::span<const Complex>(less), z.first(kept), direction, factors_);
  // |r| is computed anew: what is left of its first square is lost in rounding after a few steps.
  const VectorDots::Product products[] = {{image[0], image[0]}, {c.r[0], image[0]}, {c.r[0], c.r[0]}};
  const std::vector<Complex> found = dots_.of(products);
  const double length = std::sqrt(found[0].real());
  if (!(length > 0) || !std::isfinite(length)) {
    c.result.state = SolverState::broken;
    return;
  }
  for (auto* vector : {&direction, &image}) scale(1 / length, *vector);
  const Complex alpha = std::conj(found[1]) / length;
  const Complex forward[] = {alpha}, back[] = {-alpha};
  axpy(std::span<const Complex>(forward), z.subspan(kept, 1), c.x, factors_);
  axpy(std::span<const Complex>(back), w.subspan(kept, 1), c.r, factors_);
  ++c.result.iterations;
  const double left = std::sqrt(std::max(0.0, found[2].real() - std::norm(alpha)));
  c.result.residual = c.size > 0 ? left / c.size : 0;
  if (left <= tolerance * c.size) c.result.state = SolverState::converged;
}

}  // namespace glueball
