// Derivatives of a staggered hop in a chemical potential: they are hops in TIME alone, and where they are
// SYMMETRIC the terms backwards are added, not taken away.
layout(constant_id = CONSTANT_FLAG_0) const uint TIME = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint SYMMETRIC = 0;
#define BACKWARDS (SYMMETRIC != 0 ? real(-1) : real(1))
