#include "eigen/quark_eigenvalues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "cpu/linalg.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "lattice/boundary_rotation.hpp"

namespace glueball {
namespace {

/// The smallest residual that is asked for in single precision.
constexpr double kLeastOfSingle = 1e-6;

/// A configuration's links on the device, and a quark's matrix over them.
template <class F>
struct QuarkOnDevice {
  QuarkOnDevice(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                const LatticeOptions& options, Sites sites)
      : lattice(device, u.geometry(), options), links(lattice) {
    upload(u, links);
    Halo(lattice).exchange(links);
    op = operator_kind<F>(quark.action).on_device(lattice, links, quark);
    op->links_changed();
    matrix.emplace(*op, sites);
  }

  DeviceLattice lattice;
  GaugeField links;
  std::unique_ptr<FermionOperator<F>> op;
  std::optional<NormalMatrix<F>> matrix;
};

void check_quark(const QuarkParameters& quark) {
  for (const auto& [name, value] : {std::pair{"kappa", quark.kappa},
                                    {"mu", quark.mu},
                                    {"csw", quark.csw},
                                    {"mass", quark.mass},
                                    {"naik_epsilon", quark.epsilon}})
    if (!std::isfinite(value))
      throw Error(ErrorKind::bad_value, fmt::format("{} = {} is no number", name, value),
                  "give a finite one");
  quark.boundary.check();
}

/// Computes values and residuals of the eigenvectors with the CPU's matrix.
template <class F>
void check_on_host(LanczosResult& found, const Lanczos<F>& lanczos, const Configuration& u,
                   const QuarkParameters& quark, Sites sites) {
  const auto pair = operator_kind<F>(quark.action).pair(u, quark);
  typename HostOperator<F>::Full v, image, middle;
  const std::size_t half = u.geometry().half_volume();
  for (std::size_t parity = 0; parity < 2; ++parity) {
    image[parity].resize(half);
    middle[parity].resize(half);
  }
  for (std::size_t n = 0; n < found.values.size(); ++n) {
    const FieldVector<F>& on_device = lanczos.vector(n);
    for (std::size_t part = 0; part < on_device.size(); ++part) download(on_device[part], v[part]);
    if (sites == Sites::even) {
      pair.host->normal(v[0], image[0]);
    } else {
      pair.host->full(v, middle);
      pair.host->full(middle, image, true);
    }
    double norm2 = 0, value = 0, residual2 = 0;
    for (std::size_t part = 0; part < on_device.size(); ++part) {
      norm2 += cpu::norm2(v[part]);
      value += cpu::dot(v[part], image[part]).real();
    }
    value /= norm2;
    for (std::size_t part = 0; part < on_device.size(); ++part) {
      cpu::axpy(-value, v[part], image[part]);
      residual2 += cpu::norm2(image[part]);
    }
    found.values[n] = value;
    found.residuals[n] = std::sqrt(residual2 / norm2) / found.largest;
  }
}

template <class F>
void hand_over(const LanczosResult& found, const Lanczos<F>& lanczos, const BoundaryRotation& rotation,
               const Geometry& g, const EigenOptions::Keep<typename HostField<F>::type>& keep) {
  if (!keep) return;
  for (std::size_t n = 0; n < found.values.size(); ++n) {
    FullQuarkField<typename HostField<F>::type> v;
    for (auto& parity : v) parity.resize(g.half_volume());
    for (std::size_t part = 0; part < lanczos.vector(n).size(); ++part)
      download(lanczos.vector(n)[part], v[part]);
    rotation.rotate(v, false);
    keep(found, n, std::move(v));
  }
}

template <class F>
LanczosResult eigenvalues(gpu::Device& device, const Configuration& u, QuarkParameters quark,
                          const LatticeOptions& lattice, const EigenOptions& options) {
  const BoundaryRotation rotation(u.geometry(), quark.boundary);
  quark.boundary = quark.boundary.wrapped(u.geometry());  // the CPU's operators have phases in this form
  QuarkOnDevice<F> on(device, u, quark, lattice, options.sites);
  Lanczos<F> lanczos(*on.matrix, options);
  LanczosResult found = lanczos.run();
  if (lattice.precision != gpu::Precision::double_) check_on_host(found, lanczos, u, quark, options.sites);
  if constexpr (std::is_same_v<F, ColourField>)
    hand_over(found, lanczos, rotation, u.geometry(), options.keep_colour);
  else
    hand_over(found, lanczos, rotation, u.geometry(), options.keep_spinor);
  return found;
}

}  // namespace

Sites usual_sites(QuarkAction action) { return is_staggered(action) ? Sites::even : Sites::all; }

LanczosResult quark_eigenvalues(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                                const LatticeOptions& lattice, const EigenOptions& options) {
  const bool staggered = is_staggered(quark.action);
  const Geometry& g = u.geometry();
  check_lanczos(options, staggered ? dimension_of<ColourField>(g, options.sites)
                                   : dimension_of<SpinorField>(g, options.sites));
  if (lattice.precision != gpu::Precision::double_) {
    if (lattice.domain != nullptr)
      throw Error(ErrorKind::bad_value, "eigenvalues in single precision do not work on several ranks",
                  "give <precision double>, or start one process");
    if (lattice.precision == gpu::Precision::half)
      throw Error(ErrorKind::bad_value, "eigenvalues do not work in half precision",
                  "give <precision single> or <precision double>");
    if (options.tolerance < kLeastOfSingle)
      throw Error(ErrorKind::bad_value,
                  fmt::format("eigenvalues: a tolerance of {:g} is out of reach in single precision",
                              options.tolerance),
                  "give <tolerance 1e-6> or more, or <precision double>");
  }
  check_quark(quark);
  // On such links a search would not end.
  if (!std::ranges::all_of(u.links(), [](const Matrix3& m) { return std::isfinite(unitarity_deviation(m)); }))
    throw Error(ErrorKind::bad_value, "eigenvalues: the links are not finite",
                "check how the configuration was made");
  return staggered ? eigenvalues<ColourField>(device, u, quark, lattice, options)
                   : eigenvalues<SpinorField>(device, u, quark, lattice, options);
}

MemoryNeed eigenvalue_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                             const LatticeOptions& lattice, const EigenOptions& options) {
  EigenOptions o = options;
  o.progress = {};
  LatticeOptions l = lattice;
  l.domain = nullptr;
  check_quark(quark);
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    if (is_staggered(quark.action))
      eigenvalues<ColourField>(null_device, start, quark, l, o);
    else
      eigenvalues<SpinorField>(null_device, start, quark, l, o);
  });
}

}  // namespace glueball
