#include "options/deflation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/paths.hpp"
#include "eigen/lowest_modes.hpp"
#include "run/eigenvector_file.hpp"

namespace glueball::app {
namespace {

constexpr int kMostModes = 5000;

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

}  // namespace

std::optional<int> deflation_count(const QuarkOptions& o) {
  const std::string& words = o.deflate;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::size_t sign = words.starts_with('-');
  if (words.size() == sign || !std::all_of(words.begin() + std::ptrdiff_t(sign), words.end(), digit))
    return std::nullopt;
  int count = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), count);
  if (error != std::errc() || count < 1 || count > kMostModes)
    throw Error(ErrorKind::bad_value, fmt::format("--deflate {} eigenvectors", words),
                fmt::format("give 1 to {}, or a file that 'glueball eigenvalues --sites even --save' has "
                            "written",
                            kMostModes));
  return count;
}

SolveDeflation find_deflation(gpu::Device& device, const Configuration& u, const QuarkOptions& o,
                              const Domain* domain) {
  SolveDeflation d;
  if (o.deflate.empty()) return d;
  const auto start = std::chrono::steady_clock::now();
  const QuarkParameters quark = quark_parameters(o);
  if (const auto count = deflation_count(o)) {
    Progress progress(std::uint64_t(*count), o.common->quiet);
    d.modes = std::make_shared<const LowModes>(
        lowest_modes(device, u, quark, *count, domain, [&](int found, double residual) {
          progress.update(std::uint64_t(found),
                          fmt::format("eigenvectors, residual of the next {:.1e}", residual));
        }));
    progress.clear();
  } else {
    d.file = find_input(o.deflate).string();
    d.modes = std::make_shared<const LowModes>(read_low_modes(d.file, quark, u, domain, o.ignore_checksum));
  }
  d.values = d.modes->values;
  d.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return d;
}

std::string deflation_text(const SolveDeflation& d, const std::optional<DeflationGain>& gain) {
  if (!d) return {};
  const auto& values = d.values;
  std::string text = fmt::format("deflated by {} eigenvectors, {:.6g} to {:.6g}", values.size(),
                                 values.front(), values.back());
  text += d.file.empty() ? fmt::format(", found in {:.2f} s\n", d.seconds) : fmt::format(", of {}\n", d.file);
  if (gain)
    text += fmt::format(
        "the first {} without: {} iterations, {:.2f} s; with: {} iterations, {:.2f} s: a gain of {:.2f} and "
        "{:.2f}\n",
        gain->with.columns == 1 ? "solve" : fmt::format("{} solves", gain->with.columns),
        gain->without.iterations, gain->without.seconds, gain->with.iterations, gain->with.seconds,
        ratio(gain->without.iterations, gain->with.iterations),
        ratio(gain->without.seconds, gain->with.seconds));
  return text;
}

nlohmann::ordered_json deflation_json(const SolveDeflation& d, const std::optional<DeflationGain>& gain) {
  const auto& values = d.values;
  nlohmann::ordered_json json = {
      {"vectors", values.size()}, {"lowest", values.front()}, {"highest", values.back()}};
  if (!d.file.empty()) json["file"] = d.file;
  json["seconds"] = d.seconds;
  if (gain)
    json["compare"] = {{"solves", gain->with.columns},
                       {"iterations_without", gain->without.iterations},
                       {"iterations_with", gain->with.iterations},
                       {"seconds_without", gain->without.seconds},
                       {"seconds_with", gain->with.seconds}};
  return json;
}

}  // namespace glueball::app
