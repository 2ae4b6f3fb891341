#include "solvers/coarse_operator.hpp"

#include <vector>

#include "base/error.hpp"
#include "cpu/dense_matrix.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"

namespace glueball {
namespace {

std::array<CoarseMatrices, 2> matrices(const DeviceLattice& coarse, std::uint32_t vectors,
                                       std::uint32_t count) {
  return {CoarseMatrices(coarse, vectors, count), CoarseMatrices(coarse, vectors, count)};
}

/// The coarse vector whose P is near-null vector n: 1 in row n of both chiralities.
void put_unit(FullCoarseField& unit, std::uint32_t vectors, std::uint32_t n) {
  for (CoarseField& field : unit) {
    Texels<float> texels(field.texels());
    const std::size_t sites = field.lattice().plane_sites();
    for (const std::uint32_t row : {n, vectors + n})
      for (std::size_t site = 0; site < sites; ++site) texels[row / 2 * sites + site][2 * (row % 2)] = 1;
    send(texels, field);
  }
}

}  // namespace

GalerkinProducts::GalerkinProducts(const Aggregates& a)
    : hops(a.fine(), a.vectors()),
      links(matrices(a.coarse(), a.vectors(), 4)),
      own(matrices(a.coarse(), a.vectors(), 1)),
      unit(a.make()),
      psi(a.fine()),
      zero(a.fine()),
      image(a.fine()) {}

CoarseOperator::CoarseOperator(const DeviceLattice& coarse, std::uint32_t vectors)
    : lattice_(coarse),
      vectors_(vectors),
      links_(matrices(coarse, vectors, 8)),
      inverse_(matrices(coarse, vectors, 1)) {}

void CoarseOperator::make(const Aggregates& aggregates, FermionOperator<SpinorField>& op, const GaugeField& u,
                          const QuarkParameters& quark, double twist_factor, GalerkinProducts& products) {
  const HopBoundary boundary(aggregates.fine().geometry(), quark.boundary);
  const auto multiply = [&](Parity parity, std::uint32_t direction, std::uint32_t first, double same,
                            double opposite) {
    for (const Parity target : kParities)
      kernels::Galerkin::run(aggregates.launch(), threads() * vectors_,
                             {.parity = std::uint32_t(parity),
                              .coarse_parity = std::uint32_t(target),
                              .direction = direction,
                              .first = first,
                              .same = float(same),
                              .opposite = float(opposite)},
                             aggregates.of(parity), products.hops, products.links[std::size_t(target)],
                             products.own[std::size_t(target)]);
  };
  for (const Parity parity : kParities) {
    for (std::uint32_t mu = 0; mu < kDirections; ++mu) {
      auto arguments = boundary.arguments<args::AggregateHopsArgs<double>>();
      arguments.parity = std::uint32_t(parity);
      arguments.direction = mu;
      kernels::AggregateHops::run(aggregates.launch(boundary.flags), arguments, u[parity],
                                  aggregates.of(other(parity)), products.hops);
      const bool even = parity == Parity::even;
      multiply(parity, mu, (even ? 1u : 0u) | (even && mu == 0 ? 2u : 0u), -quark.kappa, quark.kappa);
    }
  }
  // Wilson's site-diagonal part is 1 but for the twist, and vectors are orthonormal. A clover term is applied
  // to each vector. Half of its product is put into F, which is added to its adjoint; the twist cancels
  // there.
  const bool clover = quark.action == QuarkAction::clover;
  if (clover) {
    upload(ParitySpinorField(aggregates.fine().geometry().half_volume()), products.zero);
    for (const Parity parity : kParities) {
      for (std::uint32_t n = 0; n < vectors_; ++n) {
        put_unit(products.unit, vectors_, n);
        aggregates.prolong(products.unit, products.psi, parity);
        op.apply(parity, products.psi, products.zero, products.image);
        kernels::ToAggregates::run(aggregates.launch(), {.parity = std::uint32_t(parity), .vector = n},
                                   products.image, products.hops);
      }
      multiply(parity, kDirections, 0, 0.5, 0);
    }
  }
  const bool twisted = quark.action != QuarkAction::wilson;
  invert_sites(products, clover ? 0 : 1, twisted ? 2 * quark.kappa * quark.mu * twist_factor : 0);
  for (const Parity parity : kParities)
    kernels::CoarseLinks::run(launch(), 8 * threads() * vectors_, {.parity = std::uint32_t(parity)},
                              inverse_[std::size_t(parity)], products.links[std::size_t(parity)],
                              products.links[std::size_t(other(parity))], links_[std::size_t(parity)]);
}

void CoarseOperator::invert_sites(const GalerkinProducts& products, double unit, double twist) {
  const std::size_t n = 2 * std::size_t(vectors_), sites = lattice_.geometry().half_volume();
  bool singular = false;
  for (const Parity parity : kParities) {
    Texels<float> texels = fetch<float>(products.own[std::size_t(parity)]);
#pragma omp parallel for reduction(|| : singular)
    for (std::size_t site = 0; site < sites; ++site) {
      const auto entry = [&](std::size_t row, std::size_t column) {
        return texels[(site * n / 2 + column / 2) * n + row].data() + 2 * (column % 2);
      };
      std::vector<Complex> a(n * n);
      for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < n; ++column) {
          const float *f = entry(row, column), *g = entry(column, row);
          const double sign = (row < n / 2) == (column < n / 2) ? 1 : -1;
          a[row * n + column] = Complex(f[0] + sign * g[0], f[1] - sign * g[1]);
        }
      for (std::size_t row = 0; row < n; ++row)
        a[row * n + row] += Complex(unit, row < n / 2 ? twist : -twist);
      singular = singular || !cpu::invert(n, a);
      for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < n; ++column) {
          float* to = entry(row, column);
          to[0] = float(a[row * n + column].real());
          to[1] = float(a[row * n + column].imag());
        }
    }
    send(texels, inverse_[std::size_t(parity)]);
  }
  if (singular)
    throw Error(ErrorKind::not_converged, "multigrid: the matrix of a coarse site has no inverse",
                "take <solver cg> or another mass");
}

