// Complex 3 x 3 matrices, entry by entry. A complex number is a vec2.
#extension GL_EXT_control_flow_attributes : require  // [[unroll]]

struct Matrix {
  vec2 e[3][3];  // row, column
};

vec2 cmul(vec2 a, vec2 b) { return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
vec2 conj(vec2 a) { return vec2(a.x, -a.y); }

/// (a b)_ij = sum_k a_ik b_kj
Matrix mul(Matrix a, Matrix b) {
  Matrix c;
  [[unroll]] for (int i = 0; i < 3; ++i)
    [[unroll]] for (int j = 0; j < 3; ++j)
      c.e[i][j] = cmul(a.e[i][0], b.e[0][j]) + cmul(a.e[i][1], b.e[1][j]) + cmul(a.e[i][2], b.e[2][j]);
  return c;
}

/// (a^+)_ij = conj(a_ji)
Matrix adjoint(Matrix a) {
  Matrix c;
  [[unroll]] for (int i = 0; i < 3; ++i)
    [[unroll]] for (int j = 0; j < 3; ++j) c.e[i][j] = conj(a.e[j][i]);
  return c;
}

vec2 trace(Matrix a) { return a.e[0][0] + a.e[1][1] + a.e[2][2]; }

/// The third row of an SU(3) matrix is the conjugate cross product of the first two.
Matrix complete(Matrix u) {
  [[unroll]] for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3, l = (j + 2) % 3;
    u.e[2][j] = conj(cmul(u.e[0][k], u.e[1][l]) - cmul(u.e[0][l], u.e[1][k]));
  }
  return u;
}

/// a^+ b of two rows
vec2 overlap(vec2 a[3], vec2 b[3]) {
  return cmul(conj(a[0]), b[0]) + cmul(conj(a[1]), b[1]) + cmul(conj(a[2]), b[2]);
}

/// Gram and Schmidt: a row of length 1, a second one made orthogonal to it and of length 1, the third from
/// both.
Matrix project(Matrix u) {
  const float length0 = sqrt(overlap(u.e[0], u.e[0]).x);
  [[unroll]] for (int j = 0; j < 3; ++j) u.e[0][j] /= length0;
  const vec2 along = overlap(u.e[0], u.e[1]);
  [[unroll]] for (int j = 0; j < 3; ++j) u.e[1][j] -= cmul(along, u.e[0][j]);
  const float length1 = sqrt(overlap(u.e[1], u.e[1]).x);
  [[unroll]] for (int j = 0; j < 3; ++j) u.e[1][j] /= length1;
  return complete(u);
}

// In memory: the first two rows, 12 numbers, three texels.
Matrix unpack(vec4 p, vec4 q, vec4 r) {
  Matrix u;
  u.e[0][0] = p.xy, u.e[0][1] = p.zw, u.e[0][2] = q.xy;
  u.e[1][0] = q.zw, u.e[1][1] = r.xy, u.e[1][2] = r.zw;
  return complete(u);
}
#define LOAD(u, i) unpack(u[3 * (i)], u[3 * (i) + 1], u[3 * (i) + 2])
#define STORE(u, i, m) \
  u[3 * (i)] = vec4(m.e[0][0], m.e[0][1]); \
  u[3 * (i) + 1] = vec4(m.e[0][2], m.e[1][0]); \
  u[3 * (i) + 2] = vec4(m.e[1][1], m.e[1][2]);
