#version 460
// variants: storage
// The Galerkin product: near-null vectors times the hops of near-null vectors, summed over the sites of one
// parity in each aggregate. Products across the aggregate's border are links between coarse sites, those
// within it belong to the coarse site itself. A thread has two rows and two columns of a coarse site.
//
// A forward hop is -kappa (1 - gamma_mu) h with h = U_mu(x) v(x + mu). With chiral parts (gamma_k h)+ =
// -i sigma_k h-, (gamma_k h)- = i sigma_k h+, and gamma_t exchanges the parts.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/aggregates.glsl"
#include "args/multigrid.h"

ARGUMENTS(GalerkinArgs)
FIELD_IN(0, vectors)
FIELD_IN(1, hops)
FIELD_INOUT(2, links)
FIELD_INOUT(3, own)

struct Part {
  real4 p, q, r;
};

/// Returns sigma_k times two spins.
Part sigma(Part h, uint k) {
  Part s = h;
  if (k == 2) {
    s.q.zw = -h.q.zw;
    s.r = -h.r;
  } else if (k < 2) {
    s = Part(real4(h.q.zw, h.r.xy), real4(h.r.zw, h.p.xy), real4(h.p.zw, h.q.xy));
    if (k == 1) {  // the first spin times -i, the second times i
      s.p = real4(s.p.y, -s.p.x, s.p.w, -s.p.z);
      s.q = real4(s.q.y, -s.q.x, -s.q.w, s.q.z);
      s.r = real4(-s.r.y, s.r.x, -s.r.w, s.r.z);
    }
  }
  return s;
}

Part vector_part(uint at) {
  return Part(vectors_texel(at), vectors_texel(at + part_stride()), vectors_texel(at + 2 * part_stride()));
}
Part hop_part(uint at) {
  return Part(hops_texel(at), hops_texel(at + part_stride()), hops_texel(at + 2 * part_stride()));
}
cplx product(Part v, Part h) {
  return dot_texels(v.p, h.p) + dot_texels(v.q, h.q) + dot_texels(v.r, h.r);
}

/// Returns the coefficient times a sum of products.
real4 weighted(real4 sum, bool same, uint row_chirality) {
  real4 w = args.same * sum;
  if (!same) {
    w = args.opposite * sum;
    const real4 turned = real4(-w.y, w.x, -w.w, w.z);
    if (args.direction < 3) w = row_chirality == 0 ? -turned : turned;
  }
  return w;
}

void main() {
  const uint i = GRID_FIRST;
  if (i >= COARSE_SITES * VECTORS * VECTORS) return;
  const uint row = 2 * (i % VECTORS), column = 2 * (i / VECTORS % VECTORS),
             coarse_site = i / (VECTORS * VECTORS);
  const uint aggregate = args.coarse_parity * COARSE_SITES + coarse_site;
  const uint row_chirality = row / VECTORS, column_chirality = column / VECTORS;
  const bool same = row_chirality == column_chirality;
  const uint v = part_texel(aggregate, row_chirality, row % VECTORS, 0);
  const uint h = part_texel(aggregate, column_chirality, column % VECTORS, 0);
  const uint last = args.direction == 0   ? WIDTH_X - 1
                    : args.direction == 1 ? WIDTH_Y - 1
                    : args.direction == 2 ? WIDTH_Z - 1
                                          : WIDTH_T - 1;
  // Each texel has the products of a row with both columns.
  real4 across = real4(0), across_next = real4(0), inside = real4(0), inside_next = real4(0);
  for (uint k = 0; k < BLOCK_HALF; ++k) {
    const uvec4 offset = aggregate_offset(k, args.parity);
    const uint along = args.direction == 0   ? offset.x
                       : args.direction == 1 ? offset.y
                       : args.direction == 2 ? offset.z
                                             : offset.w;
    const Part a = vector_part(v + 4 * k), b = vector_part(v + 4 * k + 1);
    Part c = hop_part(h + 4 * k), d = hop_part(h + 4 * k + 1);
    if (!same) {
      c = sigma(c, args.direction);
      d = sigma(d, args.direction);
    }
    const real4 first = real4(product(a, c), product(a, d)), second = real4(product(b, c), product(b, d));
    if (along == last && args.direction < 4) {
      across += first;
      across_next += second;
    } else {
      inside += first;
      inside_next += second;
    }
  }
  const uint at = (coarse_site * VECTORS + column / 2) * 2 * VECTORS + row;
  real4 sum = weighted(inside, same, row_chirality), next = weighted(inside_next, same, row_chirality);
  if ((args.first & 2u) == 0) {
    sum += own_texel(at);
    next += own_texel(at + 1);
  }
  own_put_texel(at, sum);
  own_put_texel(at + 1, next);
  if (args.direction < 4) {
    const uint to = at + (3 * coarse_site + args.direction) * 2 * VECTORS * VECTORS;
    sum = weighted(across, same, row_chirality);
    next = weighted(across_next, same, row_chirality);
    if ((args.first & 1u) == 0) {
      sum += links_texel(to);
      next += links_texel(to + 1);
    }
    links_put_texel(to, sum);
    links_put_texel(to + 1, next);
  }
}
