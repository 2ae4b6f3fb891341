// The kernel specs that each file of this module defines.
#pragma once

#include <memory>

#include "cards/card.hpp"
#include "field/field.hpp"

namespace glueball {
class HisqOperator;
}

namespace glueball::cards {

std::vector<Card> wilson_cards();
std::vector<Card> clover_quark_cards();
std::vector<Card> staggered_cards();
std::vector<Card> naik_cards();
std::vector<Card> hisq_cards();
std::vector<Card> staggered_multi_cards();
/// Returns an operator of HISQ quarks in any precision. The caller makes its links.
std::shared_ptr<HisqOperator> benchmark_hisq(const DeviceLattice& lattice, const GaugeField& u, double mass,
                                             double epsilon);
/// The HISQ hop is the Naik kernel's.
Workload hisq_hop(const DeviceLattice& lattice);
Twin hisq_hop_twin(const Geometry& g);
/// Returns the bytes of the eight fat and eight long links that a HISQ hop to one site reads.
double hisq_links_bytes(const DeviceLattice& lattice);
std::vector<Card> solver_cards();
std::vector<Card> overlap_cards();
std::vector<Card> linalg_cards();
std::vector<Card> halo_cards();
std::vector<Card> gauge_cards();
std::vector<Card> force_cards();
std::vector<Card> heatbath_cards();
std::vector<Card> flow_cards();
std::vector<Card> measure_cards();
std::vector<Card> random_cards();
std::vector<Card> fixing_cards();
std::vector<Card> picture_cards();

}  // namespace glueball::cards
