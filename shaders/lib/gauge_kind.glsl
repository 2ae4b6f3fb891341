// The gauge that is fixed (lib/gauge_fixing.glsl), and the time slices that are already fixed.
layout(constant_id = CONSTANT_FLAG_0) const uint GAUGE_LOW = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint GAUGE_HIGH = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint GAUGE_THIRD = 0;
const uint GAUGE = GAUGE_LOW + 2 * GAUGE_HIGH + 4 * GAUGE_THIRD;
const uint COULOMB = 1, MAXIMALLY_ABELIAN = 2, RESIDUAL = 3, CENTRE = 4;  // Landau is 0
const uint GAUGE_DIRECTIONS = GAUGE == COULOMB ? 3 : 4;

// SLICES_IN(slot) has a word for each time slice. In Coulomb gauge the slices are independent problems, and
// slices that have converged are skipped.
#define SLICES_IN(slot) \
  layout(std430, binding = slot) readonly restrict buffer SliceBlock { uint slice_active[]; }; \
  bool at_rest(Site s) { \
    bool rest = false; \
    if (GAUGE == COULOMB) rest = slice_active[s.t] == 0; \
    return rest; \
  }
