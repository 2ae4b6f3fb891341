// The interface between a solver and a matrix on a device.
#pragma once

#include <type_traits>

#include "halo/halo.hpp"
#include "kernels/solver.hpp"

namespace glueball {

/// A matrix Mhat on the even sites and the hermitian A of it that conjugate gradients solve for. F is
/// SpinorField or ColourField. Every application reads the present gauge field, which on a split lattice has
/// the neighbours' links. Other fields' sites that hops need are exchanged by the matrix.
template <class F>
class SolverMatrix {
 public:
  using Field = F;
  explicit SolverMatrix(const DeviceLattice& lattice) : lattice_(lattice), halo_(lattice) {}
  virtual ~SolverMatrix() = default;

  const DeviceLattice& lattice() const { return lattice_; }

  /// Takes the group counts of all later launches from a solver's scalars (Launch::running); null: plain
  /// launches.
  void run_with(gpu::Memory* scalars) { running_ = scalars; }

  /// Recomputes what the matrix has computed from the links; call this after they have changed.
  virtual void links_changed() {}

  /// Computes out = Mhat in, or Mhat^+ in.
  virtual void even_odd(const F& in, F& out, bool dagger = false) = 0;
  /// Computes out = A in, hermitian and positive: Mhat^+ Mhat with middle = Mhat in, or Mhat if that is
  /// hermitian and positive itself.
  virtual void normal(const F& in, F& middle, F& out) {
    even_odd(in, middle);
    even_odd(middle, out, true);
  }
  /// Returns true if `middle` is a root of A, |middle|^2 = <in, A in>. A dot product then reads one field
  /// instead of two.
  virtual bool has_root() const { return true; }

  /// Returns true if there are kernels that fuse a conjugate gradient's vector updates with the matrix, on
  /// devices where that is faster:
  /// - normal_root computes middle = the first factor of A in, and the first pass of <in, A in>.
  /// - normal_residual computes r -= alpha A in, with the scalars' alpha and that middle, and the first
  ///   pass of |r|^2.
  /// The first factor is Mhat in, or D_oe in for staggered quarks. Partial results are those of Shape::hops.
  virtual bool has_fused() const { return false; }
  virtual void normal_root(const F& /*in*/, F& /*middle*/, Partials&, const CgScalars&) {}
  virtual void normal_residual(const F& /*in*/, const F& /*middle*/, F& /*r*/, Partials&, const CgScalars&) {}

  /// Returns the pipeline of a kernel that runs many iterations of a conjugate gradient in one launch, with
  /// device-wide barriers; null if there is none for these fields. The next function queues up to `count`
  /// iterations by so many workgroups. `middle` is a work field; `barrier` has two words for the barrier
  /// (shaders/lib/device_barrier.glsl), then partial results of a hop.
  virtual gpu::Pipeline* iterations_pipeline() const { return nullptr; }
  struct IterationFields {
    F &p, &middle, &r, &x;
    Partials& barrier;
    CgScalars& scalars;
  };
  virtual void iterate(const IterationFields&, std::uint32_t /*groups*/, std::uint32_t /*count*/) {}

  /// Returns the layers of the neighbours' sites that a hop reads on a split lattice.
  virtual int layers() const { return 1; }

  /// Returns the floating-point operations of `normal` by the usual counting of lattice QCD.
  virtual double normal_flops() const = 0;

 protected:
  gpu::Memory* running() const { return running_; }
  template <class OneParity>
  void exchange(const BothParities<OneParity>& field, int depth) const {
    halo_.exchange(field, depth);
  }
  /// Exchanges the neighbours' sites of a field at the sites of `parity` that a hop reads.
  const F& with_neighbours(const F& psi, Parity parity) const {
    HaloField one[] = {{&psi, parity}};
    if constexpr (std::is_same_v<F, MultiColourField>) one[0].vectors = psi.count();
    halo_.exchange(one, layers());
    return psi;
  }
  /// Runs the kernel Hop over hops of psi from the sites of `parity`; `fields` are all that it binds.
  template <class Hop, class... Fields>
  void run_hop(const F& psi, Parity parity, std::uint32_t flags, const typename Hop::Args& arguments,
               Fields&... fields) const {
    const bool parts = lattice_.has_parts(Hop::shape, layers());
    halo_.run_hop(psi, parity, layers(), parts, reader_of<Hop>(flags), [&](const Part& part) {
      Launch launch(lattice_, flags, running_);
      launch.part = part;
      Hop::run(launch, arguments, fields...);
    });
  }

 private:
  const DeviceLattice& lattice_;
  mutable Halo halo_;
  gpu::Memory* running_ = nullptr;
};

}  // namespace glueball
