#include "overlap/chiral_modes.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "eigen/lanczos.hpp"
#include "eigen/normal_matrix.hpp"
#include "field/transfer.hpp"

namespace glueball {
namespace {

/// Of the sign function in a matrix whose eigenvectors are found to a tolerance.
constexpr double kOfTolerance = 0.1;

/// A Rayleigh quotient is no farther from the next eigenvalue than its residual says, and those below zero
/// are an error of the sign.
int zeros(const ChiralModes::OfOne& modes, double accuracy) {
  int count = 0;
  for (std::size_t n = 0; n < modes.values.size(); ++n)
    count += modes.values[n] <= 2 * (modes.residuals[n] + accuracy);
  return count;
}

}  // namespace

ChiralNormalMatrix::ChiralNormalMatrix(OverlapOperator& op, Chirality chirality, double accuracy)
    : op_(op),
      chirality_(chirality),
      accuracy_(accuracy),
      part_(full_vector(op.sign().lattice())),
      image_(full_vector(op.sign().lattice())) {}

FieldVector<SpinorField> ChiralNormalMatrix::make() const {
  FieldVector<SpinorField> v = full_vector(lattice());
  for (SpinorField& part : v) upload(ParitySpinorField(lattice().geometry().half_volume()), part);
  return v;
}

std::size_t ChiralNormalMatrix::dimension() const {
  return dimension_of<SpinorField>(lattice().geometry(), Sites::all);
}

void ChiralNormalMatrix::apply(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) {
  project(chirality_, in, part_);
  op_.normal(chirality_, part_, image_, accuracy_);
  axpby(1, in, -1, part_, out);
  axpy(1, image_, out);
}

ChiralModes chiral_modes(SignFunction& sign, const ChiralModesOptions& options) {
  OverlapOperator op(sign);
  ChiralModes modes;
  const double accuracy = std::max(sign.kernel().sign_error, kOfTolerance * options.tolerance);
  for (const Chirality chirality : {Chirality::minus, Chirality::plus}) {
    ChiralNormalMatrix matrix(op, chirality, accuracy);
    LanczosOptions lanczos;
    lanczos.count = options.count;
    lanczos.tolerance = options.tolerance;
    lanczos.max_restarts = options.max_restarts;
    lanczos.seed = options.seed;
    if (options.progress)
      lanczos.progress = [&](int found, double residual) { options.progress(chirality, found, residual); };
    ChiralModes::OfOne& own = modes.of(chirality);
    while (true) {
      check_lanczos(lanczos, matrix.dimension() / 2);
      const LanczosResult found = Lanczos<SpinorField>(matrix, lanczos).run();
      own = {.values = found.values, .residuals = found.residuals};
      for (double& residual : own.residuals) residual *= found.largest;
      own.zero_modes = zeros(own, accuracy);
      if (own.zero_modes < lanczos.count) break;
      lanczos.count *= 2;  // there may be more
    }
  }
  return modes;
}

}  // namespace glueball
