// Molecular dynamics of overlap quarks at topological-sector boundaries: where they are, and refraction or
// reflection there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "actions/overlap_action.hpp"
#include "base/error.hpp"
#include "comm/gather.hpp"
#include "field/transfer.hpp"
#include "linalg/copy.hpp"
#include "overlap/followed_mode.hpp"
#include "overlap/sign_force.hpp"

namespace glueball {
namespace {

/// Limits: times that a drift is halved; boundaries in one drift; iterations to find one.
constexpr int kMostHalved = 10, kMostSectorBoundaries = 100, kMostSteps = 80;
/// Below this |lambda| the interval of time has no more digits.
constexpr double kNearSectorBoundary = 1e-8;
/// Least overlap of the followed mode with a mode on the boundary that counts as the same mode.
constexpr double kSameMode = 0.99;

double product(std::span<const AlgebraVector> a, std::span<const AlgebraVector> b) {
  double sum = 0;
  for (std::size_t link = 0; link < a.size(); ++link)
    for (std::size_t n = 0; n < a[link].size(); ++n) sum += a[link][n] * b[link][n];
  return sum;
}
/// On several ranks the first adds in the order of the whole lattice.
double product(const Momenta& a, const Momenta& b, const Domain* domain) {
  if (domain == nullptr) return product(a.values(), b.values());
  double sum = product(gathered(*domain, a), gathered(*domain, b));
  domain->ranks().broadcast(std::as_writable_bytes(std::span(&sum, 1)), 0);
  return sum;
}

/// An eigenvalue at a time, and its time derivative.
struct Moment {
  double time, value, slope;
};

/// Returns the time of zero between two moments with values of either sign. It takes the inverse cubic
/// through both times and slopes. If the slope of one leads away, it takes the tangent of the nearer.
/// Otherwise it takes the middle.
double zero_between(const Moment& a, const Moment& b, bool halve) {
  const double length = b.time - a.time, rise = b.value - a.value, middle = a.time + length / 2;
  const auto leads = [&](const Moment& m) { return m.slope * length * rise > 0; };
  const Moment& near = std::abs(a.value) < std::abs(b.value) ? a : b;
  if (halve || !leads(near)) return middle;
  double time = near.time - near.value / near.slope;
  if (leads(a) && leads(b)) {
    const double s = -a.value / rise, r = 1 - s;
    time = a.time + s * s * (3 - 2 * s) * length + s * r * rise * (r / a.slope - s / b.slope);
  }
  const double share = (time - a.time) / length;
  return share > 0 && share < 1 ? time : middle;
}

}  // namespace

/// A point of a drift.
struct OverlapAction::Place {
  double time = 0;
  SignedModes modes;
};

/// A zero of an eigenvalue and the number of its mode.
struct OverlapAction::SectorBoundary {
  Place place;
  std::size_t mode;
  bool up;
};

/// The links of a drift, and the function that moves them to a time.
struct OverlapAction::Way {
  GaugeField& u;
  std::function<void(double)> go_to;
};

OverlapAction::Place OverlapAction::place_at(double time, const Way& way) {
  way.go_to(time);
  return {time, modes_of(way.u, true)};
}

std::optional<OverlapAction::SectorBoundary> OverlapAction::first_sector_boundary(const Place& from,
                                                                                  const Place& to,
                                                                                  const Way& way,
                                                                                  int halved) {
  const SignChanges changes = sign_changes(from.modes, to.modes, dots_);
  if (changes.all.empty()) return {};
  if (changes.clear && changes.all.size() == 1)
    if (auto found = on_sector_boundary(from, to, changes.all.front(), way)) return found;
  // After so many halvings an unclear answer means modes of either sign that mix; none of them changes its
  // sign.
  if (halved == kMostHalved) {
    if (!changes.clear) return {};
    throw Error(ErrorKind::not_converged,
                "overlap quarks: eigenvalues of H that change their sign cannot be distinguished",
                "take shorter steps, or another start");
  }
  const Place middle = place_at((from.time + to.time) / 2, way);
  if (auto found = first_sector_boundary(from, middle, way, halved + 1)) return found;
  return first_sector_boundary(middle, to, way, halved + 1);
}

/// Finds a boundary by Newton's method from both sides with all values and slopes of the interval, and by
/// halving where Newton's method leaves it. Returns nothing if modes mix so that they do not tell on which
/// side a time is.
std::optional<OverlapAction::SectorBoundary> OverlapAction::on_sector_boundary(const Place& from,
                                                                               const Place& to,
                                                                               const SignChange& change,
                                                                               const Way& way) {
  const Momenta p = download(context_.p);
  const auto moment = [&](double time, double value, const Vector& mode) {
    return Moment{time, value, product(gradient(way.u, mode), p, context_.lattice.domain())};
  };
  const auto at_end = [&](const Place& end, std::size_t mode) {
    way.go_to(end.time);
    return moment(end.time, end.modes.modes->values[mode], end.modes.modes->vectors[mode]);
  };
  Moment a = at_end(from, change.from), b = at_end(to, change.to);
  const bool at_from = std::abs(a.value) < std::abs(b.value);
  FollowedMode mode(context_.lattice, way.u, kernel_, *(at_from ? from : to).modes.modes,
                    at_from ? change.from : change.to);
  for (int step = 1; step <= kMostSteps; ++step) {
    const double time = zero_between(a, b, step % 8 == 0);
    way.go_to(time);
    const auto value = mode.follow();
    if (!value) return {};
    const bool narrow = std::abs(b.time - a.time) < 1e-14;
    if (std::abs(*value) <= kOnSectorBoundary || (narrow && std::abs(*value) <= kNearSectorBoundary))
      return sector_boundary_at(from, to, change.up, time, mode.vector(), way);
    ((*value > 0) == change.up ? b : a) = moment(time, *value, mode.vector());
  }
  return {};
}

/// Checks the boundary with all low modes.
std::optional<OverlapAction::SectorBoundary> OverlapAction::sector_boundary_at(
    const Place& from, const Place& to, bool up, double time, const Vector& followed, const Way& way) {
  Place c = place_at(time, way);
  const std::vector<Complex> products = dots_(std::span<const Vector>(c.modes.modes->vectors), followed);
  const auto best = std::max_element(products.begin(), products.end(),
                                     [](Complex x, Complex y) { return std::norm(x) < std::norm(y); });
  const auto mode = std::size_t(best - products.begin());
  if (std::norm(*best) < kSameMode || std::abs(c.modes.modes->values[mode]) > kNearSectorBoundary) return {};
  const auto none = [&](const SignChanges& changes) { return changes.clear && changes.all.empty(); };
  c.modes.positive[mode] = up;
  if (!none(sign_changes(c.modes, to.modes, dots_))) return {};
  c.modes.positive[mode] = !up;  // the sign before the boundary
  if (!none(sign_changes(from.modes, c.modes, dots_))) return {};
  return SectorBoundary{std::move(c), mode, up};
}

Momenta OverlapAction::gradient(const GaugeField& u, const Vector& mode) {
  upload(Momenta(context_.lattice.geometry()), normal_);
  add_kernel_derivative(kernel_, u, -1, mode, mode, part_, normal_);
  return download(normal_);
}

void OverlapAction::pass(const SectorBoundary& sector_boundary, GaugeField& u) {
  const SignedModes& before = sector_boundary.place.modes;
  SignedModes after = before;
  after.positive[sector_boundary.mode] = sector_boundary.up;
  const int change = sector_boundary.up ? 1 : -1;
  const double jump = energy_of(u, after) - energy_of(u, before) + of_index(change);

  const Momenta normal = gradient(u, before.modes->vectors[sector_boundary.mode]);
  Momenta p = download(context_.p);
  const Domain* domain = context_.lattice.domain();
  const double squares = product(normal, normal, domain),
               along = product(normal, p, domain) / std::sqrt(squares);
  const bool through = along * along > 2 * jump;
  const double changed = through ? std::copysign(std::sqrt(along * along - 2 * jump), along) : -along,
               factor = (changed - along) / std::sqrt(squares);
  for (std::size_t link = 0; link < p.values().size(); ++link)
    for (std::size_t a = 0; a < p.values()[link].size(); ++a)
      p.values()[link][a] += factor * normal.values()[link][a];
  upload(p, context_.p);
  ++(through ? crossings_.refracted : crossings_.reflected);
  if (through) moving_index_ += change;
}

void OverlapAction::drift(double eps, GaugeField& u, const Move& move) {
  Place from{0, modes()};
  copy(u, start_);
  double gone = 0, here = 0;  // times of start_ and of u
  const auto go_to = [&](double time) {
    if (time == here) return;
    if (here != gone) copy(start_, u);
    if (time != gone) move(time - gone);
    here = time;
  };
  const Way way{u, go_to};
  for (int sector_boundaries = 0;; ++sector_boundaries) {
    go_to(eps);
    const Place to{eps, modes()};
    const auto sector_boundary = first_sector_boundary(from, to, way, 0);
    if (!sector_boundary) return go_to(eps);
    if (sector_boundaries == kMostSectorBoundaries)
      throw Error(ErrorKind::not_converged,
                  fmt::format("overlap quarks: more than {} eigenvalues of H at zero in one step",
                              kMostSectorBoundaries),
                  "take shorter steps");
    go_to(sector_boundary->place.time);
    const int reflected = crossings_.reflected;
    pass(*sector_boundary, u);
    from = sector_boundary->place;
    from.modes.positive[sector_boundary->mode] = (crossings_.reflected == reflected) == sector_boundary->up;
    copy(u, start_);
    gone = here;
  }
}

}  // namespace glueball
