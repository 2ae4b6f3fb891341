// Colour maps. They are safe for the colour-blind and even in lightness; diverging ones are symmetric about a
// dark middle.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "view/scene.hpp"

namespace glueball::view {

using Rgb = std::array<double, 3>;  ///< sRGB values between 0 and 1

inline constexpr std::size_t kColours = 256;

/// Returns the map for a scene's `automatic`; any other map is returned as it is.
MapKind map_for(const Scene& scene);
/// True if the field has both signs.
inline bool is_signed(FieldKind field) { return field == FieldKind::charge || field == FieldKind::chirality; }

/// Returns kColours pixels in ascending order of values: from -range to range for a signed field, from -pi to
/// pi for the phase map, else from 0. In the last case a diverging map gives its upper half.
std::vector<std::uint32_t> colour_table(MapKind map, bool of_signed_field);

/// Packs a colour into a word, with red in the lowest byte.
std::uint32_t pixel(const Rgb& colour);
Rgb rgb(std::uint32_t pixel);

/// Converts to lightness and the two opponent colours of B. Ottosson's Oklab (2020), where distances are
/// similar to perceived ones.
Rgb oklab(const Rgb& colour);

}  // namespace glueball::view
