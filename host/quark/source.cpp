#include "quark/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cpu/random.hpp"

namespace glueball {
namespace {

constexpr const char* kForms =
    "point:x,y,z,t, gaussian:x,y,z,t:radius, wall:t, z2:seed[:t], z2xz2:seed[:t], volume or file:PATH";

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw Error(ErrorKind::bad_value, "source '" + text + "': " + why, std::string("give ") + kForms);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <class Number>
Number number(std::string_view word, const std::string& text, const char* what) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || word.empty())
    refuse(text, "'" + std::string(word) + "' is no " + what);
  return value;
}

SourceKind kind_of(std::string_view word, const std::string& text) {
  if (word == "point") return SourceKind::point;
  if (word == "gaussian") return SourceKind::gaussian;
  if (word == "wall") return SourceKind::wall;
  if (word == "z2") return SourceKind::z2;
  if (word == "z2xz2") return SourceKind::z2xz2;
  if (word == "volume") return SourceKind::volume;
  if (word == "file") return SourceKind::file;
  refuse(text, "there is no kind '" + std::string(word) + "'");
}

bool is_noise(SourceKind kind) { return kind == SourceKind::z2 || kind == SourceKind::z2xz2; }

/// True if component k is in a column.
bool contains(const SourceSpec& source, int k, int column, int columns) {
  if (is_local(source) || columns == 12) return k == column;
  if (columns == 4) return k / 3 == column;
  if (columns == 3) return k % 3 == column;
  return true;
}

bool contains(const SourceSpec& source, const Site& s) {
  if (source.kind == SourceKind::point) return s == source.site;
  if (source.kind == SourceKind::gaussian) return s[3] == source.site[3];
  return !source.slice || s[3] == *source.slice;
}

Complex noise(SourceKind kind, std::uint32_t bits, int k) {
  const double re = (bits >> (2 * k) & 1) != 0 ? -1.0 : 1.0, im = (bits >> (2 * k + 1) & 1) != 0 ? -1.0 : 1.0;
  constexpr double kRootHalf = std::numbers::sqrt2 / 2.0;
  return kind == SourceKind::z2 ? Complex(re) : kRootHalf * Complex(re, im);
}

double gaussian(const SourceSpec& source, const Geometry& g, const Site& s) {
  double square = 0;
  for (int mu = 0; mu < 3; ++mu) {
    const int d = std::abs(s[std::size_t(mu)] - source.site[std::size_t(mu)]);
    square += std::pow(std::min(d, g.whole_extents()[mu] - d) / source.radius, 2);
  }
  return std::exp(-square);
}

}  // namespace

std::string SourceSpec::to_string() const {
  const std::string at = slice ? ":" + std::to_string(*slice) : "";
  const std::string where = fmt::format("{},{},{},{}", site[0], site[1], site[2], site[3]);
  switch (kind) {
    case SourceKind::point:
      return "point:" + where;
    case SourceKind::gaussian:
      return fmt::format("gaussian:{}:{}", where, radius);
    case SourceKind::wall:
      return "wall" + at;
    case SourceKind::z2:
      return "z2:" + std::to_string(seed) + at;
    case SourceKind::z2xz2:
      return "z2xz2:" + std::to_string(seed) + at;
    case SourceKind::volume:
      return "volume";
    case SourceKind::file:
      break;
  }
  return "file:" + path;
}

