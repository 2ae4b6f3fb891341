#include "overlap/chiral_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "eigen/lanczos.hpp"
#include "eigen/normal_matrix.hpp"
#include "field/transfer.hpp"

namespace glueball {
namespace {

/// Error of the sign function in a matrix whose eigenvectors are computed, relative to their tolerance.
constexpr double kOfTolerance = 0.1;
/// Factor of the next tolerance if one does not decide whether an eigenvalue is 0.
constexpr double kSharper = 0.1;

/// Decides whether an eigenvalue is 0. There is an eigenvalue no farther from the Rayleigh quotient than the
/// residual. That of a zero mode is much smaller than the residual, since it is of second order, except for
/// errors of the sign function.
enum class Zero { yes, no, unclear };
Zero zero(double value, double residual, double accuracy) {
  if (value > residual + accuracy) return Zero::no;
  return value < 0.1 * residual + 2 * accuracy ? Zero::yes : Zero::unclear;
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
  const auto accuracy_of = [&](double tolerance) {
    return std::max(sign.kernel().sign_error, kOfTolerance * tolerance);
  };
  for (const Chirality chirality : {Chirality::minus, Chirality::plus}) {
    double accuracy = accuracy_of(options.tolerance);
    LanczosOptions lanczos;
    lanczos.count = options.count;
    lanczos.tolerance = options.tolerance;
    lanczos.relative = HUGE_VAL;  // the accuracy of the matrix depends on the tolerance
    lanczos.max_restarts = options.max_restarts;
    lanczos.seed = options.seed;
    if (options.progress)
      lanczos.progress = [&](int found, double residual) { options.progress(chirality, found, residual); };
    ChiralModes::OfOne& own = modes.of(chirality);
    while (true) {
      ChiralNormalMatrix matrix(op, chirality, accuracy);
      check_lanczos(lanczos, matrix.dimension() / 2);
      const LanczosResult found = Lanczos<SpinorField>(matrix, lanczos).run();
      own = {.values = found.values, .residuals = found.residuals};
      for (double& residual : own.residuals) residual *= found.largest;
      own.zero_modes = 0;
      double unclear = 0;
      for (std::size_t n = 0; n < own.values.size(); ++n) {
        const Zero is = zero(own.values[n], own.residuals[n], accuracy);
        own.zero_modes += is == Zero::yes;
        if (is == Zero::unclear) unclear = own.values[n];
      }
      if (unclear != 0) {
        if (accuracy <= sign.kernel().sign_error)
          throw Error(ErrorKind::not_converged,
                      fmt::format("overlap quarks: it is undecided whether an eigenvalue of {:.3g} is 0, "
                                  "with an error of the sign function of {:g}",
                                  unclear, accuracy),
                      "give a smaller <sign_error> and <tolerance>");
        lanczos.tolerance *= kSharper;
        accuracy = accuracy_of(lanczos.tolerance);
      } else if (own.zero_modes < lanczos.count) {
        break;
      } else {
        lanczos.count *= 2;  // there may be more zero modes
      }
    }
  }
  return modes;
}

}  // namespace glueball
