// Kernel specs of gradient flow and smearing.
#include "flow/flow.hpp"

#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/reference_fields.hpp"
#include "kernel_specs/tuning.hpp"
#include "reference/distance.hpp"
#include "reference/flow.hpp"
#include "reference/gauge_force.hpp"
#include "reference/smear.hpp"
#include "smear/smeared_links.hpp"

namespace glueball::kernel_specs {
namespace {

constexpr double kStep = 0.05;  // step size of checks

// A stage takes for each link 12 products and 6 sums for the staples, the force, and the exponential with its
// product.
constexpr double kLinkFlops = 13 * 198 + 6 * 18 + 32 + 3 * 198 + 20 * 14 + 150;
constexpr double kRectangleFlops = 18 * 4 * 198 + 18 * 18;  // rectangle staples, each computed by itself
constexpr double kZeuthenFlops = 4 * 198 + 100;             // two conjugations and sums
double stage_bytes(const DeviceLattice& lattice) {
  return 4 * (2 * link_bytes(lattice) + 2 * momentum_bytes(lattice));
}
double zeuthen_bytes(const DeviceLattice& lattice) {
  return stage_bytes(lattice) + 4 * (2 * momentum_bytes(lattice) + link_bytes(lattice));
}

/// Returns flops a site and stage.
double flops_of(const FlowAction& action) {
  return 4 * (kLinkFlops + (action.c1 != 0 ? kRectangleFlops : 0) + (action.zeuthen ? kZeuthenFlops : 0));
}

Workload step(const DeviceLattice& lattice, const FlowAction& action) {
  constexpr int kStages = 3;
  auto flow = std::make_shared<GradientFlow>(lattice, action);
  flow->start(benchmark_links(lattice.geometry()));
  const double bytes = action.zeuthen ? zeuthen_bytes(lattice) : stage_bytes(lattice);
  return {[flow] { flow->step(1e-3); }, kStages * flops_of(action) * volume(lattice),
          kStages * bytes * volume(lattice)};
}

Benchmark step_benchmark(std::string name, std::string text, const FlowAction& action) {
  return {.name = std::move(name),
          .text = std::move(text),
          .make = [action](const DeviceLattice& l) { return step(l, action); },
          .reference =
              [action](const Geometry& g) {
                return moving_reference(
                    g, [action](ReferenceLinks& m) { reference::flow_step(m.u, action, kReferenceStep); });
              },
          .ghosts = 2};
}

double step_error(const DeviceLattice& lattice, const FlowAction& action) {
  const CheckLinks c(lattice);
  Configuration wanted = c.u;
  reference::flow_step(wanted, action, kStep);
  GradientFlow flow(lattice, action);
  flow.start(c.u);
  flow.step(kStep);
  return reference::relative_error(download(flow.links()), wanted);
}

Check step_check(const FlowAction& action) {
  return {.name = "gradient flow",
          .error = [action](const DeviceLattice& l) { return step_error(l, action); }};
}

/// Checks the distance between the two orders of a step, which is a small difference of links.
double distance_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  Configuration wanted = c.u;
  const double distance = reference::flow_step(wanted, kWilsonFlow, kStep);
  GradientFlow flow(lattice, kWilsonFlow);
  flow.start(c.u);
  return std::abs(flow.try_step(kStep, 2 * distance).distance / distance - 1);
}

/// Checks smearing on smooth links: on random ones the projection to SU(3) amplifies rounding.
double smearing_error(const DeviceLattice& lattice, void (*smear)(Smearing&, GaugeField&),
                      Configuration (*reference)(const Configuration&)) {
  const CheckLinks c(lattice);
  Configuration smooth = c.u;
  for (int n = 0; n < 10; ++n) smooth = reference::stout_smeared(smooth, 0.1);
  Smearing smearing(lattice);
  GaugeField u = c.uploaded(smooth);
  smear(smearing, u);
  return reference::relative_error(download(u), reference(smooth));
}

Check smearing_check(void (*smear)(Smearing&, GaugeField&),
                     Configuration (*reference)(const Configuration&)) {
  return {.name = "smearing",
          .error = [=](const DeviceLattice& l) { return smearing_error(l, smear, reference); },
          .allowed = {.single = 3 * kRounding.single, .double_ = 3 * kRounding.double_}};
}

Check stout_check() {
  return smearing_check([](Smearing& s, GaugeField& u) { s.stout(u, 0.1); },
                        [](const Configuration& u) { return reference::stout_smeared(u, 0.1); });
}

Check ape_check() {
  return smearing_check([](Smearing& s, GaugeField& u) { s.ape(u, ape_alpha(0.5)); },
                        [](const Configuration& u) { return reference::ape_smeared(u, ape_alpha(0.5)); });
}

Check hyp_check() {
  return smearing_check([](Smearing& s, GaugeField& u) { s.hyp(u, {}); },
                        [](const Configuration& u) { return reference::hyp_smeared(u, {}); });
}

/// Flops of the chain rule of a link: its staples again, two more products, a series of 13 commutators; then
/// twelve products for each of three planes.
constexpr double kStoutChainFlops = 13 * 198 + 6 * 18 + 2 * 198 + 13 * (198 + 72) + 3 * 12 * 198 + 198;
double matrix_bytes(const DeviceLattice& lattice) { return 20 * real_bytes(lattice); }
double stout_chain_bytes(const DeviceLattice& lattice) {
  return 4 * (2 * link_bytes(lattice) + 4 * momentum_bytes(lattice) + 2 * matrix_bytes(lattice));
}

Workload stout_chain(const DeviceLattice& lattice) {
  struct Fields {
    explicit Fields(const DeviceLattice& l) : u(l), p(l), smeared(l, {.method = "stout", .rho = 0.1}) {
      upload(benchmark_links(l.geometry()), u);
      upload(Momenta(l.geometry()), p);
      smeared.follow(u);
      smeared.clear_force();
    }
    GaugeField u;
    MomentumField p;
    SmearedLinks smeared;
  };
  auto f = std::make_shared<Fields>(lattice);
  return {[f] { f->smeared.carry_back(f->u, f->p); }, 4 * kStoutChainFlops * volume(lattice),
          stout_chain_bytes(lattice) * volume(lattice)};
}

/// Checks F_U . w = F_V . v for a random force F_V, where v is the derivative of V along w, by differences of
/// links in double.
double stout_chain_error(const DeviceLattice& lattice, int dimensions) {
  const CheckLinks c(lattice);
  const LinkSmearing smearing{.method = "stout", .rho = 0.1, .steps = 2, .dimensions = dimensions};
  SmearedLinks links(lattice, smearing);
  MomentumField p(lattice);
  Momenta force(c.geometry);
  upload(force, p);
  cpu::gaussian_momenta(force, kCheckSeed, 1);
  links.follow(c.device_u);
  upload(force, links.force());
  links.carry_back(c.device_u, p);
  const Momenta carried = download(p);
  Momenta along(c.geometry);
  cpu::gaussian_momenta(along, kCheckSeed, 2);
  for (std::size_t n = 0; n < along.values().size(); ++n)
    for (std::size_t a = 0; a < 8; ++a) along.values()[n][a] += carried.values()[n][a];
  const auto smeared = [&](double h) {
    Configuration v = c.u;
    reference::update_links(v, along, h);
    for (int n = 0; n < smearing.steps; ++n)
      v = reference::stout_smeared(v, smearing.rho, smearing.dimensions);
    return v;
  };
  constexpr double kH = 1e-3;
  const Configuration v = smeared(0), ahead = smeared(kH), behind = smeared(-kH), further = smeared(2 * kH),
                      back = smeared(-2 * kH);
  double by_u = 0, by_v = 0;
  for (std::size_t n = 0; n < v.links().size(); ++n) {
    const Matrix3 slope =
        Complex(8) * (ahead.links()[n] - behind.links()[n]) - (further.links()[n] - back.links()[n]);
    const AlgebraVector moved = cpu::imaginary_traces(slope * adjoint(v.links()[n]));
    for (std::size_t a = 0; a < 8; ++a) {
      by_v += force.values()[n][a] * 2 * moved[a] / (12 * kH);
      by_u += carried.values()[n][a] * along.values()[n][a];
    }
  }
  return std::abs(by_u / by_v - 1);
}

Check stout_chain_check(int dimensions) {
  return {.name = "stout force",
          .error = [=](const DeviceLattice& l) { return stout_chain_error(l, dimensions); },
          .allowed = {.single = 2e-6, .double_ = 1e-9}};
}

}  // namespace

