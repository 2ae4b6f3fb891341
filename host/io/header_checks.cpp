#include "io/header_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.hpp"

namespace glueball::io {
namespace {

[[maybe_unused]] constexpr std::size_t kLinksWorthThreads = 4096;

std::string text(const Site& s) { return fmt::format("{}x{}x{}x{}", s[0], s[1], s[2], s[3]); }

std::pair<double, double> parts(const Complex& z) { return {z.real(), z.imag()}; }

/// Returns infinity if unitarity_deviation is NaN, so that comparisons notice it.
double deviation(const Matrix3& u) {
  const double d = unitarity_deviation(u);
  return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

/// Returns true for nearly all links whose `deviation` is within the tolerance, in a third of its time. It
/// tests that two rows a and b are orthonormal and the third is conj(a x b), each to an eighth of the
/// tolerance. NaN fails the test.
bool clearly_su3(const Matrix3& u, double tolerance) {
  const double bound = tolerance / 8;
  double norm_a = -1, norm_b = -1, re = 0, im = 0, worst = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
    const auto [ar, ai] = parts(u[0][k]);
    const auto [br, bi] = parts(u[1][k]);
    const auto [cr, ci] = parts(u[2][k]);
    const auto [alr, ali] = parts(u[0][l]);
    const auto [amr, ami] = parts(u[0][m]);
    const auto [blr, bli] = parts(u[1][l]);
    const auto [bmr, bmi] = parts(u[1][m]);
    norm_a += ar * ar + ai * ai;
    norm_b += br * br + bi * bi;
    re += ar * br + ai * bi;
    im += ai * br - ar * bi;
    const double dr = cr - (alr * bmr - ali * bmi - amr * blr + ami * bli);
    const double di = ci + (alr * bmi + ali * bmr - amr * bli - ami * blr);
    worst += dr * dr + di * di;
  }
  return std::abs(norm_a) <= bound && std::abs(norm_b) <= bound && re * re + im * im <= bound * bound &&
         worst <= bound * bound;
}

/// `zero` counts links that are zero, `open` those of them that open boundaries have: the time-like links of
/// the last time slice.
std::string likely_cause(std::size_t bad, std::size_t negated, std::size_t zero, std::size_t open) {
  if (negated == bad) return "their negatives are: antiperiodic boundary signs are multiplied into them";
  if (open == bad)
    return "they are the time-like links of the last time slice, and all zero: open boundaries, which "
           "glueball "
           "does not simulate";
  if (zero == bad) return "they are all zero: boundaries that are not periodic, or damage";
  return "smeared links, Schroedinger-functional boundaries or damage";
}

}  // namespace

Geometry stated_geometry(const InputFile& file, const Site& extents, const ReadOptions& options) {
  for (const auto& wanted : {options.expected, options.extents}) {
    if (wanted && *wanted != extents) {
      file.refuse("holds a " + text(extents) + " lattice where " + text(*wanted) + " was asked for",
                  "extents are in the order x, y, z, t");
    }
  }
  try {
    return Geometry(extents);
  } catch (const Error& e) {
    throw Error(ErrorKind::bad_file, file.path().string() + ": " + e.what());
  }
}

void check_average(const InputFile& file, const std::string& name, double stored, double computed,
                   double tolerance, const ReadOptions& options) {
  if (options.ignore_checksum || std::abs(stored - computed) <= tolerance) return;
  file.refuse(fmt::format("{} {:.12g} in the header but {:.12g} of the links, beyond the tolerance {:g}",
                          name, stored, computed, tolerance),
              "the file is damaged or its header stale; <ignore_checksum> reads it all the same");
}

bool check_checksum(const InputFile& file, const std::string& format, const std::string& stored,
                    const std::string& computed, const ReadOptions& options) {
  if (stored == computed) return true;
  if (options.ignore_checksum) return false;
  file.refuse(fmt::format("{} checksum mismatch: stored {}, of the data {}", format, stored, computed),
              "the file is damaged or its checksum stale; <ignore_checksum> reads it all the same");
}

void Su3Check::add(std::span<const Matrix3> links) {
  std::size_t bad = 0, negated = 0, zero = 0, open = 0;
  const std::size_t last_slice =
      (geometry_.volume() - geometry_.volume() / std::size_t(geometry_.extent(3))) * std::size_t(kDirections);
#pragma omp parallel for reduction(+ : bad, negated, zero, open) if (links.size() > kLinksWorthThreads)
  for (std::int64_t n = 0; n < std::int64_t(links.size()); ++n) {
    const Matrix3& link = links[std::size_t(n)];
    if (clearly_su3(link, tolerance_) || deviation(link) <= tolerance_) continue;
    ++bad;
    negated += deviation(-1.0 * link) <= tolerance_;
    const bool is_zero = link == Matrix3{};
    zero += is_zero;
    open += is_zero && seen_ + std::size_t(n) >= last_slice && n % kDirections == 3;
  }
  if (bad > 0 && bad_ == 0) {
    const auto first = std::find_if(links.begin(), links.end(),
                                    [&](const Matrix3& m) { return !(deviation(m) <= tolerance_); });
    first_ = seen_ + std::size_t(first - links.begin());
    first_deviation_ = deviation(*first);
  }
  seen_ += links.size();
  bad_ += bad;
  negated_ += negated;
  zero_ += zero;
  open_ += open;
}

std::string Su3Check::fault() const {
  if (bad_ == 0) return "";
  const Site s = geometry_.site(first_ / kDirections);
  return fmt::format(
      "{} of {} links are not SU(3) (the first, at ({},{},{},{}) in direction {}, is off by {:.3g}; "
      "tolerance {:g}): {}",
      bad_, seen_, s[0], s[1], s[2], s[3], "xyzt"[first_ % kDirections], first_deviation_, tolerance_,
      likely_cause(bad_, negated_, zero_, open_));
}

void Su3Check::finish(const InputFile& file) const {
  if (bad_ > 0) file.refuse(fault(), "<allow_non_su3> reads it all the same");
}

}  // namespace glueball::io
