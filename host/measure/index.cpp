#include "measure/index.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "base/read_number.hpp"
#include "overlap/overlap_memory.hpp"

namespace glueball {
namespace {

/// Factor by which the sign function's error is reduced if it does not decide, and the least error.
constexpr double kBetter = 0.05, kLeastError = 1e-10;
/// At this error pairs count as zero modes.
constexpr double kPairError = 1e-6;
/// Limit of steps in a search that only separates pairs from zero modes, which does not change the index.
constexpr int kStepsForPairs = 100;

OverlapKernel kernel_of(const IndexOptions& o, const Boundary& boundary) {
  return {.m0 = o.m0,
          .boundary = boundary,
          .sign_error = o.sign_error,
          .low_modes = o.low_modes,
          .mode_tolerance = std::max(kBestModesInSingle, 0.01 * o.sign_error)};
}

gpu::Precision precision_of(const gpu::Device& device, double error) {
  return error < kBestSignInSingle && device.info().limits.float64 ? gpu::Precision::double_
                                                                   : gpu::Precision::single;
}

template <class Number>
Number read(const std::string& text, const char* about) {
  Number n{};
  if (!read_number(text, n))
    throw Error(ErrorKind::bad_value, fmt::format("index: '{}' is no {}", text, about),
                "for example index:1.4:8:1e-3");
  return n;
}

}  // namespace

IndexOptions parse_index(const std::string& text) {
  IndexOptions o;
  std::string rest = text;
  const auto next = [&] {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string word = rest.substr(0, end);
    rest = end < rest.size() ? rest.substr(end + 1) : "";
    return word;
  };
  if (text.empty()) return o;
  o.m0 = read<double>(next(), "M0");
  if (!rest.empty()) o.low_modes = read<int>(next(), "number of low modes");
  if (!rest.empty()) o.sign_error = read<double>(next(), "error of the sign function");
  if (!rest.empty()) {
    const auto smearing = link_smearing_of(rest);
    if (!smearing)
      throw Error(ErrorKind::bad_value, fmt::format("index: '{}' is no smearing", rest),
                  "give stout:RHO:STEPS or hyp:STEPS, for example index:1.4:8:1e-3:stout:0.1:2");
    o.smearing = *smearing;
  }
  try {
    kernel_of(o, {}).check();
  } catch (const Error& error) {
    throw Error(error.kind(), "index: " + error.message(),
                "give index:M0:LOW_MODES:SIGN_ERROR with M0 between 0 and 2, for example index:1.4:8:1e-3");
  }
  return o;
}

ZeroModes zero_modes(gpu::Device& device, const Configuration& links, const IndexOptions& options,
                     const Boundary& boundary, const std::function<void(const ZeroModeSearch&)>& keep,
                     const Domain* domain) {
  const Geometry& g = links.geometry();
  const auto lattice_options = [&](double error) {
    LatticeOptions l = overlap_lattice_options(device, precision_of(device, error), g);
    l.domain = domain;
    return l;
  };
  Configuration smeared = links;
  if (!options.smearing.none())
    smeared = options.smearing(DeviceLattice(device, g, lattice_options(options.sign_error)), links);
  OverlapKernel kernel = kernel_of(options, boundary);
  const bool doubles = device.info().limits.float64;
  if (!doubles) kernel.sign_error = std::max(kernel.sign_error, kBestSignInSingle);
  const double least = doubles ? kLeastError : kBestSignInSingle;
  double pairs_at = 0;       // error at which both chiralities had some
  bool pairs_count = false;  // no smaller error has separated them
  while (true) {
    kernel.mode_tolerance = precision_of(device, kernel.sign_error) == gpu::Precision::double_
                                ? std::min(1e-8, 0.01 * kernel.sign_error)
                                : std::max(kBestModesInSingle, 0.01 * kernel.sign_error);
    SignFunction sign(device, smeared, kernel, lattice_options(kernel.sign_error));
    ZeroModeOptions search_options;
    if (pairs_at > 0) search_options.max_steps = kStepsForPairs;
    ZeroModeSearch search(sign, search_options);
    ZeroModes found;
    try {
      found = search.run();
    } catch (const Error& error) {
      if (pairs_at == 0 || error.kind() != ErrorKind::not_converged) throw;
      kernel.sign_error = pairs_at;
      pairs_at = 0;
      pairs_count = true;
      continue;
    }
    // Nonzero eigenvalues exist in both chiralities. A smaller error separates them from 0, except for those
    // that are 0 by symmetry, as for unit links.
    const bool pairs = !pairs_count && std::min(found.minus, found.plus) > 0 &&
                       kernel.sign_error > std::max(kPairError, least);
    if (!found.unclear && !pairs) {
      if (keep) keep(search);
      return found;
    }
    if (!found.unclear) pairs_at = kernel.sign_error;
    if (found.unclear && kernel.sign_error <= least)
      throw Error(ErrorKind::not_converged,
                  fmt::format("index: it is undecided whether an eigenvalue of {:.3g} is 0, with an error of "
                              "the sign function of {:g}",
                              *found.unclear, kernel.sign_error),
                  "smear the links of its kernel, or give another M0: index:M0:LOW_MODES:SIGN_ERROR:hyp");
    kernel.sign_error = std::max(least, kBetter * kernel.sign_error);
  }
}

void take_memory_of_index(gpu::Device& null_device, const Geometry& geometry, const IndexOptions& options,
                          const Boundary& boundary) {
  const auto lattice =
      overlap_lattice_options(null_device, precision_of(null_device, options.sign_error), geometry);
  try_overlap_memory(DeviceLattice(null_device, geometry, lattice), kernel_of(options, boundary), 0,
                     ZeroModeSearch::room({}));
}

}  // namespace glueball
