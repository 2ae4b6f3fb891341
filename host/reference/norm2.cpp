#include "reference/norm2.hpp"

#include "reference/blocked_sum.hpp"

namespace glueball::reference {
namespace {

template <class Field>
double sum_of_squares(const Field& psi) {
  return blocked_sum<double>(psi.size(), [&](std::size_t n) {
    // There are four partial sums, so that additions need not wait for each other.
    double sum[4] = {};
    for (int spin = 0; spin < 4; ++spin) {
      for (int c = 0; c < 3; ++c) {
        const double re = psi[n][spin][c].real(), im = psi[n][spin][c].imag();
        sum[spin] += re * re + im * im;
      }
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  });
}

}  // namespace

double norm2(const ParitySpinorField& psi) { return sum_of_squares(psi); }
double norm2(const ParityField<float>& psi) { return sum_of_squares(psi); }

double norm2(const ParityColourField& chi) {
  return blocked_sum<double>(chi.size(), [&](std::size_t n) {
    return std::norm(chi[n][0]) + std::norm(chi[n][1]) + std::norm(chi[n][2]);
  });
}

}  // namespace glueball::reference
