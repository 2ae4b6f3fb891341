#include "solvers/multishift_cg.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "field/texels.hpp"
#include "solvers/device_control.hpp"

namespace glueball {
namespace {

std::vector<double> checked(std::vector<double> shifts) {
  if (shifts.empty() || shifts[0] != 0)
    throw Error(ErrorKind::bad_value,
                "the matrix of a multi-shift solve must contain the first, smallest shift", "shifts[0] = 0");
  for (const double s : shifts)
    if (!(s >= 0))
      throw Error(ErrorKind::bad_value, "shift " + std::to_string(s) + " is below the first",
                  "sort the shifts");
  return shifts;
}

}  // namespace

template <class F>
MultishiftCg<F>::MultishiftCg(SolverMatrix<F>& op, std::vector<double> shifts)
    : ConjugateGradient<F>(op),
      shifts_(checked(std::move(shifts))),
      room_(shifts_.size()),
      state_(op.lattice(), room_) {
  for (std::size_t n = 1; n < room_; ++n) p_.emplace_back(op.lattice());
}

template <class F>
void MultishiftCg<F>::change_shifts(std::vector<double> shifts) {
  if (shifts.size() > room_)
    throw Error(ErrorKind::bad_value,
                std::to_string(shifts.size()) + " shifts are more than " + std::to_string(room_),
                "this is a fault of the caller");
  shifts_ = checked(std::move(shifts));
}

template <class F>
DeviceCgResult MultishiftCg<F>::solve_all(const F& b, std::span<F> x, double tolerance, int max_iterations,
                                          bool add) {
  if (x.size() != shifts_.size())
    throw Error(ErrorKind::bad_value,
                "a solve for " + std::to_string(shifts_.size()) + " shifts into " + std::to_string(x.size()) +
                    " fields",
                "this is a fault of the caller");
  const DeviceLattice& lattice = this->lattice();
  const Launch all(lattice, kFieldFlags<F>);
  in_precision(lattice.format(), [&](auto real) {
    std::vector<args::ShiftState<decltype(real)>> states;
    for (const double s : shifts_) states.push_back({.sigma = decltype(real)(s), .zeta = 1, .zeta_last = 1});
    lattice.stream().upload(state_.memory(), std::as_bytes(std::span(states)));
  });
  if (!add)
    for (F& field : x) kernels::Axpby::run(all, {.a = 0, .b = 0}, b, b, field);
  for (std::size_t n = 1; n < shifts_.size(); ++n) kernels::Copy::run(all, {}, b, p_[n - 1]);
  x_ = x;
  this->begin(b, tolerance, max_iterations);
  const DeviceCgResult result = this->cycle(x[0]);
  x_ = {};
  // A solve that broke down has no last step.
  if (result.state != SolverState::broken)
    turn({lattice, kFieldFlags<F> | kernels::ShiftDirection::kLast}, x);
  return result;
}

template <class F>
void MultishiftCg<F>::after_alpha() {
  if (x_.empty()) return;
  kernels::ShiftScalarStep::run(this->while_running(), {.shift = std::uint32_t(shifts_.size())},
                                this->scalars(), state_);
}

template <class F>
void MultishiftCg<F>::after_direction() {
  if (!x_.empty()) turn(this->while_running(), x_);
}

template <class F>
void MultishiftCg<F>::turn(Launch launch, std::span<F> x) {
  const std::uint32_t flags = launch.flags;
  for (std::size_t n = 1; n < x.size(); n += 2) {
    const std::size_t next = std::min(n + 1, x.size() - 1);
    launch.flags = flags | (next > n ? kernels::ShiftDirection::kPair : 0);
    kernels::ShiftDirection::run(launch, {.shift = std::uint32_t(n)}, this->residual(), p_[n - 1], x[n],
                                 p_[next - 1], x[next], this->scalars(), state_);
  }
}

template class MultishiftCg<SpinorField>;
template class MultishiftCg<ColourField>;

}  // namespace glueball
