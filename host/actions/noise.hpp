// Gaussian noise for the pseudofermions of Wilson quarks.
#pragma once

#include "actions/context.hpp"

namespace glueball {

/// Draws eta with weight exp(-eta^+ eta) on the sites of a parity, in the precision of the lattice. It is a
/// function of seed, number and step, or of the generators.
void draw_spinors(const ActionContext& context, std::uint32_t step, SpinorField& eta,
                  Parity parity = Parity::even);

}  // namespace glueball
