// Conversion between the host's fields (double precision, DeGrand-Rossi basis) and the device's (RGBA planes
// in its precision). For a part of a lattice the host's fields are that part. After an upload the neighbours'
// sites on the device are 0 (halo/halo.hpp).
#pragma once

#include "field/field.hpp"
#include "lattice/chiral_block.hpp"
#include "lattice/colour_vector.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"
#include "lattice/spinor.hpp"

namespace glueball {

void upload(const Configuration& from, GaugeField& to);
/// Returns the links as the device holds them; with 12 or 8 reals a link the rest is computed in double.
Configuration download(const GaugeField& from);
/// Returns the links, each projected to SU(3) in double precision: the configuration of a chain's state.
Configuration download_unitary(const GaugeField& from);

void upload(const ParitySpinorField& from, SpinorField& to);
void download(const SpinorField& from, ParitySpinorField& to);

void upload(const ParityColourField& from, ColourField& to);
void download(const ColourField& from, ParityColourField& to);

/// The blocks are hermitian; elements above the diagonal are ignored.
void upload(const ParityChiralField& from, ChiralField& to);

void upload(const Momenta& from, MomentumField& to);
Momenta download(const MomentumField& from);

}  // namespace glueball
