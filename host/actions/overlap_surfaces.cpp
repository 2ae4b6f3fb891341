// How the links of dynamical overlap quarks come to surfaces, and what is done there.
#include <fmt/format.h>

#include <cmath>

#include "actions/overlap_action.hpp"
#include "base/error.hpp"
#include "field/transfer.hpp"
#include "linalg/copy.hpp"
#include "overlap/sign_force.hpp"

namespace glueball {
namespace {

/// Times that a drift is halved; surfaces of one drift; iterations on the way to one.
constexpr int kMostHalved = 10, kMostSurfaces = 100, kMostSteps = 80;
/// |lambda| where the interval of time has no more digits.
constexpr double kNearSurface = 1e-8;

}  // namespace

/// Where a drift is at a time.
struct OverlapAction::Place {
  double time = 0;
  SignedModes modes;
};

/// Where an eigenvalue is zero, and which.
struct OverlapAction::Surface {
  Place place;
  std::size_t mode;
  bool up;
};

std::optional<OverlapAction::Surface> OverlapAction::first_surface(const Place& from, const Place& to,
                                                                   const std::function<Place(double)>& at,
                                                                   int halved) {
  const SignChanges changes = sign_changes(from.modes, to.modes, dots_);
  if (changes.all.empty()) return {};
  if (changes.clear && changes.all.size() == 1)
    if (auto found = on_surface(from, to, changes.all.front(), at)) return found;
  // In so short a time what is not clear by now are modes of either sign that mix, and none that changes.
  if (halved == kMostHalved) {
    if (!changes.clear) return {};
    throw Error(ErrorKind::not_converged,
                "overlap quarks: eigenvalues of H that change their sign are not told apart",
                "take shorter steps, or another start");
  }
  const Place middle = at((from.time + to.time) / 2);
  if (auto found = first_surface(from, middle, at, halved + 1)) return found;
  return first_surface(middle, to, at, halved + 1);
}

/// By false position, the end that stays halved (the Illinois rule). Nothing where modes mix so that they do
/// not tell on which side a time is.
std::optional<OverlapAction::Surface> OverlapAction::on_surface(const Place& from, const Place& to,
                                                                const SignChange& change,
                                                                const std::function<Place(double)>& at) {
  Place a = from, b = to;
  double fa = a.modes.modes->values[change.from], fb = b.modes.modes->values[change.to];
  int stayed = 0;
  for (int step = 0; step <= kMostSteps; ++step) {
    double share = fa / (fa - fb);
    if (!(share > 0 && share < 1) || step % 8 == 7) share = 0.5;
    Place c = at(a.time + share * (b.time - a.time));
    const SignChanges before = sign_changes(a.modes, c.modes, dots_),
                      after = sign_changes(c.modes, b.modes, dots_);
    if (before.all.size() + after.all.size() != 1 || !before.clear || !after.clear) return {};
    const bool beyond = before.all.size() == 1;
    const std::size_t mode = beyond ? before.all.front().to : after.all.front().from;
    const double value = c.modes.modes->values[mode];
    const bool narrow = std::abs(b.time - a.time) < 1e-14;
    if (std::abs(value) <= kOnSurface || (narrow && std::abs(value) <= kNearSurface)) {
      c.modes.positive[mode] = !change.up;  // it counts as it did before
      return Surface{std::move(c), mode, change.up};
    }
    if (beyond) {
      b = std::move(c);
      fb = value;
      if (stayed < 0) fa /= 2;
      stayed = -1;
    } else {
      a = std::move(c);
      fa = value;
      if (stayed > 0) fb /= 2;
      stayed = 1;
    }
  }
  return {};
}

void OverlapAction::pass(const Surface& surface, GaugeField& u) {
  const SignedModes& before = surface.place.modes;
  SignedModes after = before;
  after.positive[surface.mode] = surface.up;
  const int change = surface.up ? 1 : -1;
  const double jump = energy_of(u, after) - energy_of(u, before) + of_index(change);

  const Vector& mode = before.modes->vectors[surface.mode];
  upload(Momenta(context_.lattice.geometry()), normal_);
  add_kernel_derivative(kernel_, u, -1, mode, mode, part_, normal_);
  const Momenta normal = download(normal_);
  Momenta p = download(context_.p);
  double squares = 0, along = 0;
  for (std::size_t link = 0; link < p.values().size(); ++link)
    for (std::size_t a = 0; a < p.values()[link].size(); ++a) {
      squares += normal.values()[link][a] * normal.values()[link][a];
      along += normal.values()[link][a] * p.values()[link][a];
    }
  along /= std::sqrt(squares);
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
  double gone = 0, here = 0;  // where start_ is, where u is
  const auto go_to = [&](double time) {
    if (time == here) return;
    if (here != gone) copy(start_, u);
    if (time != gone) move(time - gone);
    here = time;
  };
  const auto at = [&](double time) {
    go_to(time);
    return Place{time, modes_of(u, true)};
  };
  for (int surfaces = 0;; ++surfaces) {
    go_to(eps);
    const Place to{eps, modes()};
    const auto surface = first_surface(from, to, at, 0);
    if (!surface) return go_to(eps);
    if (surfaces == kMostSurfaces)
      throw Error(
          ErrorKind::not_converged,
          fmt::format("overlap quarks: more than {} eigenvalues of H at zero in one step", kMostSurfaces),
          "take shorter steps");
    go_to(surface->place.time);
    const int reflected = crossings_.reflected;
    pass(*surface, u);
    from = surface->place;
    from.modes.positive[surface->mode] = (crossings_.reflected == reflected) == surface->up;
    copy(u, start_);
    gone = here;
  }
}

}  // namespace glueball
