#include "solvers/inner_block.hpp"

#include "field/transfer.hpp"
#include "kernels/linalg.hpp"
#include "kernels/multi.hpp"

namespace glueball {

template <class F>
InnerBlock<F>::InnerBlock(BlockCg<F>& cg)
    : cg_(cg),
      r_(cg.lattice(), cg.count()),
      x_(cg.lattice(), cg.count()),
      one_(cg.lattice()),
      none_(cg.lattice()) {
  upload(typename HostField<F>::type(cg.lattice().geometry().half_volume()), none_);
}

template <class F>
void InnerBlock<F>::put(std::size_t n, bool wanted) {
  kernels::CopyPart::put(lattice(), wanted ? one_ : none_, std::uint32_t(n), r_);
}

template <class F>
std::vector<DeviceCgResult> InnerBlock<F>::run(std::span<const InnerGoal> goals, bool resume) {
  cg_.begin(r_, x_, goals, resume);
  kernels::Axpby::run(lattice(), {.a = 0, .b = 0}, r_, r_, x_);
  return cg_.cycle(x_);
}

template <class F>
const F& InnerBlock<F>::correction(std::size_t n) {
  kernels::CopyPart::take(lattice(), x_, std::uint32_t(n), one_);
  return one_;
}

template class InnerBlock<SpinorField>;
template class InnerBlock<ColourField>;

}  // namespace glueball
