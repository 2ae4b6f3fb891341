// Benchmarks and checks that all kinds of staggered quarks share.
#pragma once

#include <functional>
#include <memory>

#include "cpu/gaussian_fields.hpp"
#include "cpu/staggered.hpp"
#include "fermion/colour_operator.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "reference/distance.hpp"

namespace glueball::kernel_specs {

/// Applies hops of `op` over the links of `f`, to the odd sites and to the even ones in turn. `flops` and
/// `bytes` are those of a site.
inline Workload colour_hop(const std::shared_ptr<BenchmarkColours>& f,
                           const std::shared_ptr<ColourOperator>& op, double flops, double bytes) {
  const double sites = half_volume(op->lattice());
  const auto run = [f, op, to_odd = true]() mutable {
    op->hop(to_odd ? Parity::odd : Parity::even, to_odd ? f->a : f->b, f->c);
    to_odd = !to_odd;
  };
  return {run, flops * sites, bytes * sites};
}

inline ParityColourField reference_colours(const Geometry& g, Parity parity) {
  return cpu::gaussian_colour(g, parity, kBenchmarkSeed, 1);
}

inline Reference colour_hop_reference(const std::shared_ptr<const cpu::StaggeredOperator>& op) {
  auto in = std::make_shared<ParityColourField>(reference_colours(op->geometry(), Parity::even));
  auto out = std::make_shared<ParityColourField>(*in);
  return {[op, in, out] { op->hop(Parity::odd, *in, *out); }};
}

/// Returns the error of the force of phi^+ A^-1 phi. `reference` adds the force of X on all sites to momenta;
/// `op` must have been updated with the links.
inline double colour_force_error(
    CheckMomenta& c, const cpu::StaggeredOperator& exact, ColourOperator& op,
    const std::function<void(const cpu::FullColourField&, Momenta&)>& reference) {
  cpu::FullColourField x;
  x[0] = x[1] = cpu::gaussian_colour(c.geometry, Parity::even, kCheckSeed, 1);
  exact.hop(Parity::odd, x[0], x[1]);
  Momenta wanted(c.geometry);
  reference(x, wanted);
  ColourField even(c.lattice);
  upload(x[0], even);
  c.clear();
  op.derivative(c.device_p, kCheckStep / 2, even, even);
  return reference::relative_error(download(c.device_p), wanted);
}

}  // namespace glueball::kernel_specs
