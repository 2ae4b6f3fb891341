#include "eigen/lowest_modes.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/error.hpp"
#include "fermion/registry.hpp"

namespace glueball {
namespace {

gpu::Precision precision_of_modes(const gpu::DeviceInfo& device) {
  return device.limits.float64 ? gpu::Precision::double_ : gpu::Precision::single;
}

EigenOptions options_of_modes(const gpu::DeviceInfo& device, int count) {
  EigenOptions options;
  options.count = count;
  options.sites = Sites::even;
  options.tolerance = device.limits.float64 ? 1e-8 : 1e-6;
  options.relative = 1e-5;
  return options;
}

template <class OneParity>
std::function<OneParity(std::size_t)> from(std::vector<OneParity> vectors) {
  return [all = std::make_shared<std::vector<OneParity>>(std::move(vectors))](std::size_t n) {
    return (*all)[n];
  };
}

}  // namespace

LowModes lowest_modes(gpu::Device& device, const Configuration& u, const QuarkParameters& quark, int count,
                      const Domain* domain, const std::function<void(int, double)>& progress) {
  const bool staggered = is_staggered(quark.action);
  const std::size_t dimension = staggered ? dimension_of<ColourField>(u.geometry(), Sites::even)
                                          : dimension_of<SpinorField>(u.geometry(), Sites::even);
  if (std::size_t(count) > dimension)
    throw Error(ErrorKind::bad_value,
                fmt::format("deflation cannot use {} eigenvectors of a matrix that has {}", count, dimension),
                "ask for fewer");
  if (domain != nullptr && !device.info().limits.float64)
    throw Error(ErrorKind::bad_value,
                "on several ranks eigenvectors for deflation need devices with double precision",
                "give a file of them, or start one process");
  EigenOptions options = options_of_modes(device.info(), count);
  options.progress = progress;
  std::vector<ParitySpinorField> spinors;
  std::vector<ParityColourField> colours;
  options.keep_spinor = [&](const LanczosResult&, std::size_t, FullQuarkField<ParitySpinorField> v) {
    spinors.push_back(std::move(v[0]));
  };
  options.keep_colour = [&](const LanczosResult&, std::size_t, FullQuarkField<ParityColourField> v) {
    colours.push_back(std::move(v[0]));
  };
  LatticeOptions lattice = preferred_options(device, precision_of_modes(device.info()), u.geometry());
  lattice.domain = domain;
  lattice.ghosts = std::uint32_t(layers_of(quark.action));
  LowModes modes;
  modes.values = quark_eigenvalues(device, u, quark, lattice, options).values;
  modes.mass = quark.mass;
  if (staggered)
    modes.colour = from(std::move(colours));
  else
    modes.spinor = from(std::move(spinors));
  return modes;
}

MemoryNeed lowest_modes_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark, int count) {
  LatticeOptions lattice;
  lattice.precision = precision_of_modes(device);
  lattice.accumulator = device.limits.float64 ? gpu::Accumulator::float64 : gpu::Accumulator::two_float;
  return eigenvalue_memory(device, quark, lattice, options_of_modes(device, count));
}

}  // namespace glueball
