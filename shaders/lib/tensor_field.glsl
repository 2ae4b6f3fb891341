// Six hermitian 3 x 3 matrices a site, one for each plane of the lattice: the field strength, or the factor
// of its change in a force. Planes 0-2 are (y, z), (z, x), (x, y), planes 3-5 are (x, t), (y, t), (z, t). A
// matrix is three texels: its diagonal; (1,0) and (2,0); (2,1).
//
// TENSOR_IN(slot, z) gives `Su3 z(plane, site)`, TENSOR_OUT `z_put(plane, site, matrix)`, which stores the
// lower half.
Su3 su3_of_tensor(real4 p, real4 q, real4 r) {
  Su3 m;
  m.re = real3x3(p.x, q.x, q.z, q.x, p.y, r.x, q.z, r.x, p.z);
  m.im = real3x3(real(0), q.y, q.w, -q.y, real(0), r.y, -q.w, -r.y, real(0));
  return m;
}

/// Returns (m + m^+) / 2.
Su3 hermitian_of(Su3 m) {
  const Su3 a = adjoint(m);
  return scale(real(0.5), add(m, a));
}

#define TENSOR_LOAD(field) \
  Su3 field(uint plane, uint site) { \
    return su3_of_tensor(field##_plane(3 * plane, site), field##_plane(3 * plane + 1, site), \
                         field##_plane(3 * plane + 2, site)); \
  }
#define TENSOR_STORE(field) \
  void field##_put(uint plane, uint site, Su3 m) { \
    field##_store(3 * plane, site, real4(m.re[0].x, m.re[1].y, m.re[2].z, 0)); \
    field##_store(3 * plane + 1, site, real4(m.re[0].y, m.im[0].y, m.re[0].z, m.im[0].z)); \
    field##_store(3 * plane + 2, site, real4(m.re[1].z, m.im[1].z, 0, 0)); \
  }
#define TENSOR_IN(slot, field) FIELD_IN(slot, field) TENSOR_LOAD(field)
#define TENSOR_OUT(slot, field) FIELD_OUT(slot, field) TENSOR_STORE(field)
#define TENSOR_INOUT(slot, field) FIELD_INOUT(slot, field) TENSOR_LOAD(field) TENSOR_STORE(field)
