#include "overlap/overlap_operator.hpp"

#include "kernels/overlap.hpp"

namespace glueball {
namespace {

/// y += (a + a5 gamma5) x
void chiral_axpy(double a, double a5, const FieldVector<SpinorField>& x, FieldVector<SpinorField>& y) {
  for (std::size_t part = 0; part < x.size(); ++part)
    kernels::ChiralAxpy::run(x[part].lattice(), {.a = a, .a5 = a5}, x[part], y[part]);
}

/// y = a x
void multiple(double a, const FieldVector<SpinorField>& x, FieldVector<SpinorField>& y) {
  axpby(a, x, 0, x, y);
}

}  // namespace

void apply_gamma5(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) {
  multiple(0, in, out);
  chiral_axpy(0, 1, in, out);
}

void project(Chirality chirality, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) {
  multiple(0.5, in, out);
  chiral_axpy(0, 0.5 * int(chirality), in, out);
}

OverlapOperator::OverlapOperator(SignFunction& sign)
    : sign_(sign), image_(full_vector(sign.lattice())), turned_(full_vector(sign.lattice())) {}

void OverlapOperator::apply(double m, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out,
                            double accuracy, bool dagger) {
  if (dagger) apply_gamma5(in, turned_);
  sign_.apply(dagger ? turned_ : in, image_, accuracy);
  multiple((1 + m) / 2, in, out);
  if (dagger)
    chiral_axpy(0, (1 - m) / 2, image_, out);
  else
    chiral_axpy((1 - m) / 2, 0, image_, out);
}

void OverlapOperator::normal(Chirality chirality, const FieldVector<SpinorField>& in,
                             FieldVector<SpinorField>& out, double accuracy) {
  sign_.apply(in, image_, accuracy);
  multiple(0.5, in, out);
  chiral_axpy(0.25, 0.25 * int(chirality), image_, out);
}

}  // namespace glueball
