// Derivatives of a staggered hop in a chemical potential: hops in TIME alone. If they are SYMMETRIC, backward
// terms are added, not subtracted.
layout(constant_id = CONSTANT_FLAG_0) const uint TIME = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint SYMMETRIC = 0;
#define BACKWARDS (SYMMETRIC != 0 ? real(-1) : real(1))
