#include "solvers/several_masses.hpp"

#include <algorithm>
#include <utility>

namespace glueball {
namespace {

/// Returns any shifts that ascend from 0, to allocate memory.
std::vector<double> room_for(std::size_t most) {
  std::vector<double> shifts;
  for (std::size_t n = 0; n < most; ++n) shifts.push_back(double(n));
  return shifts;
}

}  // namespace

SeveralMasses::SeveralMasses(std::unique_ptr<ColourOperator> op, std::size_t most)
    : source(op->lattice()), op_(std::move(op)), cg_(*op_, room_for(most)), inner_(cg_) {
  for (std::size_t n = 0; n < most; ++n) x.emplace_back(op_->lattice());
}

DeviceCgResult SeveralMasses::solve(const ColourField& b, double least_mass, std::vector<double> shifts,
                                    double tolerance, int max_iterations, bool add) {
  const std::size_t count = shifts.size();
  cg_.change_shifts(std::move(shifts));
  op_->set_mass(least_mass);
  return cg_.solve_all(b, std::span(x).first(count), tolerance, max_iterations, add);
}

double shared_tolerance(gpu::Precision precision, double tolerance) {
  const double good_for = precision == gpu::Precision::half     ? 2e-2
                          : precision == gpu::Precision::single ? 1e-6
                                                                : 1e-12;
  return std::max(good_for, 0.25 * tolerance);
}

}  // namespace glueball
