#include "cpu/gamma.hpp"

#include "cpu/blocked_sum.hpp"

namespace glueball::cpu {

const SpinMatrix& gamma(int mu) {
  static const Complex i(0.0, 1.0);
  static const SpinMatrix matrices[kDirections] = {{{3, 2, 1, 0}, {i, i, -i, -i}},
                                                   {{3, 2, 1, 0}, {-1.0, 1.0, 1.0, -1.0}},
                                                   {{2, 3, 0, 1}, {i, -i, -i, i}},
                                                   {{2, 3, 0, 1}, {1.0, 1.0, 1.0, 1.0}}};
  return matrices[mu];
}

const SpinMatrix& gamma5() {
  static const SpinMatrix matrix = {{0, 1, 2, 3}, {1.0, 1.0, -1.0, -1.0}};
  return matrix;
}

SpinMatrix operator*(const SpinMatrix& a, const SpinMatrix& b) {
  SpinMatrix r;
  for (int spin = 0; spin < 4; ++spin) {
    r.source[spin] = b.source[a.source[spin]];
    r.phase[spin] = a.phase[spin] * b.phase[a.source[spin]];
  }
  return r;
}

Spinor operator*(const SpinMatrix& a, const Spinor& psi) {
  Spinor r;
  for (int spin = 0; spin < 4; ++spin)
    for (int c = 0; c < 3; ++c) r[spin][c] = a.phase[spin] * psi[a.source[spin]][c];
  return r;
}

void apply_gamma5(ParitySpinorField& psi) {
#pragma omp parallel for schedule(static) if (psi.size() >= kThreadedSites)
  for (std::size_t n = 0; n < psi.size(); ++n)
    for (int spin = 2; spin < 4; ++spin)
      for (Complex& z : psi[n][spin]) z = -z;
}

}  // namespace glueball::cpu
