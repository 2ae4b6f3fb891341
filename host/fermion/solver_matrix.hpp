// What a solver on a device needs to know of a matrix.
#pragma once

#include <type_traits>

#include "halo/halo.hpp"
#include "kernels/solver.hpp"

namespace glueball {

/// A matrix Mhat on the even sites and the hermitian A of it that conjugate gradients solve for. F is
/// SpinorField or ColourField. The gauge field is looked at anew in every application; of a split lattice it
/// has the neighbours' links, and what hops need of other fields is exchanged here.
template <class F>
class SolverMatrix {
 public:
  using Field = F;
  explicit SolverMatrix(const DeviceLattice& lattice) : lattice_(lattice), halo_(lattice) {}
  virtual ~SolverMatrix() = default;

  const DeviceLattice& lattice() const { return lattice_; }

  /// Group counts from a solver's scalars for all that follows (Launch::running). Null: plain again.
  void run_with(gpu::Memory* scalars) { running_ = scalars; }

  /// To be called after the links have changed: what is made of them beforehand is made anew.
  virtual void links_changed() {}

  /// out = Mhat in, or Mhat^+ in.
  virtual void even_odd(const F& in, F& out, bool dagger = false) = 0;
  /// out = A in, hermitian and positive: Mhat^+ Mhat with middle = Mhat in left behind, or Mhat where that is
  /// so by itself.
  virtual void normal(const F& in, F& middle, F& out) {
    even_odd(in, middle);
    even_odd(middle, out, true);
  }
  /// Whether `middle` is a root of A, |middle|^2 = <in, A in>: one field to read rather than two.
  virtual bool has_root() const { return true; }

  /// For a conjugate gradient whose vector updates ride on the matrix, on devices where that pays: whether
  /// there is
  ///   normal_root       middle = half the way to A in, and the first pass of <in, A in>
  ///   normal_residual   r -= alpha A in with the scalars' alpha and that middle, and the first pass of |r|^2
  /// Half the way is Mhat in, or D_oe in of staggered quarks. Partial results are those of Shape::hops.
  virtual bool has_fused() const { return false; }
  virtual void normal_root(const F& /*in*/, F& /*middle*/, Partials&, const CgScalars&) {}
  virtual void normal_residual(const F& /*in*/, const F& /*middle*/, F& /*r*/, Partials&, const CgScalars&) {}

  /// For a conjugate gradient that leaves iterations to one launch, of workgroups that wait for each other:
  /// its pipeline, null where there is none for these fields; and what queues up to `count` iterations by so
  /// many workgroups. `middle` is one to work with, `meeting` holds partial results of a hop behind two words
  /// for the meeting (shaders/lib/meeting.glsl).
  virtual gpu::Pipeline* iterations_pipeline() const { return nullptr; }
  struct IterationFields {
    F &p, &middle, &r, &x;
    Partials& meeting;
    CgScalars& scalars;
  };
  virtual void iterate(const IterationFields&, std::uint32_t /*groups*/, std::uint32_t /*count*/) {}

  /// Of the neighbours' sites that a hop reads, on a lattice that is split.
  virtual int layers() const { return 1; }

  /// Floating-point operations of `normal`, as the field counts them.
  virtual double normal_flops() const = 0;

 protected:
  gpu::Memory* running() const { return running_; }
  template <class OneParity>
  void exchange(const BothParities<OneParity>& field, int depth) const {
    halo_.exchange(field, depth);
  }
  /// A field at the sites of `parity`, now with what a hop from there reads of the neighbours.
  const F& with_neighbours(const F& psi, Parity parity) const {
    HaloField one[] = {{&psi, parity}};
    if constexpr (std::is_same_v<F, MultiColourField>) one[0].vectors = psi.count();
    halo_.exchange(one, layers());
    return psi;
  }
  /// Runs the kernel Hop, over hops of psi from the sites of `parity`; `fields` are all that it binds.
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
