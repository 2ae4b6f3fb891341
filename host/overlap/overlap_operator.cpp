#include "overlap/overlap_operator.hpp"

namespace glueball {

OverlapOperator::OverlapOperator(SignFunction& sign)
    : sign_(sign), image_(full_vector(sign.lattice())), turned_(full_vector(sign.lattice())) {}

void OverlapOperator::apply(double m, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out,
                            double accuracy, bool dagger) {
  if (dagger) apply_gamma5(in, turned_);
  sign_.apply(dagger ? turned_ : in, image_, accuracy);
  set_to((1 + m) / 2, in, out);
  if (dagger)
    chiral_axpy(0, (1 - m) / 2, image_, out);
  else
    chiral_axpy((1 - m) / 2, 0, image_, out);
}

void OverlapOperator::normal(Chirality chirality, const FieldVector<SpinorField>& in,
                             FieldVector<SpinorField>& out, double accuracy) {
  sign_.apply(in, image_, accuracy);
  set_to(0.5, in, out);
  chiral_axpy(0.25, 0.25 * int(chirality), image_, out);
}

}  // namespace glueball
