// Fields from one precision to another, on the device.
#pragma once

#include "lattice/field.hpp"

namespace glueball {

/// Copies `from` to `to`, rounded to the precision of `to`. The two lattices have the same size and device,
/// and keep their fields in buffers or texel buffers. Throws Error(usage) for images, for gauge fields of
/// different reconstruction, and for links of 8 reals from or to half precision, except within one format
/// of it: the 8 numbers that stand for a link are different ones there.
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
