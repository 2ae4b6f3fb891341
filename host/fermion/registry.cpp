#include "fermion/registry.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "cpu/hisq.hpp"
#include "cpu/staggered.hpp"
#include "cpu/twisted_mass.hpp"
#include "fermion/clover_operator.hpp"
#include "fermion/hisq_operator.hpp"
#include "fermion/naik_operator.hpp"
#include "fermion/staggered_operator.hpp"
#include "fermion/wilson_operator.hpp"

namespace glueball {
namespace {

using Spinors = std::unique_ptr<SpinorOperator>;
using Colours = std::unique_ptr<ColourOperator>;

Spinors wilson_on_device(const DeviceLattice& lattice, const GaugeField& u, const QuarkParameters& q) {
  return std::make_unique<WilsonOperator>(lattice, u, q.kappa, q.action == QuarkAction::wilson ? 0 : q.mu,
                                          q.boundary);
}

OperatorPair<SpinorField> wilson(const Configuration& u, const QuarkParameters& q) {
  return {std::make_unique<cpu::WilsonOperator<double>>(u, q.kappa, q.boundary),
          [q](const DeviceLattice& lattice, const GaugeField& links) {
            return wilson_on_device(lattice, links, q);
          }};
}

OperatorPair<SpinorField> twisted_mass(const Configuration& u, const QuarkParameters& q) {
  return {std::make_unique<cpu::TwistedMassOperator>(u, q.kappa, q.mu, q.boundary),
          [q](const DeviceLattice& lattice, const GaugeField& links) {
            return wilson_on_device(lattice, links, q);
          }};
}

Spinors clover_on_device(const DeviceLattice& lattice, const GaugeField& u, const QuarkParameters& q) {
  return std::make_unique<CloverOperator>(lattice, u, q.kappa, q.csw, q.mu, q.boundary, q.exponential);
}

OperatorPair<SpinorField> clover(const Configuration& u, const QuarkParameters& q) {
  auto host = std::make_unique<cpu::CloverOperator>(
      u, q.kappa,
      cpu::CloverOperator::Options{
          .csw = q.csw, .mu = q.mu, .exponential = q.exponential, .boundary = q.boundary});
  const cpu::CloverOperator& exact = *host;
  return {std::move(host), [&exact](const DeviceLattice& lattice, const GaugeField& links) {
            return std::make_unique<CloverOperator>(lattice, links, exact);
          }};
}

Colours staggered_on_device(const DeviceLattice& lattice, const GaugeField& u, const QuarkParameters& q) {
  return std::make_unique<StaggeredOperator>(lattice, u, q.mass, q.boundary);
}

OperatorPair<ColourField> staggered(const Configuration& u, const QuarkParameters& q) {
  return {std::make_unique<cpu::StaggeredOperator>(u, q.mass, q.boundary),
          [q](const DeviceLattice& lattice, const GaugeField& links) {
            return staggered_on_device(lattice, links, q);
          }};
}

Colours naik_on_device(const DeviceLattice& lattice, const GaugeField& u, const QuarkParameters& q) {
  return std::make_unique<NaikOperator>(lattice, u, q.mass, q.boundary);
}

OperatorPair<ColourField> naik(const Configuration& u, const QuarkParameters& q) {
  return {std::make_unique<cpu::NaikOperator>(u, q.mass, q.boundary),
          [q](const DeviceLattice& lattice, const GaugeField& links) {
            Colours op = naik_on_device(lattice, links, q);
            op->links_changed();
            return op;
          }};
}

Colours hisq_on_device(const DeviceLattice& lattice, const GaugeField& u, const QuarkParameters& q) {
  auto op = std::make_unique<HisqOperator>(lattice, u, q.mass, q.epsilon, q.boundary);
  op->set_force_filter(q.force_filter);
  return op;
}

OperatorPair<ColourField> hisq(const Configuration& u, const QuarkParameters& q) {
  auto exact = std::make_shared<const cpu::HopLinks>(cpu::hisq_hop_links(u, q.epsilon));
  return {std::make_unique<cpu::HisqOperator>(*exact, q.mass, q.epsilon, q.boundary),
          [q, exact](const DeviceLattice& lattice, const GaugeField& links) {
            return std::make_unique<HisqOperator>(lattice, links, q.mass, q.epsilon, q.boundary, *exact);
          }};
}

}  // namespace

template <>
const std::vector<OperatorKind<SpinorField>>& operator_kinds() {
  static const std::vector<OperatorKind<SpinorField>> kinds{
      {.action = QuarkAction::wilson,
       .name = "wilson",
       .hop = kernels::WilsonDslash::name,
       .for_several = true,
       .layers = 1,
       .example = {.action = QuarkAction::wilson, .kappa = 0.13, .boundary = kAntiperiodicInTime},
       .pair = wilson,
       .on_device = wilson_on_device},
      {.action = QuarkAction::twisted_mass,
       .name = "twisted-mass",
       .hop = kernels::WilsonDslash::name,
       .for_several = true,
       .layers = 1,
       .example =
           {.action = QuarkAction::twisted_mass, .kappa = 0.13, .mu = 0.2, .boundary = kAntiperiodicInTime},
       .pair = twisted_mass,
       .on_device = wilson_on_device},
      {.action = QuarkAction::clover,
       .name = "clover",
       .hop = kernels::WilsonDslash::name,
       .layers = 1,
       .example = {.action = QuarkAction::clover,
                   .kappa = 0.12,
                   .mu = 0.3,
                   .csw = 1.1,
                   .boundary = kAntiperiodicInTime},
       .pair = clover,
       .on_device = clover_on_device},
  };
  return kinds;
}

template <>
const std::vector<OperatorKind<ColourField>>& operator_kinds() {
  static const std::vector<OperatorKind<ColourField>> kinds{
      {.action = QuarkAction::staggered,
       .name = "staggered",
       .hop = kernels::StaggeredDslash::name,
       .for_several = true,
       .layers = 1,
       .example = {.action = QuarkAction::staggered, .mass = 0.2, .boundary = kAntiperiodicInTime},
       .pair = staggered,
       .on_device = staggered_on_device},
      {.action = QuarkAction::naik,
       .name = "naik",
       .hop = kernels::NaikDslash::name,
       .for_several = true,
       .layers = LongHopOperator::kLayers,
       .example = {.action = QuarkAction::naik, .mass = 0.2, .boundary = kAntiperiodicInTime},
       .pair = naik,
       .on_device = naik_on_device},
      {.action = QuarkAction::hisq,
       .name = "hisq",
       .hop = kernels::NaikDslash::name,
       .for_several = true,
       .layers = LongHopOperator::kLayers,
       .example =
           {.action = QuarkAction::hisq, .mass = 0.2, .epsilon = -0.1, .boundary = kAntiperiodicInTime},
       .pair = hisq,
       .on_device = hisq_on_device},
  };
  return kinds;
}

template <class F>
const OperatorKind<F>& operator_kind(QuarkAction action) {
  const auto& kinds = operator_kinds<F>();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.action == action; });
  if (found == kinds.end())
    throw Error(ErrorKind::bad_value, "the quark's fields are not those of its action",
                "this is a fault of the caller");
  return *found;
}
template const OperatorKind<SpinorField>& operator_kind(QuarkAction);
template const OperatorKind<ColourField>& operator_kind(QuarkAction);

