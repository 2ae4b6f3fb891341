#include "app/twin.hpp"

#include <memory>
#include <unordered_map>

#include "app/benchmark.hpp"
#include "reference/axpy.hpp"
#include "reference/chiral_block.hpp"
#include "reference/clover.hpp"
#include "reference/clover_force.hpp"
#include "reference/clover_operator.hpp"
#include "reference/fermion_force.hpp"
#include "reference/flow.hpp"
#include "reference/gauge_fixing.hpp"
#include "reference/gauge_force.hpp"
#include "reference/gaussian_colour.hpp"
#include "reference/gaussian_momenta.hpp"
#include "reference/gaussian_spinor.hpp"
#include "reference/heatbath.hpp"
#include "reference/norm2.hpp"
#include "reference/plaquette.hpp"
#include "reference/staggered.hpp"
#include "reference/staggered_force.hpp"
#include "reference/twisted_mass.hpp"
#include "reference/update_links.hpp"

namespace glueball::app {
namespace {

using Work = std::function<void()>;
using reference::WilsonOperator;

constexpr std::uint64_t kSeed = 20061;
constexpr double kKappa = 0.12, kEps = 1e-3;
constexpr int kRightHandSides = 8;  // of dslash-multi

const Configuration& links(const Geometry& g) { return benchmark_links(g); }
HalfSpinorField spinor(const Geometry& g, Parity parity) {
  return reference::gaussian_spinor(g, parity, kSeed, 1);
}

/// A copy of the field in either precision.
template <class Real>
reference::HalfField<Real> in_precision(const HalfSpinorField& psi) {
  reference::HalfField<Real> copy(psi.size());
  for (std::size_t n = 0; n < psi.size(); ++n)
    for (std::size_t spin = 0; spin < 4; ++spin)
      for (std::size_t colour = 0; colour < 3; ++colour)
        copy[n].s[spin][colour] = std::complex<Real>(psi[n].s[spin][colour]);
  return copy;
}

template <class Real>
Work hop(const Geometry& g, int count) {
  struct State {
    WilsonOperator<Real> op;
    reference::HalfField<Real> in, out;
  };
  auto s = std::make_shared<State>(
      State{WilsonOperator<Real>(links(g), kKappa), in_precision<Real>(spinor(g, Parity::even)), {}});
  s->out.resize(s->in.size());
  return [s, count] {
    for (int n = 0; n < count; ++n) s->op.hop(Parity::odd, s->in, s->out);
  };
}

/// The even-odd operator of any action.
template <class Operator, class Field>
Work even_odd(std::shared_ptr<Operator> op, Field in) {
  auto fields = std::make_shared<std::array<Field, 2>>(std::array<Field, 2>{in, in});
  return [op, fields] { op->even_odd((*fields)[0], (*fields)[1]); };
}

template <class Real>
Work wilson(const Geometry& g) {
  return even_odd(std::make_shared<WilsonOperator<Real>>(links(g), kKappa),
                  in_precision<Real>(spinor(g, Parity::even)));
}

/// Changes momenta, or links, again and again.
struct Moving {
  explicit Moving(const Geometry& g) : u(links(g)), p(g) { reference::gaussian_momenta(p, kSeed, 1); }
  Configuration u;
  Momenta p;
};

Work moving(const Geometry& g, std::function<void(Moving&)> step) {
  return [state = std::make_shared<Moving>(g), step] { step(*state); };
}

reference::FullField<double> full_spinor(const Geometry& g) {
  return {spinor(g, Parity::even), spinor(g, Parity::odd)};
}

Work fermion_force(const Geometry& g) {
  return moving(g, [x = full_spinor(g)](Moving& m) {
    reference::fermion_force(m.u, kAntiperiodicInTime, kKappa, x, x, kEps, m.p);
  });
}

Work staggered(const Geometry& g) {
  auto op = std::make_shared<reference::StaggeredOperator>(links(g), 0.1);
  auto in = std::make_shared<HalfColourField>(reference::gaussian_colour(g, Parity::even, kSeed, 1));
  auto out = std::make_shared<HalfColourField>(*in);
  return [op, in, out] { op->hop(Parity::odd, *in, *out); };
}

Work staggered_force(const Geometry& g) {
  const reference::FullColourField x{reference::gaussian_colour(g, Parity::even, kSeed, 1),
                                     reference::gaussian_colour(g, Parity::odd, kSeed, 1)};
  return moving(g, [x](Moving& m) { reference::staggered_force(m.u, kAntiperiodicInTime, x, kEps, m.p); });
}

Work clover_force(const Geometry& g) {
  reference::TensorField z(g.volume());
  for (const Parity parity : {Parity::even, Parity::odd})
    reference::add_clover_outer(g, parity, 1, spinor(g, parity), spinor(g, parity), z);
  return moving(g, [z](Moving& m) { reference::clover_force(m.u, z, kEps, m.p); });
}

Work clover_quark(const Geometry& g) {
  return even_odd(
      std::make_shared<reference::CloverOperator>(links(g), kKappa, reference::CloverOperator::Options{}),
      spinor(g, Parity::even));
}

Work clover_determinant(const Geometry& g) {
  auto t = std::make_shared<HalfChiralField>(reference::clover_term(links(g), Parity::odd, kKappa, 1.0));
  return [t] { reference::log_determinant(*t); };
}

Work norm2(const Geometry& g) {
  return [x = spinor(g, Parity::even)] { reference::norm2(x); };
}

Work axpby(const Geometry& g) {
  auto y = std::make_shared<HalfSpinorField>(spinor(g, Parity::odd));
  return [x = spinor(g, Parity::even), y] { reference::axpby(0.5, x, 0.25, *y); };
}

Work flow_step(const Geometry& g, const reference::FlowAction& action) {
  return moving(g, [action](Moving& m) { reference::flow_step(m.u, action, kEps); });
}

Work gauge_fixing(const Geometry& g, Gauge gauge, const reference::GaugeStep& step) {
  return moving(g, [gauge, step](Moving& m) {
    for (const Parity parity : {Parity::even, Parity::odd}) reference::relax_gauge(m.u, gauge, parity, step);
  });
}

Work overrelaxation(const Geometry& g, Gauge gauge, reference::GaugeStep::Kind kind) {
  return gauge_fixing(g, gauge, {.kind = kind, .strength = 1.7});
}

using Make = std::function<Twin(const Geometry&)>;
const std::unordered_map<std::string_view, Make>& twins() {
  using Kind = reference::GaugeStep::Kind;
  using G = const Geometry&;
  static const Make relaxation = [](G g) {
    return Twin{overrelaxation(g, Gauge::landau, Kind::expanded1), {}};
  };
  static const std::unordered_map<std::string_view, Make> all = {
      {"dslash",
       [](G g) {
         return Twin{hop<double>(g, 1), hop<float>(g, 1)};
       }},
      {"dslash-multi",
       [](G g) {
         return Twin{hop<double>(g, kRightHandSides), hop<float>(g, kRightHandSides)};
       }},
      {"even-odd",
       [](G g) {
         return Twin{wilson<double>(g), wilson<float>(g)};
       }},
      {"twisted-mass",
       [](G g) {
         return Twin{even_odd(std::make_shared<reference::TwistedMassOperator>(links(g), kKappa, 0.1),
                              spinor(g, Parity::even)),
                     {}};
       }},
      {"clover-quark",
       [](G g) {
         return Twin{clover_quark(g), {}};
       }},
      {"clover-determinant",
       [](G g) {
         return Twin{clover_determinant(g), {}};
       }},
      {"staggered",
       [](G g) {
         return Twin{staggered(g), {}};
       }},
      {"norm2",
       [](G g) {
         return Twin{norm2(g), {}};
       }},
      {"axpby",
       [](G g) {
         return Twin{axpby(g), {}};
       }},
      {"plaquette",
       [](G g) {
         return Twin{[g] { reference::plaquette(links(g)); }, {}};
       }},
      {"gauge-force",
       [](G g) {
         return Twin{moving(g, [](Moving& m) { reference::gauge_force(m.u, 6.0, kEps, m.p); }), {}};
       }},
      {"fermion-force",
       [](G g) {
         return Twin{fermion_force(g), {}};
       }},
      {"staggered-force",
       [](G g) {
         return Twin{staggered_force(g), {}};
       }},
      {"clover-force",
       [](G g) {
         return Twin{clover_force(g), {}};
       }},
      {"update-links",
       [](G g) {
         return Twin{moving(g, [](Moving& m) { reference::update_links(m.u, m.p, kEps); }), {}};
       }},
      {"heatbath",
       [](G g) {
         return Twin{
             moving(g, [step = 0u](
                           Moving& m) mutable { reference::heatbath(m.u, {.beta = 6.0}, kSeed, step++); }),
             {}};
       }},
      {"overrelax",
       [](G g) {
         return Twin{moving(g, [](Moving& m) { reference::overrelax(m.u, {.beta = 6.0}); }), {}};
       }},
      {"flow-step",
       [](G g) {
         return Twin{flow_step(g, reference::kWilsonFlow), {}};
       }},
      {"symanzik-step",
       [](G g) {
         return Twin{flow_step(g, reference::kSymanzikFlow), {}};
       }},
      {"zeuthen-step",
       [](G g) {
         return Twin{flow_step(g, reference::kZeuthenFlow), {}};
       }},
      {"clover",
       [](G g) {
         return Twin{[g] { reference::action_density(links(g)); }, {}};
       }},
      {"fix", relaxation},
      {"fix-site", relaxation},
      {"fix-link", relaxation},
      {"fix-exact",
       [](G g) {
         return Twin{overrelaxation(g, Gauge::landau, Kind::power), {}};
       }},
      {"fix-coulomb",
       [](G g) {
         return Twin{overrelaxation(g, Gauge::coulomb, Kind::expanded1), {}};
       }},
      {"fix-mag",
       [](G g) {
         return Twin{overrelaxation(g, Gauge::maximally_abelian, Kind::expanded1), {}};
       }},
      {"fix-sa",
       [](G g) {
         return Twin{gauge_fixing(g, Gauge::landau,
                                  {.kind = Kind::heatbath, .strength = 1, .seed = kSeed, .step = 1}),
                     {}};
       }},
  };
  return all;
}

Timing time_of(const Work& work, double total_seconds) {
  const auto batch = [&](std::size_t runs) {
    return batch_time([&] {
      for (std::size_t n = 0; n < runs; ++n) work();
    });
  };
  return sustained(batch, false, total_seconds);
}

}  // namespace

Twin twin_of(std::string_view benchmark, const Geometry& geometry) {
  const auto found = twins().find(benchmark);
  return found == twins().end() ? Twin{} : found->second(geometry);
}

void measure_twin(const Twin& twin, double total_seconds, BenchRow& row) {
  if (twin.in_double) {
    const Timing t = time_of(twin.in_double, total_seconds);
    row.twin_seconds = t.seconds;
    row.twin_processor_seconds = t.processor_seconds;
  }
  if (twin.in_single) row.twin_single_seconds = time_of(twin.in_single, total_seconds).seconds;
}

}  // namespace glueball::app
