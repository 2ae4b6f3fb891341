// Converts quark fields to and from bytes: big-endian, complex numbers in order.
#pragma once

#include <cstddef>
#include <span>

#include "lattice/quark_field.hpp"

namespace glueball::io {

/// Returns the bytes of a site of `components` complex numbers.
constexpr std::size_t quark_bytes(int components, int precision) {
  return std::size_t(components) * 2 * std::size_t(precision / 8);
}

/// Convert sites in lexicographic order from `first_site` on, to and from bytes.
template <class OneParity>
void encode_quarks(const FullQuarkField<OneParity>& field, const Geometry& g, int precision,
                   std::size_t first_site, std::span<std::byte> bytes);
template <class OneParity>
void decode_quarks(std::span<const std::byte> bytes, const Geometry& g, int precision, std::size_t first_site,
                   FullQuarkField<OneParity>& field);

}  // namespace glueball::io