std::vector<KernelSpec> flow_specs() {
  using namespace kernels;
  return {
      {.kernel = FlowStep::record(),
       .flops = 4 * kLinkFlops,
       .bytes = stage_bytes,
       .benchmarks = {step_benchmark("flow-step", "Wilson flow, one Runge-Kutta step", kWilsonFlow),
                      step_benchmark("symanzik-step", "Symanzik flow, one Runge-Kutta step", kSymanzikFlow)},
       .checks = {step_check(kWilsonFlow), step_check(kSymanzikFlow), stout_check()}},
      {.kernel = ZeuthenStep::record(),
       .parts = records<FlowForce>(),
       .flops = 4 * (kLinkFlops + kRectangleFlops + kZeuthenFlops),
       .bytes = zeuthen_bytes,
       .benchmarks = {step_benchmark("zeuthen-step", "Zeuthen flow, one Runge-Kutta step", kZeuthenFlow)},
       .checks = {step_check(kZeuthenFlow)}},
      {.kernel = FlowDistance::record(),
       .checks = {{.name = "distance of a flow's orders",
                   .error = distance_error,
                   .allowed = {.single = 1e-3, .double_ = 1e-6},
                   .scope = Scope::tests}}},
      {.kernel = StoutChain::record(),
       .parts = records<StapleChain>(),
       .flops = 4 * kStoutChainFlops,
       .bytes = stout_chain_bytes,
       .benchmarks = {{.name = "stout-force",
                       .text = "force carried back through a step of stout smearing",
                       .make = stout_chain}},
       .checks = {stout_chain_check(4), stout_chain_check(3)}},
      {.kernel = ApeSmear::record(), .checks = {ape_check()}},
      {.kernel = HypOuter::record(), .parts = records<HypInner, HypMiddle>(), .checks = {hyp_check()}},
  };
}

const Benchmark& flow_benchmark(const FlowAction& action) {
  if (action.zeuthen) return benchmark_of<kernels::ZeuthenStep>();
  return of<kernels::FlowStep>().benchmarks.at(action.c1 != 0 ? 1 : 0);
}

}  // namespace glueball::kernel_specs
