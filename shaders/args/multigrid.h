// Puts a spinor field at the sites of `parity` into near-null vector number `vector`.
struct ToAggregatesArgs {
  uint parity;
  uint vector;
};

// Restriction and prolongation. `parity` is that of the fine sites; restriction computes the
// coarse sites of `coarse_parity`. `column` is the first of the coarse field's vectors.
struct TransferArgs {
  uint parity;
  uint coarse_parity;
  uint column;
};

// The Galerkin product over the fine sites of `parity`: coarse sites of `coarse_parity`, hops along
// `direction`; direction 4 is the site-diagonal part. Products of equal chiralities are multiplied by `same`,
// others by `opposite`. If `first` has bit 0 the links between coarse sites are set, otherwise added to; bit
// 1 is the same for products within an aggregate.
struct GalerkinArgs {
  uint parity;
  uint coarse_parity;
  uint direction;
  uint first;
  float same;
  float opposite;
};

// out = a x + b L psi on the coarse sites of `parity`, for so many groups of columns. The first column begins
// at these planes of the fields, and the columns have these distances.
struct CoarseHopArgs {
  uint parity;
  float a;
  float b;
  uint groups;
  uint from;
  uint from_stride;
  uint x_from;
  uint x_stride;
  uint to;
  uint to_stride;
};

// Step number `step` of generalised conjugate residuals for so many columns of so many texels each. The
// vectors of step s are at s % GCR_KEPT, and a new one is made orthogonal to the last GCR_KEPT - 1. A scalar
// product has `count` partial results.
struct GcrArgs {
  uint step;
  uint columns;
  uint texels;
  uint count;
};
