// Fields in host memory as stacks of texels, and their conversion to the device's format. This is the one
// place that knows how numbers are stored in half, single and double precision.
#pragma once

#include <array>
#include <vector>

#include "base/parallel_memory.hpp"
#include "field/field.hpp"

namespace glueball {

/// Texel p * (V/2) + s is plane p of site s, even if planes are interleaved on the device. V/2 is the number
/// of a plane's sites and s a place among them (DeviceLattice::plane_sites, place).
template <class Real>
using Texels = std::vector<std::array<Real, 4>, ZeroAllocator<std::array<Real, 4>>>;

/// Calls work(Real()) with the host's type for numbers of a format: double in double precision, float
/// otherwise.
template <class Work>
auto in_precision(const FieldFormat& format, Work work) {
  return format.precision == gpu::Precision::double_ ? work(double()) : work(float());
}

// Real must be the type that in_precision gives. In half precision a number is rounded to an integer or a
// 16-bit float times a scale. A field with a HalfScale has one scale at each site. With integers it is the
// site's largest number by 32767, with floats the largest power of two that is not above the site's largest
// number. Other fields have the scale 1/32767 or 1, and numbers are clamped to [-1, 1].
template <class Real>
void send(const Texels<Real>& texels, const Field& to);
template <class Real>
Texels<Real> fetch(const Field& from);

/// Returns the complex number n of a stack of planes at a site; a texel holds two.
template <class Stack>
auto slot(Stack& texels, std::size_t half_volume, std::size_t n, std::size_t site) {
  return texels[(n / 2) * half_volume + site].data() + 2 * (n % 2);
}

/// Returns the complex number k of a colour vector (shaders/lib/colour_field.glsl).
template <class Stack>
auto colour_slot(const Field& colours, Stack& texels, std::size_t k, std::size_t site) {
  const std::size_t half = colours.lattice().plane_sites();
  if (k == 2 && colours.format().thirds_share()) return texels[half + site / 2].data() + 2 * (site % 2);
  return slot(texels, half, k, site);
}

/// Returns the complex number k of a link that begins at texel `first`, by rows. With 14 reals the last is
/// the determinant (shaders/lib/link.glsl).
template <class Stack>
auto link_slot(const Field& links, Stack& texels, std::size_t first, std::size_t k, std::size_t site) {
  const std::size_t half = links.lattice().plane_sites();
  const std::size_t whole = links.format().whole_link_planes();
  if (k == 2 * whole && links.format().lasts_share())
    return texels[first + whole * half + site / 2].data() + 2 * (site % 2);
  return texels[first + k / 2 * half + site].data() + 2 * (k % 2);
}

}  // namespace glueball
