// The fine and the coarse lattice on the GPU: conjugate gradients on either, and the cycle that joins them.
#pragma once

#include <functional>
#include <memory>

#include "../chapter.hpp"
#include "model.hpp"

namespace schwinger {

using namespace glueball;
using chapter::in, chapter::inout, chapter::out;
using Buffer = std::shared_ptr<gpu::Memory>;

constexpr std::uint32_t kGroup = 64, kBlock = 4, kVectorSeed = 1991;

inline std::vector<std::array<float, 2>> floats(const Field& field) {
  std::vector<std::array<float, 2>> numbers;
  for (const Complex& z : field) numbers.push_back({float(z.real()), float(z.imag())});
  return numbers;
}
inline Field field_of(gpu::Device& device, const Buffer& buffer) {
  Field field;
  for (const auto& [re, im] : chapter::values_of<std::array<float, 2>>(device, *buffer))
    field.emplace_back(re, im);
  return field;
}

/// A lattice with so many numbers a site: its matrix, and what its conjugate gradients need.
struct Level {
  std::uint32_t extent, components;
  Buffer stencil, r, p, ap, z;

  std::uint32_t size() const { return extent * extent * components; }
};

class Grids {
 public:
  /// Without `vectors` (a field each, one behind the other) there is no coarse lattice.
  Grids(gpu::Device& device, const Lattice& lattice, const Field& vectors = {})
      : device_(device), fine_(level(std::uint32_t(lattice.extent), 1)) {
    Field stencil;
    for (const auto& [x, y] : lattice.u) stencil.insert(stencil.end(), {4, -x, -y});
    fine_.stencil = buffer(stencil);
    if (!vectors.empty()) coarsen(vectors);
  }

  Buffer buffer(const Field& field) const { return chapter::buffer_of(device_, floats(field)); }
  Buffer buffer(std::size_t size) const { return buffer(Field(size)); }
  const Level& fine() const { return fine_; }
  const Level& coarse() const { return coarse_; }
  Field vectors() const { return field_of(device_, vectors_); }
  int coarse_iterations() const { return coarse_iterations_; }

  /// x <- x + step (b - (A + mass) x), so many times, for all fields of a buffer at once.
  void relax(const Level& l, float mass, const Buffer& b, const Buffer& x, int sweeps) {
    const Buffer other = buffer(x->bytes() / sizeof(std::array<float, 2>));
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      combine(l, mass, x, b, other, {1, kStep, kStep});
      add(1, other, 0, x);
    }
  }
  /// y = A x
  void apply(const Level& l, float mass, const Buffer& x, const Buffer& y) {
    combine(l, mass, x, x, y, {0, 0, -1});
  }
  /// r = b - A x
  void residual(const Level& l, float mass, const Buffer& b, const Buffer& x, const Buffer& r) {
    combine(l, mass, x, b, r, {0, 1, 1});
  }
  /// y = a x + b y
  void add(double a, const Buffer& x, double b, const Buffer& y) {
    const struct { float a, b; } arguments{float(a), float(b)};
    add_(std::uint32_t(x->bytes() / sizeof(std::array<float, 2>)), {in(x), inout(y)}, arguments);
  }
  /// The real part of <x, y>.
  double dot(const Buffer& x, const Buffer& y) {
    dot_(kGroup, {in(x), in(y), out(sum_)});
    return chapter::values_of<float>(device_, *sum_)[0];
  }
  void restrict(const Buffer& x, const Buffer& y) {
    restrict_(coarse_.size(), {in(vectors_), in(x), out(y)}, blocks());
  }
  void prolong(const Buffer& x, const Buffer& y) {
    prolong_(fine_.size(), {in(vectors_), in(x), inout(y)}, blocks());
  }

  /// z ~ A^-1 r: relax, solve for what is left on the coarse lattice, relax.
  void cycle(float mass, const Buffer& r, const Buffer& z) {
    add(kStep, r, 0, z);
    relax(fine_, mass, r, z, kSmoothing - 1);
    residual(fine_, mass, r, z, rest_);
    restrict(rest_, coarse_b_);
    coarse_iterations_ += solve(coarse_, mass, coarse_b_, coarse_x_, kCoarseTolerance);
    prolong(coarse_x_, z);
    relax(fine_, mass, r, z, kSmoothing);
  }

  using Precondition = std::function<void(const Buffer& r, const Buffer& z)>;

