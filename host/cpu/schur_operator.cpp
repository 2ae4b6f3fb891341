#include "cpu/schur_operator.hpp"

#include "cpu/linalg.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::cpu {

SchurOperator::SchurOperator(WilsonOperator<double> wilson)
    : wilson_(std::move(wilson)),
      odd_(geometry().half_volume()),
      even_(geometry().half_volume()),
      middle_(geometry().half_volume()) {}

void SchurOperator::full(const FullField<double>& in, FullField<double>& out, bool dagger) const {
  for (const Parity target : {Parity::even, Parity::odd}) {
    const ParitySpinorField& from = in[int(target)];
    require_sites(from.size(), geometry().half_volume(), "fermion matrix, input");
    even_ = from;
    diagonal(target, even_, dagger);
    wilson_.hop(target, in[int(other(target))], out[int(target)], dagger);
    xpay(even_, -kappa(), out[int(target)]);
  }
}

void SchurOperator::even_odd(const ParitySpinorField& in, ParitySpinorField& out, bool dagger) const {
  require_sites(in.size(), geometry().half_volume(), "even-odd fermion matrix, input");
  wilson_.hop(Parity::odd, in, odd_, dagger);
  inverse_diagonal(Parity::odd, odd_, dagger);
  wilson_.hop(Parity::even, odd_, out, dagger);
  even_ = in;
  diagonal(Parity::even, even_, dagger);
  xpay(even_, -kappa() * kappa(), out);
}

void SchurOperator::normal(const ParitySpinorField& in, ParitySpinorField& out) const {
  even_odd(in, middle_);
  even_odd(middle_, out, true);
}

void SchurOperator::prepare(const FullField<double>& b, ParitySpinorField& source) const {
  require_sites(b[1].size(), geometry().half_volume(), "fermion matrix, right-hand side");
  odd_ = b[1];
  inverse_diagonal(Parity::odd, odd_);
  wilson_.hop(Parity::even, odd_, source);
  xpay(b[0], kappa(), source);
}

void SchurOperator::prepare_normal(const FullField<double>& b, ParitySpinorField& source) const {
  prepare(b, middle_);
  even_odd(middle_, source, true);
}

void SchurOperator::reconstruct(const FullField<double>& b, FullField<double>& x) const {
  wilson_.hop(Parity::odd, x[0], x[1]);
  xpay(b[1], kappa(), x[1]);
  inverse_diagonal(Parity::odd, x[1]);
}

}  // namespace glueball::cpu
