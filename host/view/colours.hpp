// Colour maps: safe for the colour-blind, even in lightness, diverging ones dark in the middle and symmetric
// about it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "view/scene.hpp"

namespace glueball::view {

using Rgb = std::array<double, 3>;  ///< as sRGB encodes them, between 0 and 1

inline constexpr std::size_t kColours = 256;

/// The map that a scene's `automatic` stands for; any other stays what it is.
MapKind map_for(const Scene& scene);
/// Whether the field has both signs.
inline bool is_signed(FieldKind field) { return field == FieldKind::charge || field == FieldKind::chirality; }

/// kColours pixels from the lowest value to the highest: from -range to range of a signed field, otherwise
/// from 0, for which a diverging map gives its upper half; of the phase map from -pi to pi.
std::vector<std::uint32_t> colour_table(MapKind map, bool of_signed_field);

/// A word with red in the lowest byte.
std::uint32_t pixel(const Rgb& colour);
Rgb rgb(std::uint32_t pixel);

/// Lightness and the two opponent colours of B. Ottosson's Oklab (2020), in which distances are about as the
/// eye has them.
Rgb oklab(const Rgb& colour);

}  // namespace glueball::view
