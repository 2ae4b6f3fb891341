#include "overlap/chirality.hpp"

#include "kernels/overlap.hpp"

namespace glueball {

void chiral_axpy(double a, double a5, const FieldVector<SpinorField>& x, FieldVector<SpinorField>& y) {
  for (std::size_t part = 0; part < x.size(); ++part)
    kernels::ChiralAxpy::run(x[part].lattice(), {.a = a, .a5 = a5}, x[part], y[part]);
}

void apply_gamma5(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) {
  set_to(0, in, out);
  chiral_axpy(0, 1, in, out);
}

void project(Chirality chirality, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) {
  set_to(0.5, in, out);
  chiral_axpy(0, 0.5 * int(chirality), in, out);
}

}  // namespace glueball
