#include "solvers/multigrid.hpp"

#include <fmt/format.h>

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
    for (std::uint32_t n = 0; n < m.aggregation_.vectors; ++n) vectors.emplace_back(m.lattice_);
  }
  std::vector<SpinorField> vectors;  ///< near-null vectors at the even sites
  GalerkinProducts products;
  BiCgStab<SpinorField> bicgstab;
  SpinorField odd;
};

Multigrid::Multigrid(FermionOperator<SpinorField>& op, const GaugeField& u, const QuarkParameters& quark,
                     const MultigridParameters& parameters)
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
      coarse_solver_(std::make_unique<CoarseSolver>(*coarse_, parameters_.coarse_steps)),
      coarse_b_(aggregates_->make()),
      coarse_x_(aggregates_->make()),
      b_(lattice_),
      image_(lattice_),
      sums_(lattice_),
      dots_(lattice_),
      factors_(lattice_, kDirectionsKept + 4),
      totals_(lattice_) {
  x_.emplace_back(lattice_);
  r_.emplace_back(lattice_);
  for (int n = 0; n < kDirectionsKept; ++n)
    for (auto* vectors : {&z_, &w_}) vectors->emplace_back().emplace_back(lattice_);
}

Multigrid::~Multigrid() = default;

double Multigrid::norm(const SpinorField& x) { return std::sqrt(sums_.norm2(x)); }

void Multigrid::set_up() {
  const auto start = std::chrono::steady_clock::now();
  aggregates_->begin_set_up();
  SetUp s(*this);
  upload(ParitySpinorField(lattice_.geometry().half_volume()), s.products.zero);
  for (std::uint32_t n = 0; n < aggregation_.vectors; ++n) {
    SpinorField& v = s.vectors[n];
    kernels::GaussianSpinor::run(lattice_,
                                 {.parity = std::uint32_t(Parity::even),
                                  .seed_low = std::uint32_t(parameters_.seed),
                                  .seed_high = std::uint32_t(parameters_.seed >> 32),
                                  .step = n,
                                  .stream = stream_word(Stream::noise, kNearNull)},
                                 v);
    // v becomes the error of an approximate solution of Mhat x = Mhat v.
    op_.even_odd(v, s.products.image);
    s.bicgstab.solve(s.products.image, x_[0], kRelaxed, parameters_.relaxations);
    kernels::Axpy::run(lattice_, {.a = -1}, x_[0], v);
  }
  for (int round = 0;; ++round) {
    make_hierarchy(s);
    if (round == parameters_.rounds) break;
    for (SpinorField& v : s.vectors) {
      cycle(v, x_[0], r_[0]);
      kernels::Copy::run(lattice_, {}, x_[0], v);
    }
  }
  aggregates_->end_set_up();
  lattice_.stream().finish();
  made_ = {.block = aggregation_.block,
           .vectors = int(aggregation_.vectors),
           .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

void Multigrid::make_hierarchy(SetUp& s) {
  for (std::uint32_t n = 0; n < aggregation_.vectors; ++n) {
    SpinorField& v = s.vectors[n];
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

void Multigrid::cycle(const SpinorField& r, SpinorField& z, SpinorField& rest) {
  aggregates_->restrict_to(coarse_b_, r, Parity::even);
  coarse_solver_->solve(coarse_b_, coarse_x_);
  aggregates_->prolong(coarse_x_, z, Parity::even);
  op_.even_odd(z, image_);
  kernels::Axpby::run(lattice_, {.a = 1, .b = -1}, r, image_, rest);
  for (int n = 0; n < parameters_.smoothing; ++n) {
    op_.even_odd(rest, image_);
    kernels::BiCgStabOverlap::run(lattice_, {}, image_, rest, sums_.partials());
    const auto sum = sums_.collected(3);
    kernels::run_components<kernels::Sum>(lattice_, {.count = sum.count, .accumulate = 0}, 3, sum.partials,
                                          totals_);
    kernels::Relax::run(lattice_, {.a = kRelaxation}, image_, rest, z, totals_);
  }
}

double Multigrid::flops() const {
  constexpr double kComplex = 8;  // of a multiplication and an addition
  const double n = 2.0 * aggregation_.vectors, rows = n * double(coarse_lattice_.geometry().volume());
  const double transfers =
      2 * kComplex * 12 * aggregation_.vectors * double(lattice_.geometry().half_volume());
  // A step has two hops of one parity, and there are two more; each site's own matrix is applied once.
  const double coarse = kComplex * rows * n * (8 * (parameters_.coarse_steps + 1) + 1);
  return 0.5 * op_.normal_flops() * (1 + parameters_.smoothing) + transfers + coarse;
}

std::vector<DeviceCgResult> Multigrid::run(std::span<const InnerGoal> goals, bool /*resume*/) {
  if (!made_) set_up();
  const InnerGoal& goal = goals.front();
  DeviceCgResult result{.state = SolverState::exhausted, .iterations = 0, .residual = 1};
  kernels::Copy::run(lattice_, {}, b_, r_[0]);
  kernels::Axpby::run(lattice_, {.a = 0, .b = 0}, b_, b_, x_[0]);
  const double size = norm(b_);
  const std::span<const FieldVector<SpinorField>> z(z_), w(w_);
  for (std::size_t kept = 0; result.iterations < goal.max_iterations; ++kept) {
    kept %= kDirectionsKept;
    FieldVector<SpinorField>&direction = z_[kept], &image = w_[kept];
    cycle(r_[0], direction[0], image[0]);
    // The image of the direction is what the cycle has taken off the residual.
    kernels::Axpby::run(lattice_, {.a = 1, .b = -1}, r_[0], image[0], image_);
    kernels::Copy::run(lattice_, {}, image_, image[0]);
    std::vector<Complex> c = take_off(w.first(kept), image, dots_, factors_);
    for (Complex& factor : c) factor = -factor;
    axpy(std::span<const Complex>(c), z.first(kept), direction, factors_);
    // |r| is computed anew: what is left of its first square is lost in rounding after a few steps.
    const VectorDots::Product products[] = {{image[0], image[0]}, {r_[0], image[0]}, {r_[0], r_[0]}};
    const std::vector<Complex> found = dots_.of(products);
    const double length = std::sqrt(found[0].real());
    if (!(length > 0) || !std::isfinite(length)) {
      result.state = SolverState::broken;
      break;
    }
    for (auto* vector : {&direction, &image}) scale(1 / length, *vector);
    const Complex alpha = std::conj(found[1]) / length;
    const Complex forward[] = {alpha}, back[] = {-alpha};
    axpy(std::span<const Complex>(forward), z.subspan(kept, 1), x_, factors_);
    axpy(std::span<const Complex>(back), w.subspan(kept, 1), r_, factors_);
    ++result.iterations;
    const double left = std::sqrt(std::max(0.0, found[2].real() - std::norm(alpha)));
    result.residual = size > 0 ? left / size : 0;
    if (left <= goal.tolerance * size) {
      result.state = SolverState::converged;
      break;
    }
  }
  return {result};
}

}  // namespace glueball