void CoarseOperator::hop(Parity target, const ColumnGroups& columns, const In& psi, const In* x, double b,
                         const Out& out) const {
  using kernels::CoarseHop;
  const auto planes = [&](std::uint32_t vectors) { return vectors * vectors_; };
  CoarseHop::run(launch(ColumnGroups::flags(columns.each) | (x ? CoarseHop::kAddX : 0)),
                 threads() * columns.groups,
                 {.parity = std::uint32_t(target),
                  .a = 1,
                  .b = float(b),
                  .groups = columns.groups,
                  .from = planes(psi.first),
                  .from_stride = planes(psi.stride),
                  .x_from = x ? planes(x->first) : 0,
                  .x_stride = x ? planes(x->stride) : 0,
                  .to = planes(out.first),
                  .to_stride = planes(out.stride)},
                 links_[std::size_t(target)], psi.field, x ? x->field : psi.field, out.field);
}

void CoarseOperator::invert_own(Parity parity, const ColumnGroups& columns, const CoarseField& x,
                                CoarseField& out) const {
  using kernels::CoarseHop;
  CoarseHop::run(launch(ColumnGroups::flags(columns.each) | CoarseHop::kOwn), threads() * columns.groups,
                 {.parity = std::uint32_t(parity),
                  .a = 0,
                  .b = 1,
                  .groups = columns.groups,
                  .from = 0,
                  .from_stride = vectors_,
                  .x_from = 0,
                  .x_stride = 0,
                  .to = 0,
                  .to_stride = vectors_},
                 inverse_[std::size_t(parity)], x, x, out);
}

}  // namespace glueball