SourceSpec parse_source(const std::string& text) {
  const auto words = split(text, ':');
  SourceSpec source;
  source.kind = kind_of(words[0], text);
  if (source.kind == SourceKind::file) {
    source.path = text.substr(std::min(text.size(), std::string_view("file:").size()));
    if (source.path.empty()) refuse(text, "no path");
    return source;
  }
  const bool gaussian = source.kind == SourceKind::gaussian;
  const std::size_t most = source.kind == SourceKind::volume ? 1 : is_noise(source.kind) || gaussian ? 3 : 2;
  if (words.size() > most) refuse(text, "':" + std::string(words[most]) + "' is one part too many");
  if (source.kind == SourceKind::volume) return source;
  if (words.size() < 2) refuse(text, "something must follow '" + std::string(words[0]) + ":'");
  if (is_local(source)) {
    const auto coordinates = split(words[1], ',');
    if (coordinates.size() != source.site.size())
      refuse(text, std::to_string(coordinates.size()) + " coordinates where x,y,z,t are needed");
    for (std::size_t mu = 0; mu < coordinates.size(); ++mu)
      source.site[mu] = number<int>(coordinates[mu], text, "coordinate");
    if (gaussian) {
      if (words.size() < 3) refuse(text, "no radius");
      source.radius = number<double>(words[2], text, "radius");
      if (!(source.radius > 0) || !std::isfinite(source.radius))
        refuse(text, "'" + std::string(words[2]) + "' is no radius");
    }
  } else if (source.kind == SourceKind::wall) {
    source.slice = number<int>(words[1], text, "time slice");
  } else {
    source.seed = number<std::uint64_t>(words[1], text, "seed");
    if (words.size() == 3) source.slice = number<int>(words[2], text, "time slice");
  }
  return source;
}

void check_source(const SourceSpec& source, const Geometry& g) {
  const auto check = [&](int coordinate, int mu) {
    if (coordinate >= 0 && coordinate < g.whole_extents()[std::size_t(mu)]) return;
    throw Error(ErrorKind::bad_value,
                "source '" + source.to_string() + "': " + "xyzt"[mu] + " = " + std::to_string(coordinate) +
                    " is outside the lattice " + g.whole().to_string(),
                "give 0 to " + std::to_string(g.whole_extents()[std::size_t(mu)] - 1));
  };
  if (is_local(source))
    for (int mu = 0; mu < kDirections; ++mu) check(source.site[std::size_t(mu)], mu);
  if (source.slice) check(*source.slice, 3);
}

SourceSpec trace_noise(std::uint64_t seed) {
  SourceSpec noise;
  noise.kind = SourceKind::z2;
  noise.seed = seed;
  return noise;
}

void check_columns(const SourceSpec& source, int components, int columns) {
  const bool point = is_local(source);
  const bool diluted = columns == 1 || columns == 3 || (components == 12 && (columns == 4 || columns == 12));
  if (source.kind != SourceKind::file && (point ? columns >= 1 && columns <= components : diluted)) return;
  const std::string what =
      "source '" + source.to_string() + "' cannot have " + std::to_string(columns) + " columns";
  if (source.kind == SourceKind::file)
    throw Error(ErrorKind::bad_value, what, "a file has the columns it has");
  if (point) throw Error(ErrorKind::bad_value, what, "give 1 to " + std::to_string(components));
  throw Error(ErrorKind::bad_value, what,
              components == 12 ? "give 1 (no dilution), 3 (colour), 4 (spin) or 12 (both)"
                               : "give 1 (no dilution) or 3 (colour)");
}

template <class OneParity>
FullQuarkField<OneParity> make_source(const SourceSpec& source, const Geometry& g, int column, int columns,
                                      std::uint32_t vector) {
  check_source(source, g);
  check_columns(source, kComponents<OneParity>, columns);
  auto b = zero_field<OneParity>(g);
  for (std::size_t parity = 0; parity < 2; ++parity) {
#pragma omp parallel for schedule(static)
    for (std::size_t n = 0; n < g.half_volume(); ++n) {
      const Site own = g.half_site(Parity(parity), n), s = g.global(own);
      if (!contains(source, s)) continue;
      const std::uint32_t bits =
          is_noise(source.kind)
              ? cpu::random_bits(source.seed, Stream::noise, vector, std::uint32_t(g.global_index(own)), 0)[0]
              : 0;
      for (int k = 0; k < kComponents<OneParity>; ++k) {
        if (!contains(source, k, column, columns)) continue;
        component(b[parity][n], k) = is_noise(source.kind)                 ? noise(source.kind, bits, k)
                                     : source.kind == SourceKind::gaussian ? gaussian(source, g, s)
                                                                           : Complex(1.0);
      }
    }
  }
  return b;
}

template FullQuarkField<ParitySpinorField> make_source<ParitySpinorField>(const SourceSpec&, const Geometry&,
                                                                          int, int, std::uint32_t);
template FullQuarkField<ParityColourField> make_source<ParityColourField>(const SourceSpec&, const Geometry&,
                                                                          int, int, std::uint32_t);

}  // namespace glueball