std::vector<std::string> quark_names(bool staggered) {
  std::vector<std::string> names;
  if (!staggered)
    for (const auto& kind : operator_kinds<SpinorField>()) names.emplace_back(kind.name);
  for (const auto& kind : operator_kinds<ColourField>()) names.emplace_back(kind.name);
  return names;
}

QuarkAction quark_action(std::string_view name) {
  for (const auto& kind : operator_kinds<SpinorField>())
    if (kind.name == name) return kind.action;
  for (const auto& kind : operator_kinds<ColourField>())
    if (kind.name == name) return kind.action;
  throw Error(ErrorKind::bad_value, "no quark's action is called '" + std::string(name) + "'",
              did_you_mean(name, quark_names(), "wilson is one"));
}

bool is_staggered(QuarkAction action) {
  const auto& kinds = operator_kinds<ColourField>();
  return std::any_of(kinds.begin(), kinds.end(), [&](const auto& k) { return k.action == action; });
}

int layers_of(QuarkAction action) {
  return is_staggered(action) ? operator_kind<ColourField>(action).layers
                              : operator_kind<SpinorField>(action).layers;
}

bool takes_blocks(QuarkAction action) {
  return is_staggered(action) ? operator_kind<ColourField>(action).for_several
                              : operator_kind<SpinorField>(action).for_several;
}

std::string_view hop_kernel(QuarkAction action) {
  return is_staggered(action) ? operator_kind<ColourField>(action).hop
                              : operator_kind<SpinorField>(action).hop;
}

QuarkParameters wilson_quark(double kappa, double mu, double csw, bool exponential) {
  const QuarkAction action = csw != 0  ? QuarkAction::clover
                             : mu != 0 ? QuarkAction::twisted_mass
                                       : QuarkAction::wilson;
  return {.action = action, .kappa = kappa, .mu = mu, .csw = csw, .exponential = csw != 0 && exponential};
}

}  // namespace glueball
