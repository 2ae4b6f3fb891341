// Chapter 20: chiral quarks: the sign of a matrix, zero modes, and the index beside the topological charge.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "../picture.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/gamma.hpp"
#include "cpu/linalg.hpp"
#include "cpu/wilson_operator.hpp"
#include "field/transfer.hpp"
#include "index.hpp"
#include "overlap/overlap_operator.hpp"
#include "quark/source.hpp"

namespace {

using namespace glueball;

using Full = FullQuarkField<ParitySpinorField>;
using Matrix = cpu::WilsonOperator<double>;

double dot(const Full& a, const Full& b) { return cpu::dot(a[0], b[0]).real() + cpu::dot(a[1], b[1]).real(); }
void axpy(double a, const Full& x, Full& y) {
  for (std::size_t part = 0; part < 2; ++part) cpu::axpy(a, x[part], y[part]);
}

/// x = (M^+ M + s)^-1 b by the conjugate gradients of chapter 14.
Full solve(const Matrix& m, const Full& b, double s) {
  Full x{ParitySpinorField(b[0].size()), ParitySpinorField(b[1].size())}, r = b, p = b, middle = b, image = b;
  for (double rr = dot(r, r), stop = 1e-20 * rr; rr > stop;) {
    m.full(p, middle);
    m.full(middle, image, true);
    axpy(s, p, image);
    const double alpha = rr / dot(p, image), before = rr;
    axpy(alpha, p, x);
    axpy(-alpha, image, r);
    rr = dot(r, r);
    Full next = r;
    axpy(rr / before, p, next);
    p = next;
  }
  return x;
}

/// gamma5 sgn(H) b on the CPU, pole by pole and without low modes: M r(M^+ M) b with r(x) ~ x^(-1/2).
Full sign_on_cpu(const Configuration& u, const OverlapKernel& kernel, const Full& b) {
  const Matrix m(u, kernel.kappa(), kernel.boundary);
  const double lowest = 0.02, highest = kernel.highest() / kernel.scale();
  const RationalFunction r = zolotarev_sign_to(lowest, highest, 1e-9).inverse_root;
  Full sum{ParitySpinorField(b[0].size()), ParitySpinorField(b[1].size())}, result = b;
  for (std::size_t i = 0; i < r.shifts.size(); ++i) axpy(r.numerators[i], solve(m, b, r.shifts[i]), sum);
  m.full(sum, result);
  return result;
}

/// How far the device's gamma5 sgn(H) of a random vector is from that, relative.
double difference(gpu::Device& device, const Configuration& u) {
  const OverlapKernel kernel{.sign_error = 1e-5, .mode_tolerance = 1e-6};
  SignFunction sign(device, u, kernel, overlap_lattice_options(device, gpu::Precision::single, u.geometry()));
  const Full b = make_source<ParitySpinorField>({.kind = SourceKind::z2xz2, .seed = 17}, u.geometry(), 0, 1);
  auto in = full_vector(sign.lattice()), out = full_vector(sign.lattice());
  for (std::size_t part = 0; part < 2; ++part) upload(b[part], in[part]);
  sign.apply(in, out);
  Full found = b;
  for (std::size_t part = 0; part < 2; ++part) download(out[part], found[part]);
  axpy(-1, sign_on_cpu(u, kernel, b), found);
  return std::sqrt(dot(found, found) / dot(b, b));
}

/// The best approximations of sgn(x) for 0.1 <= x, which give way below.
LinePlot signs() {
  LinePlot plot{.title = "Approximations of sgn(x), 0.1 <= |x| <= 6.6",
                .x_label = "x",
                .y_label = "x r(x²)",
                .x_logarithmic = true};
  for (const int poles : {2, 4, 8}) {
    const RationalFunction r = zolotarev_sign(0.1, 6.6, poles).inverse_root;
    Series s{.name = fmt::format("{} poles", poles), .marked = false};
    for (double x = 0.001; x < 6.6; x *= 1.02) s.points.push_back({x, x * r(x * x)});
    plot.series.push_back(std::move(s));
  }
  return plot;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  fmt::print("the error of the best approximation of sgn(x), 0.1 <= |x| <= 6.6\n\npoles   largest error\n");
  for (const int poles : {2, 4, 8, 12})
    fmt::print("{:5}{:16.0e}\n", poles, zolotarev_sign(0.1, 6.6, poles).error);

  picture.draw(signs);
  fmt::print(
      "\nlinks with two fluxes through planes, on 4x4x4x4\n\n"
      "fluxes  noise   charge   zero modes: -1  +1   index\n");
  for (const auto& [fluxes, noise] : {std::pair{std::array{0, 0}, 0.2},
                                      {std::array{1, 1}, 0.0},
                                      {std::array{1, 1}, 0.2},
                                      {std::array{1, -1}, 0.2}}) {
    const Configuration u = walkthrough::with_fluxes(fluxes, noise);
    const ZeroModes modes = zero_modes(*device, u, {}, kAntiperiodicInTime);
    fmt::print("{:>2},{:>3}  {:6.1f}{:9.1f}{:15}{:4}{:8}\n", fluxes[0], fluxes[1], noise,
               walkthrough::charge(*device, u), modes.minus, modes.plus, modes.index());
  }
  const bool agree = difference(*device, walkthrough::with_fluxes({1, 1}, 0.2)) < 1e-4;
  fmt::print("\n{}\n", agree ? "GPU and CPU agree on the sign" : "GPU AND CPU DIFFER");
  return agree ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("20_index", error);
}
