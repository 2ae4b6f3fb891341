// The kernel specs that each file of this module defines.
#pragma once

#include <memory>

#include "field/field.hpp"
#include "kernel_specs/kernel_spec.hpp"

namespace glueball {
class HisqOperator;
}

namespace glueball::kernel_specs {

std::vector<KernelSpec> wilson_specs();
std::vector<KernelSpec> clover_quark_specs();
std::vector<KernelSpec> staggered_specs();
std::vector<KernelSpec> naik_specs();
std::vector<KernelSpec> hisq_specs();
std::vector<KernelSpec> staggered_multi_specs();
/// Returns an operator of HISQ quarks in any precision. The caller makes its links.
std::shared_ptr<HisqOperator> benchmark_hisq(const DeviceLattice& lattice, const GaugeField& u, double mass,
                                             double epsilon);
/// The HISQ hop is the Naik kernel's.
Workload hisq_hop(const DeviceLattice& lattice);
Reference hisq_hop_reference(const Geometry& g);
/// Returns the bytes of the eight fat and eight long links that a HISQ hop to one site reads.
double hisq_links_bytes(const DeviceLattice& lattice);
std::vector<KernelSpec> solver_specs();
std::vector<KernelSpec> multigrid_specs();
std::vector<KernelSpec> overlap_specs();
std::vector<KernelSpec> linalg_specs();
std::vector<KernelSpec> halo_specs();
std::vector<KernelSpec> gauge_specs();
std::vector<KernelSpec> force_specs();
std::vector<KernelSpec> heatbath_specs();
std::vector<KernelSpec> flow_specs();
std::vector<KernelSpec> measure_specs();
std::vector<KernelSpec> random_specs();
std::vector<KernelSpec> fixing_specs();
std::vector<KernelSpec> picture_specs();

}  // namespace glueball::kernel_specs
