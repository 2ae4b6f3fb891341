// Test kernels for shaders/lib, one for each of its files; only tests run them.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball {

namespace args {
#include "args/probe.h"
}  // namespace args

namespace kernels::probe {

/// Plain buffers, whose layout is in the shader's first lines.
using Input = In<BoundMemory>;
using Output = Out<BoundMemory>;

using Backend = Kernel<"probe/backend", Shape::sites, args::RandomArgs, Output>;
using Complex = Kernel<"probe/complex", Shape::sites, args::ProbeArgs, Input, Output>;
using Su3 = Kernel<"probe/su3", Shape::sites, args::ProbeArgs, Input, Output>;
using Su2 = Kernel<"probe/su2", Shape::sites, args::ProbeArgs, Input, Output>;
using Gamma = Kernel<"probe/gamma", Shape::sites, args::ProbeArgs, Input, Output>;
using Algebra = Kernel<"probe/algebra", Shape::sites, args::ProbeArgs, Input, Output>;
using Lattice = Kernel<"probe/lattice", Shape::sites, args::SiteArgs, Output>;
using Philox = Kernel<"probe/philox", Shape::sites, args::ProbeArgs, Input, Output>;
using Reduce = Kernel<"probe/reduce", Shape::sums, args::ProbeArgs, Input, Out<Partials>>;
/// Fields: x, y, z, and the contents of x as [site][plane].
using FieldAccess =
    Kernel<"probe/field", Shape::sites, args::RealsArgs, In<Field>, InOut<Field>, Out<Field>, Output>;
using Spinor =
    Kernel<"probe/spinor", Shape::sites, args::ProbeArgs, In<SpinorField>, Out<SpinorField>, Output>;
using Link = Kernel<"probe/link", Shape::sites, args::ProbeArgs, In<ParityLinks>, Out<ParityLinks>, Output>;

inline std::vector<KernelRecord> all() {
  return {Backend::record(),     Complex::record(), Su3::record(),    Gamma::record(),
          Algebra::record(),     Lattice::record(), Philox::record(), Reduce::record(),
          FieldAccess::record(), Spinor::record(),  Link::record(),   Su2::record()};
}

}  // namespace kernels::probe
}  // namespace glueball
