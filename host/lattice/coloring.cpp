#include "lattice/coloring.hpp"

#include "base/error.hpp"

namespace glueball {

void require_room_for_rectangles(const Geometry& g) {
  for (const int extent : g.extents())
    if (extent < 4)
      throw Error(ErrorKind::bad_value,
                  "lattice " + g.to_string() + " is too small for rectangles: one would contain a link twice",
                  "use extents of 4 and more, or <action wilson>");
}

}  // namespace glueball
