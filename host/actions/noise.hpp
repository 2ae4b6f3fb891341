// The noise that pseudofermions of Wilson quarks are made of.
#pragma once

#include "actions/context.hpp"

namespace glueball {

/// eta of weight exp(-eta^+ eta) on the sites of a parity, in the precision of the lattice: a function of
/// seed, number and step, or of the generators.
void draw_spinors(const ActionContext& context, std::uint32_t step, SpinorField& eta,
                  Parity parity = Parity::even);

}  // namespace glueball