  /// Solves A x = b from x = 0 by conjugate gradients, until |r| is below the tolerance times |b|; returns
  /// the iterations.
  int solve(const Level& l, float mass, const Buffer& b, const Buffer& x, double tolerance,
            const Precondition& precondition = {}) {
    const auto start = [&] { precondition ? precondition(l.r, l.z) : add(1, l.r, 0, l.z); };
    add(0, b, 0, x);
    add(1, b, 0, l.r);
    start();
    add(1, l.z, 0, l.p);
    double rz = dot(l.r, l.z);
    const double enough = tolerance * tolerance * dot(b, b);
    int iterations = 0;
    for (; dot(l.r, l.r) > enough; ++iterations) {
      apply(l, mass, l.p, l.ap);
      const double alpha = rz / dot(l.p, l.ap), before = rz;
      add(alpha, l.p, 1, x);
      add(-alpha, l.ap, 1, l.r);
      start();
      rz = dot(l.r, l.z);
      add(1, l.z, rz / before, l.p);
      if (iterations == kMost) throw Error(ErrorKind::not_converged, "conjugate gradients found no solution");
    }
    return iterations;
  }

 private:
  static constexpr float kStep = 0.2F;  // eigenvalues of A lie between 0 and 8
  static constexpr int kSmoothing = 2, kMost = 2000;
  static constexpr double kCoarseTolerance = 1e-2;

  Level level(std::uint32_t extent, std::uint32_t components) const {
    Level l{extent, components, {}, {}, {}, {}, {}};
    for (Buffer* work : {&l.r, &l.p, &l.ap, &l.z}) *work = buffer(l.size());
    return l;
  }
  void coarsen(const Field& vectors) {
    const std::uint32_t count = std::uint32_t(vectors.size()) / fine_.size();
    coarse_ = level(fine_.extent / kBlock, count);
    coarse_.stencil = buffer(3 * coarse_.size() * count);
    vectors_ = buffer(vectors);
    rest_ = buffer(fine_.size());
    coarse_b_ = buffer(coarse_.size());
    coarse_x_ = buffer(coarse_.size());
    chapter::Shader orthonormalise(device_, "15_multigrid/orthonormalise", kGroup),
        galerkin(device_, "15_multigrid/galerkin", kGroup);
    orthonormalise(coarse_.extent * coarse_.extent, {inout(vectors_)}, blocks());
    galerkin(3 * coarse_.size() * count, {in(fine_.stencil), in(vectors_), out(coarse_.stencil)}, blocks());
  }
  struct Blocks {
    std::uint32_t extent, vectors;
  };
  Blocks blocks() const { return {fine_.extent, coarse_.components}; }
  /// y = keep x + source b - step A x
  void combine(const Level& l, float mass, const Buffer& x, const Buffer& b, const Buffer& y,
               const std::array<float, 3>& factors) {
    const struct {
      std::uint32_t extent, components;
      float mass;
      std::array<float, 3> factors;
    } arguments{l.extent, l.components, mass, factors};
    relax_(std::uint32_t(x->bytes() / sizeof(std::array<float, 2>)), {in(l.stencil), in(x), in(b), out(y)},
           arguments);
  }

  gpu::Device& device_;
  chapter::Shader relax_{device_, "15_multigrid/relax", kGroup},
      restrict_{device_, "15_multigrid/restrict", kGroup}, prolong_{device_, "15_multigrid/prolong", kGroup},
      add_{device_, "15_multigrid/add", kGroup}, dot_{device_, "15_multigrid/dot", kGroup};
  Buffer sum_ = device_.allocate({.bytes = sizeof(float)});
  Level fine_, coarse_;
  Buffer vectors_, rest_, coarse_b_, coarse_x_;
  int coarse_iterations_ = 0;
};

/// Random fields, relaxed until little but the slow modes is left of them.
inline Field near_null_vectors(gpu::Device& device, const Lattice& lattice, float mass, std::uint32_t count) {
  constexpr int kSweeps = 150;
  Grids grids(device, lattice);
  const Field start = random_field(count * lattice.volume(), kVectorSeed);
  const Buffer vectors = grids.buffer(start), zero = grids.buffer(start.size());
  grids.relax(grids.fine(), mass, zero, vectors, kSweeps);
  return field_of(device, vectors);
}

}  // namespace schwinger
