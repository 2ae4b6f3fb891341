// Puts a spinor field at the sites of `parity` into near-null vector number `vector`.
struct ToAggregatesArgs {
  uint parity;
  uint vector;
};

// Restriction and prolongation. `parity` is that of the fine sites; restriction computes the
// coarse sites of `coarse_parity`.
struct TransferArgs {
  uint parity;
  uint coarse_parity;
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

// out = a x + b L psi on the coarse sites of `parity`. The vectors begin at these planes of their fields.
struct CoarseHopArgs {
  uint parity;
  float a;
  float b;
  uint from;
  uint x_from;
  uint to;
};

// Step number `step` of generalised conjugate residuals on vectors of so many texels. A scalar product has
// `count` partial results. `more` is 0 in the last step.
struct GcrArgs {
  uint step;
  uint texels;
  uint count;
  uint more;
};
