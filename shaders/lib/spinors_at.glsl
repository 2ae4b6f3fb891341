// Spinors of a field of several: a spinor is six planes, from plane n on. Needs a field `result` to write.

/// These load two spins of a field, from plane n on, and all four.
#define SPINS_AT(psi, n, site) \
  half_spinor_of_planes(psi##_interleaved(SPINOR_INTERLEAVED, n, site), \
                        psi##_interleaved(SPINOR_INTERLEAVED, n + 1, site), \
                        psi##_interleaved(SPINOR_INTERLEAVED, n + 2, site))
#define SPINOR_AT(psi, n, site) joined(SPINS_AT(psi, n, site), SPINS_AT(psi, n + 3, site))
Spinor joined(HalfSpinor upper, HalfSpinor lower) { return Spinor(upper.a, upper.b, lower.a, lower.b); }

SPINOR_STORE_PLANES(result)
void put_spinor(uint n, uint site, Spinor v) {
  result_put_half(n, site, v.s0, v.s1);
  result_put_half(n + 3, site, v.s2, v.s3);
}
