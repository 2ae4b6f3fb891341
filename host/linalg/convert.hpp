// Fields from one precision to another, on the device.
#pragma once

#include "lattice/field.hpp"

namespace glueball {

/// to = from. Both lattices are of one size on one device and store fields in buffers or texel buffers; equal
/// precisions are a copy, but for half precision in different formats. Throws Error(usage) for images, and
/// for gauge fields with different reconstructions or with 8 reals a link, of which half precision stores
/// other numbers, in each of its formats its own, where one of the two is in half and the other is not alike.
void convert(const DeviceLattice& from_lattice, const SpinorField& from, const DeviceLattice& to_lattice,
             SpinorField& to);
void convert(const DeviceLattice& from_lattice, const ColourField& from, const DeviceLattice& to_lattice,
             ColourField& to);
void convert(const DeviceLattice& from_lattice, const GaugeField& from, const DeviceLattice& to_lattice,
             GaugeField& to);
void convert(const DeviceLattice& from_lattice, const ChiralField& from, const DeviceLattice& to_lattice,
             ChiralField& to);
/// There are none in half precision.
void convert(const DeviceLattice& from_lattice, const MomentumHalf& from, const DeviceLattice& to_lattice,
             MomentumHalf& to);

}  // namespace glueball
