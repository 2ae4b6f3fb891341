// Between the host's fields (double precision, DeGrand-Rossi) and the device's (RGBA planes in its
// precision). Of part of a lattice the host's fields are that part's, and what a device holds of its
// neighbours is 0 after an upload (halo/halo.hpp).
#pragma once

#include "field/field.hpp"
#include "lattice/chiral_block.hpp"
#include "lattice/colour_vector.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"
#include "lattice/spinor.hpp"

namespace glueball {

void upload(const Configuration& from, GaugeField& to);
/// The links as the device holds them; with 12 or 8 reals a link the rest is computed in double.
Configuration download(const GaugeField& from);
/// The same, every link brought back to SU(3) in double precision: the configuration that a chain's state
/// stands for.
Configuration download_unitary(const GaugeField& from);

void upload(const ParitySpinorField& from, SpinorField& to);
void download(const SpinorField& from, ParitySpinorField& to);

void upload(const ParityColourField& from, ColourField& to);
void download(const ColourField& from, ParityColourField& to);

/// Hermitian blocks: what is above the diagonal is not looked at.
void upload(const ParityChiralField& from, ChiralField& to);

void upload(const Momenta& from, MomentumField& to);
Momenta download(const MomentumField& from);

}  // namespace glueball
