// Letters as lines.
#pragma once

#include <vector>

#include "draw/picture.hpp"

namespace glueball {

/// The strokes of a letter on a grid five wide and nine high: capitals from 0 to 6, small letters from 2,
/// descenders to 8. A box for what is not printable ASCII or has no strokes here; none for a space.
std::vector<std::vector<Point>> strokes(char letter);

}  // namespace glueball
