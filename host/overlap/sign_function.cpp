#include "overlap/sign_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "linalg/copy.hpp"
#include "linalg/take_off.hpp"
#include "overlap/chirality.hpp"
#include "quark/source.hpp"

namespace glueball {
namespace {

/// Error of the approximation for pole sums in single precision within double.
constexpr double kSingleApproximation = 1e-6;
/// Tolerance of single precision for what double precision leaves, relative to the remaining residual.
constexpr double kRestInSingle = 1e-5;
/// Margin between the Lanczos estimate of the largest eigenvalue and the eigenvalue itself.
constexpr double kLargestMargin = 1.02;

const OverlapKernel& checked(const OverlapKernel& kernel, const LatticeOptions& options) {
  kernel.check();
  if (options.precision != gpu::Precision::double_ &&
      (kernel.sign_error < kBestSignInSingle || kernel.mode_tolerance < kBestModesInSingle))
    throw Error(
        ErrorKind::bad_value,
        fmt::format("overlap quarks: a sign function with an error of {:g} by vectors to {:g} is out of "
                    "reach in single precision",
                    kernel.sign_error, kernel.mode_tolerance),
        fmt::format("give a <sign_error> of {:g} or more, or take a device with double precision",
                    kBestSignInSingle));
  return kernel;
}

/// Converts a function of H^2 to r(Q^2) ~ 1 / |Q|.
RationalFunction of_matrix(const RationalFunction& r, const OverlapKernel& kernel) {
  return scaled(r, 1 / (kernel.scale() * kernel.scale()), -0.5);
}

}  // namespace

LatticeOptions overlap_lattice_options(const gpu::Device& device, gpu::Precision precision,
                                       const Geometry& geometry) {
  return preferred_options(device, precision, geometry);
}

SignFunction::Coarse::Coarse(const DeviceLattice& beside, const GaugeField& links,
                             const OverlapKernel& kernel, const RationalFunction& for_few_digits,
                             std::size_t most_poles)
    : lattice(beside.device(), beside.geometry(), beside.options_in(gpu::Precision::single)),
      u(lattice),
      poles(lattice, u, kernel.kappa(), kernel.boundary, most_poles),
      few_digits(for_few_digits),
      in(full_vector(lattice)),
      out(full_vector(lattice)) {
  copy(links, u);
  Halo(lattice).exchange(u);
}

SignFunction::Own::Own(gpu::Device& device, const Configuration& links, const LatticeOptions& options)
    : lattice(device, links.geometry(), options), u(lattice) {
  upload(links, u);
  Halo(lattice).exchange(u);
}

SignFunction::SignFunction(gpu::Device& device, const Configuration& u, const OverlapKernel& kernel,
                           const LatticeOptions& options)
    : SignFunction((checked(kernel, options), std::make_unique<Own>(device, u, options)), kernel) {}

SignFunction::SignFunction(std::unique_ptr<Own> own, const OverlapKernel& kernel)
    : SignFunction(std::move(own), own->lattice, own->u, nullptr, kernel) {}

SignFunction::SignFunction(const DeviceLattice& lattice, const GaugeField& u,
                           std::shared_ptr<const KernelModes> modes, const OverlapKernel& kernel)
    : SignFunction(nullptr, lattice, u, std::move(modes), checked(kernel, lattice.options())) {}

SignFunction::SignFunction(std::unique_ptr<Own>&& own, const DeviceLattice& lattice, const GaugeField& u,
                           std::shared_ptr<const KernelModes> modes, const OverlapKernel& kernel)
    : kernel_(kernel),
      own_(std::move(own)),
      lattice_(lattice),
      u_(u),
      op_(lattice_, u_, kernel.kappa(), 0, kernel.boundary),
      modes_(modes ? std::move(modes) : std::make_shared<const KernelModes>(low_modes(op_, kernel))),
      sign_(approximate()),
      poles_(lattice_, u_, kernel.kappa(), kernel.boundary, sign_.inverse_root.order()),
      dots_(lattice_),
      factors_(lattice_, modes_->vectors.size() + 4),
      rest_(full_vector(lattice_)),
      x_(full_vector(lattice_)) {
  for (const double value : modes_->values) positive_.push_back(value > 0);
  const RationalFunction r = of_matrix(sign_.inverse_root, kernel);
  poles_.set(r);
  if (!kernel.single_inside || lattice_.precision() != gpu::Precision::double_) return;
  const double error = std::max(kernel.sign_error, kSingleApproximation);
  coarse_.emplace(lattice_, u_, kernel,
                  of_matrix(zolotarev_sign_to(sign_.lo, sign_.hi, error).inverse_root, kernel), r.order());
}

ZolotarevSign SignFunction::approximate() const {
  std::array<double, 2> on{kernel_.share * modes_->next, kernel_.highest()};
  if (kernel_.interval) {
    const auto [low, high] = on = *kernel_.interval;
    const std::string leaves =
        fmt::format("overlap quarks: the spectrum of H leaves [{:g}, {:g}]", low, high);
    if (high < std::min(kernel_.highest(), kLargestMargin * modes_->largest))
      throw Error(
          ErrorKind::bad_value, fmt::format("{}: it goes up to {:.4g} or more", leaves, modes_->largest),
          fmt::format("give an upper end of {:.4g}, above which there is no eigenvalue", kernel_.highest()));
    if (low > modes_->next)
      throw Error(ErrorKind::bad_value,
                  fmt::format("{}: {} low modes leave eigenvalues from {:.4g} on", leaves,
                              modes_->vectors.size(), modes_->next),
                  "give more <low_modes>, or a lower end below that");
  }
  return zolotarev_sign_to(on[0], on[1], kernel_.sign_error);
}

DeviceCgResult SignFunction::run(PoleSum& poles, const FieldVector<SpinorField>& in,
                                 FieldVector<SpinorField>& out, double accuracy, double leave) const {
  const DeviceCgResult result = poles.apply(in, out, accuracy, kernel_.max_iterations, leave);
  if (result.state == SolverState::converged || result.state == SolverState::running) return result;
  if (result.iterations == 0)
    throw Error(ErrorKind::not_converged, "sign function: the vector that it is applied to is not finite",
                "check the source");
  throw Error(ErrorKind::not_converged,
              fmt::format("sign function: the residual is {:.3g} after {} iterations, the limit is {:.3g}",
                          result.residual, result.iterations, accuracy),
              "give more <low_modes>, or raise <max_iterations>");
}

/// x = r(Q^2) rest.
void SignFunction::sum_poles(double accuracy) {
  if (!coarse_) {
    run(poles_, rest_, x_, accuracy);
    return;
  }
  auto &in = coarse_->in, &out = coarse_->out;
  if (accuracy >= kBestSignInSingle) {
    copy(rest_, in);
    coarse_->poles.set(coarse_->few_digits);
    run(coarse_->poles, in, out, accuracy);
    return copy(out, x_);
  }
  const DeviceCgResult most = run(poles_, rest_, x_, accuracy, accuracy / kRestInSingle);
  if (most.state == SolverState::converged) return;
  copy(poles_.residual(), in);
  coarse_->poles.set(poles_.left());
  run(coarse_->poles, in, out, accuracy / most.residual);
  copy(out, rest_);
  axpy(1, rest_, x_);
}

void SignFunction::apply(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out, double accuracy) {
  ++applications_;
  const auto modes = std::span<const FieldVector<SpinorField>>(modes_->vectors);
  copy(in, rest_);
  std::vector<Complex> c = take_off(modes, rest_, dots_, factors_);
  sum_poles(std::max(accuracy, kernel_.sign_error));
  op_.apply(Parity::even, x_[0], x_[1], out[0]);
  op_.apply(Parity::odd, x_[1], x_[0], out[1]);
  hops_ += 1;
  if (modes.empty()) return;
  for (std::size_t n = 0; n < c.size(); ++n)
    if (!positive_[n]) c[n] = -c[n];
  set_to(0, in, rest_);
  axpy(std::span<const Complex>(c), modes, rest_, factors_);
  chiral_axpy(0, 1, rest_, out);
}

double SignFunction::measured_error(std::uint64_t seed) {
  const auto noise =
      make_source<ParitySpinorField>({.kind = SourceKind::z2xz2, .seed = seed}, lattice_.geometry(), 0, 1, 0);
  FieldVector<SpinorField> b = full_vector(lattice_), once = full_vector(lattice_),
                           sign = full_vector(lattice_);
  for (std::size_t part = 0; part < 2; ++part) upload(noise[part], b[part]);
  for (int time = 0; time < 2; ++time) {
    apply(time == 0 ? b : sign, once);
    apply_gamma5(once, sign);
  }
  axpy(-1, b, sign);
  return std::sqrt(std::max(0.0, dots_(sign, sign).real()) / dots_(b, b).real()) / 2;
}

std::uint64_t SignFunction::hops() const { return hops_ + poles_.hops() + hops_in_single() + modes_->hops; }

}  // namespace glueball
