// Spin traces of a site's hermitian blocks with sigma_mu_nu, plane by plane. Needs a TENSOR_INOUT field z and
// args.a; include lib/hermitian6.glsl before. sigma_jk = -eps_jkl s_l, and sigma_kt = +-s_k on the
// chiralities +-1 (s are Pauli's matrices). lib/tensor_field.glsl has the order of the planes.
struct Three {
  Su3 a, b, c;
};

/// Returns the spin traces with Pauli's three matrices.
Three pauli_traces(Hermitian6 m) {
  Su3 lower, difference;
  [[unroll]] for (int i = 0; i < 3; ++i)
    [[unroll]] for (int j = 0; j < 3; ++j) {
      const cplx c = at(m, i + 3, j), d = at(m, i, j) - at(m, i + 3, j + 3);
      lower.re[j][i] = c.x, lower.im[j][i] = c.y;
      difference.re[j][i] = d.x, difference.im[j][i] = d.y;
    }
  const Su3 upper = adjoint(lower), turned = sub(upper, lower);
  return Three(add(lower, upper), Su3(-turned.im, turned.re), difference);
}

/// Sets z, or adds to it, a times the traces of the blocks of both chiralities.
void put_trace(uint plane, uint i, Su3 m, bool adds) {
  Su3 sum = scale(args.a, m);
  if (adds) sum = add(z(plane, i), sum);
  z_put(plane, i, sum);
}
void put_traces(uint i, Three plus, Three minus, bool adds) {
  put_trace(0, i, scale(real(-1), add(plus.a, minus.a)), adds);
  put_trace(1, i, scale(real(-1), add(plus.b, minus.b)), adds);
  put_trace(2, i, scale(real(-1), add(plus.c, minus.c)), adds);
  put_trace(3, i, sub(plus.a, minus.a), adds);
  put_trace(4, i, sub(plus.b, minus.b), adds);
  put_trace(5, i, sub(plus.c, minus.c), adds);
}
