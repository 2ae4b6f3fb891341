#include "app/rational_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "app/cache.hpp"
#include "io/cache_file.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMagic = "glueball-rational";
// increase this if minimax returns other digits or another error, because all ranks of a run must agree
constexpr int kFormat = 3;
constexpr std::uintmax_t kMostBytes = 1 << 16;

/// Returns all arguments of the approximation as text, each number with all digits.
std::string words(const MinimaxRequest& r) {
  std::string text;
  for (const PowerFactor& p : r.f) text += fmt::format("{}/{} {:a} ", p.numerator, p.denominator, p.shift);
  text += fmt::format("on {:a} {:a} ", r.on.lo, r.on.hi);
  return text +
         (r.order ? fmt::format("order {}", *r.order) : fmt::format("error {:a}", r.error.value_or(0)));
}

std::uint64_t hash(const std::string& text) {
  std::uint64_t h = 0xcbf29ce484222325u;  // FNV-1a
  for (const unsigned char c : text) h = (h ^ c) * 0x100000001b3u;
  return h;
}

/// Returns true if the function is as near to f as it claims, so that a damaged file does no harm.
bool is_sound(const Minimax& m, const MinimaxRequest& r) {
  if (!(m.error > 0) || !(m.error < 1) || m.function.numerators.size() != m.function.shifts.size())
    return false;
  if (r.order ? int(m.function.order()) != *r.order : m.error > *r.error) return false;
  if (!std::is_sorted(m.function.shifts.begin(), m.function.shifts.end())) return false;
  if (m.function.shifts.empty() || !(m.function.shifts.front() > 0)) return false;
  constexpr int kPlaces = 1000;
  double least = r.f.front().shift;
  for (const PowerFactor& p : r.f) least = std::min(least, p.shift);
  for (int i = 0; i <= kPlaces; ++i) {
    const double x = std::clamp(
        (r.on.lo + least) * std::pow((r.on.hi + least) / (r.on.lo + least), i / double(kPlaces)) - least,
        r.on.lo, r.on.hi);
    if (!(std::abs(m.function(x) / value(r.f, x) - 1) <= m.error * (1 + 1e-6) + 2e-12)) return false;
  }
  return true;
}

std::optional<Minimax> kept(const std::filesystem::path& path, const MinimaxRequest& r) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  try {
    if (std::filesystem::is_regular_file(path) && std::filesystem::file_size(path) <= kMostBytes) {
      std::ifstream file(path);
      const Json all = Json::parse(file);
      // A file of another request with the same hash is not damaged.
      if (all.at(kMagic) == kFormat && all.at("arguments") != words(r)) return std::nullopt;
      Minimax m{{.constant = all.at("constant").get<double>(),
                 .numerators = all.at("numerators").get<std::vector<double>>(),
                 .shifts = all.at("shifts").get<std::vector<double>>()},
                all.at("error").get<double>()};
      if (all.at(kMagic) == kFormat && is_sound(m, r)) return m;
    }
  } catch (const std::exception&) {
    // The file is not JSON, or it has other keys.
  }
  warn_of_cache(path, "damaged, or not ours; it is ignored and written anew");
  return std::nullopt;
}

}  // namespace

std::filesystem::path rational_cache_file(const MinimaxRequest& request,
                                          const std::filesystem::path& directory) {
  return directory /
         fmt::format("rational-{:016x}.json", hash(fmt::format("{} {}", kFormat, words(request))));
}

Minimax remembered_minimax(const MinimaxRequest& r, const std::filesystem::path& directory) {
  const auto found = [&] {
    return r.order ? minimax(r.f, r.on, *r.order) : minimax_within(r.f, r.on, r.error.value_or(0));
  };
  if (directory.empty()) return found();
  const auto path = rational_cache_file(r, directory);
  if (const auto m = kept(path, r)) return *m;
  // Without a claim two processes compute the same approximation, which is harmless.
  const auto claim = FilePipelineStore(directory).claim(hash(words(r)));
  if (claim)
    if (const auto m = kept(path, r)) return *m;
  const Minimax m = found();
  const Json all = {{kMagic, kFormat},
                    {"arguments", words(r)},
                    {"error", m.error},
                    {"constant", m.function.constant},
                    {"numerators", m.function.numerators},
                    {"shifts", m.function.shifts}};
  if (const auto why = io::write_cache_file(path, all.dump(1) + "\n"))
    warn_of_cache(path, "not kept: " + *why);
  return m;
}

void remember_shared_minimax(const std::filesystem::path& directory) {
  set_shared_minimax_finder([directory](const PowerProduct& f, const Interval& on, double error) {
    return remembered_minimax({.f = f, .on = on, .order = {}, .error = error}, directory);
  });
}

}  // namespace glueball::app
