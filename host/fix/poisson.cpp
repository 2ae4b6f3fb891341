#include "fix/poisson.hpp"

#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "field/texels.hpp"

namespace glueball {
namespace {

std::size_t numbers_of(const Geometry& g) {
  return std::size_t(g.extent(0) + g.extent(1) + g.extent(2) + g.extent(3));
}

}  // namespace

CasTable::CasTable(const DeviceLattice& lattice)
    : BoundMemory(lattice.allocate_buffer(numbers_of(lattice.geometry()) *
                                          (lattice.precision() == gpu::Precision::double_ ? 8 : 4))) {
  in_precision(lattice.format(), [&](auto real) {
    std::vector<decltype(real)> table;
    for (int mu = 0; mu < kDirections; ++mu)
      for (int n = 0; n < lattice.geometry().extent(mu); ++n) {
        const double angle = 2 * std::numbers::pi * n / lattice.geometry().extent(mu);
        table.push_back(decltype(real)(std::cos(angle) + std::sin(angle)));
      }
    lattice.stream().upload(memory(), std::as_bytes(std::span(table)));
  });
}

PoissonSolver::PoissonSolver(const DeviceLattice& lattice, int dimensions)
    : lattice_(lattice), dimensions_(dimensions), source_(lattice), a_(lattice), b_(lattice), cas_(lattice) {
  if (lattice.options().domain != nullptr)
    throw Error(ErrorKind::bad_value, "Fourier acceleration of gauge fixing does not work on several ranks",
                "choose <method or>, or start one process");
}

void PoissonSolver::transform(const AlgebraField& from, int mu, double factor) {
  AlgebraField& to = in_b_ ? a_ : b_;
  for (const Parity this_parity : kParities)
    kernels::Hartley::run({lattice_, std::uint32_t(mu) | (dimensions_ == 3 ? 4u : 0u)},
                          {.parity = std::uint32_t(this_parity), .coefficient = factor}, from[this_parity],
                          from[other(this_parity)], to[this_parity], cas_);
  in_b_ = !in_b_;
}

const AlgebraField& PoissonSolver::solve(double factor) {
  const auto now = [this]() -> const AlgebraField& { return in_b_ ? b_ : a_; };
  for (int mu = 0; mu < dimensions_; ++mu) {
    factor /= lattice_.geometry().extent(mu);
    transform(mu == 0 ? source_ : now(), mu, mu == dimensions_ - 1 ? factor : 0);
  }
  for (int mu = 0; mu < dimensions_; ++mu) transform(now(), mu, 0);
  return now();
}

}  // namespace glueball
