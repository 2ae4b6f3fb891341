#include "measure/condensate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/read_number.hpp"
#include "comm/gather.hpp"
#include "eigen/lowest_modes.hpp"
#include "fermion/registry.hpp"
#include "quark/condensate.hpp"
#include "quark/source.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {
namespace {

constexpr std::size_t kMostMasses = 16;

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    if (end == text.size()) return parts;
    begin = end + 1;
  }
}

/// Reads the parameters of an observable measured by noise. Errors name the observable.
struct Words {
  const std::string& name;

  [[noreturn]] void refuse(const std::string& what) const {
    refuse(what, fmt::format("for example {}:hisq:0.01/0.05", name));
  }
  [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
    throw Error(ErrorKind::bad_value, name + ": " + what, hint);
  }

  template <class Number>
  Number read(std::string_view text, const char* about, Number lowest, Number highest) const {
    Number n{};
    if (!read_number(text, n)) refuse(fmt::format("'{}' is no {}", text, about));
    if (!(n >= lowest && n <= highest))
      refuse(fmt::format("the {} {} is out of range", about, n),
             fmt::format("give {} to {}", lowest, highest));
    return n;
  }
};

}  // namespace

CondensateOptions parse_condensate(const std::string& text, const std::string& name) {
  const Words words{name};
  const auto parts = split(text, ':');
  if (text.empty() || parts.size() < 2 || parts.size() > 6)
    words.refuse(fmt::format("'{}' does not name the quarks", text));
  CondensateOptions o;
  const auto names = quark_names(true);
  const std::string quark(parts[0]);
  if (std::find(names.begin(), names.end(), quark) == names.end())
    words.refuse(fmt::format("'{}' are no staggered quarks", quark),
                 did_you_mean(quark, names, fmt::format("there are {}", fmt::join(names, ", "))));
  o.action = quark_action(quark);
  for (const std::string_view mass : split(parts[1], '/')) {
    o.masses.push_back(words.read(mass, "mass", 1e-4, 100.0));
    if (std::count(o.masses.begin(), o.masses.end(), o.masses.back()) > 1)
      words.refuse(fmt::format("the mass {} is given twice", mass), "give each once");
  }
  if (o.masses.size() > kMostMasses)
    words.refuse(fmt::format("{} masses", o.masses.size()), fmt::format("give {} or less", kMostMasses));
  if (parts.size() > 2) o.vectors = words.read(parts[2], "number of noise vectors", 1, 10000);
  if (parts.size() > 3) o.epsilon = words.read(parts[3], "correction of Naik's term", -2.0, 2.0);
  if (parts.size() > 4) o.block = words.read(parts[4], "number of vectors at once", 1, kMostRightHandSides);
  if (parts.size() > 5) o.deflate = words.read(parts[5], "number of eigenvectors", 0, 5000);
  if (o.epsilon != 0 && o.action != QuarkAction::hisq)
    words.refuse("a correction of Naik's term makes no sense for quarks without one",
                 "leave it out, or choose hisq");
  return o;
}

double trace_tolerance(double mass) {
  constexpr double kTolerance = 1e-8, kLeast = 1e-10, kError = 1e-6;
  constexpr double kNorm = 3;  // |D| is 2 for free quarks, 7/3 with Naik's term, 2.65 on random links
  return std::clamp(kError * mass / std::hypot(mass, kNorm), kLeast, kTolerance);
}

std::shared_ptr<const LowModes> low_modes_of(gpu::Device& device, const Configuration& u,
                                             const CondensateOptions& options, const Boundary& boundary,
                                             const Domain* domain) {
  if (options.deflate == 0) return {};
  const QuarkParameters quark{.action = options.action,
                              .mass = options.masses.front(),
                              .epsilon = options.epsilon,
                              .boundary = boundary};
  return std::make_shared<const LowModes>(lowest_modes(device, u, quark, options.deflate, domain));
}

std::vector<double> chiral_condensates(gpu::Device& device, const Configuration& u,
                                       const CondensateOptions& options, const Boundary& boundary,
                                       std::uint64_t seed, const Domain* domain) {
  using Full = FullQuarkField<ParityColourField>;
  const Geometry& g = u.geometry();
  // Residuals are on the device as on several ranks, so that one rank has the same numbers.
  const bool on_device = device.info().limits.float64;
  SolverOptions how{.restart = on_device ? Restart::gpu : Restart::automatic,
                    .tolerance = trace_tolerance(std::ranges::min(options.masses)),
                    .block = options.block,
                    .domain = domain,
                    .low_modes = low_modes_of(device, u, options, boundary, domain)};
  QuarkParameters quark{.action = options.action, .epsilon = options.epsilon, .boundary = boundary};
  const SourceSpec noise = trace_noise(seed);
  const auto eta = [&](int n) { return make_source<ParityColourField>(noise, g, 0, 1, std::uint32_t(n)); };
  std::vector<double> sums(options.masses.size(), 0.0);
  // On several ranks rank 0 computes the sum in the order of one rank.
  const auto add = [&](double& sum, const Full& b, const Full& x) {
    if (domain == nullptr) {
      sum += inner_product(b, x).real();
      return;
    }
    const Full all = gathered(*domain, b), solution = gathered(*domain, x);
    if (domain->ranks().first()) sum += inner_product(all, solution).real();
  };
  // Adds the traces of the solver's masses to sums.
  const auto trace = [&](QuarkSolver<ParityColourField>& solver, std::span<double> own) {
    for (int first = 0, share = solver.share(options.vectors); first < options.vectors; first += share) {
      std::vector<Full> b;
      for (int n = first; n < std::min(first + share, options.vectors); ++n) b.push_back(eta(n));
      std::vector<Full> x(b.size() * own.size());
      solver.solve_all(b, x);
      for (std::size_t n = 0; n < x.size(); ++n) add(own[n % own.size()], b[n / own.size()], x[n]);
    }
  };
  if (options.block > 1) {
    for (std::size_t k = 0; k < sums.size(); ++k) {
      quark.mass = options.masses[k];
      how.tolerance = trace_tolerance(quark.mass);
      trace(*make_staggered_solver(device, u, quark, how), std::span(sums).subspan(k, 1));
    }
  } else {
    trace(*make_multimass_solver(device, u, quark, options.masses, how), sums);
  }
  for (double& sum : sums) sum /= options.vectors * double(g.whole_volume());
  if (domain != nullptr) domain->ranks().broadcast(std::as_writable_bytes(std::span(sums)), 0);
  return sums;
}

}  // namespace glueball
