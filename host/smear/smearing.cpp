#include "smear/smearing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "field/transfer.hpp"

namespace glueball {
namespace {

std::uint32_t checked(int dimensions) {
  if (dimensions != 3 && dimensions != 4)
    throw Error(ErrorKind::bad_value, "smearing in " + std::to_string(dimensions) + " dimensions",
                "give 3 or 4");
  return std::uint32_t(dimensions);
}

args::SmearArgs<double> arguments(Parity this_parity, double alpha, int staples, Projection projection,
                                  std::uint32_t slot) {
  return {.parity = std::uint32_t(this_parity),
          .keep = 1 - alpha,
          .staple = alpha / staples,
          .polar = projection == Projection::polar,
          .slot = slot};
}

}  // namespace

void Smearing::dress(const GaugeField& u, Parity this_parity, std::uint32_t mu, double keep, double staple,
                     bool spatial, Projection projection) {
  kernels::ApeSmear::run({lattice_, mu | (spatial ? kernels::ApeSmear::kSpatial : 0)},
                         {.parity = std::uint32_t(this_parity),
                          .keep = keep,
                          .staple = staple,
                          .polar = projection == Projection::polar,
                          .slot = mu},
                         u[this_parity], u[other(this_parity)], smeared_[this_parity]);
}

void Smearing::finish(GaugeField& u) {
  std::swap(u, smeared_);
  halo_.exchange(u, 1);
}

void Smearing::ape(GaugeField& u, const ApeParameters& p) {
  const std::uint32_t d = checked(p.dimensions);
  for (const Parity this_parity : kParities)
    for (std::uint32_t mu = 0; mu < kDirections; ++mu)
      dress(u, this_parity, mu, mu < d ? p.keep : 1, mu < d ? p.staple : 0, d == 3, p.projection);
  finish(u);
}

void Smearing::stout(GaugeField& u, double rho, int dimensions) {
  const std::uint32_t d = checked(dimensions);
  if (!exponents_) exponents_.emplace(lattice_);
  for (const Parity this_parity : kParities)
    kernels::FlowStep::run({lattice_, d == 3 ? kernels::FlowStep::kSpatial : 0},
                           {.parity = std::uint32_t(this_parity), .keep = 0, .c0 = rho, .c1 = 0, .move = 1},
                           u[this_parity], u[other(this_parity)], (*exponents_)[this_parity],
                           smeared_[this_parity]);
  finish(u);
}

void Smearing::hyp(GaugeField& u, const HypParameters& p) {
  const std::uint32_t d = checked(p.dimensions);
  const bool space = d == 3;
  if (!inner_) inner_.emplace(lattice_);
  if (!middle_ && !space) middle_.emplace(lattice_);
  for (const Parity this_parity : kParities)
    for (std::uint32_t mu = 0; mu < d; ++mu)
      for (std::uint32_t eta = 0; eta < d; ++eta)
        if (eta != mu)
          kernels::HypInner::run(
              {lattice_, mu | eta << 2},
              arguments(this_parity, p.alpha3, 2, p.projection, std::uint32_t(slot_of(int(mu), int(eta)))),
              u[this_parity], u[other(this_parity)], (*inner_)[this_parity]);
  halo_.exchange(*inner_, 1, ParityFatLinks::kLinks);
  for (const Parity this_parity : kParities)
    for (std::uint32_t mu = 0; mu < d; ++mu)
      for (std::uint32_t nu = space ? 3 : 0; nu < kDirections; ++nu) {
        if (nu == mu) continue;
        const std::uint32_t slot = space ? mu : std::uint32_t(slot_of(int(mu), int(nu)));
        Field& target = space ? static_cast<Field&>(smeared_[this_parity]) : (*middle_)[this_parity];
        kernels::HypMiddle::run({lattice_, mu | nu << 2},
                                arguments(this_parity, p.alpha2, 4, p.projection, slot), u[this_parity],
                                (*inner_)[this_parity], (*inner_)[other(this_parity)], target);
      }
  if (!space) halo_.exchange(*middle_, 1, ParityFatLinks::kLinks);
  for (const Parity this_parity : kParities) {
    if (space) {
      dress(u, this_parity, 3, 1, 0, true, p.projection);  // time links are copied unchanged
      continue;
    }
    for (std::uint32_t mu = 0; mu < d; ++mu)
      kernels::HypOuter::run({lattice_, mu}, arguments(this_parity, p.alpha1, 6, p.projection, mu),
                             u[this_parity], (*middle_)[this_parity], (*middle_)[other(this_parity)],
                             smeared_[this_parity]);
  }
  finish(u);
}

Configuration download_smeared(const GaugeField& u) {
  Configuration links = download_unitary(u);
  const auto lost = std::ranges::count_if(
      links.links(), [](const Matrix3& m) { return !std::isfinite(unitarity_deviation(m)); });
  if (lost > 0)
    throw Error(ErrorKind::not_converged,
                fmt::format("smearing: {} of {} links are NaN: the projection of their sums to SU(3) is not "
                            "unique, or did not converge",
                            lost, links.links().size()),
                "give other smearing parameters");
  return links;
}

MemoryNeed smear_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                        const std::function<void(Smearing&, GaugeField&)>& step) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    const DeviceLattice lattice(null_device, start.geometry(), options);
    GaugeField links(lattice);
    upload(start, links);
    Smearing smearing(lattice);
    step(smearing, links);
  });
}

}  // namespace glueball
