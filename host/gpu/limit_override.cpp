#include "gpu/limit_override.hpp"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>

#include "base/error.hpp"

namespace glueball::gpu {
namespace {

constexpr const char* kNames =
    "memory, range, texels, image, layers, groups, invocations, shared, blocks, subgroup, float64, model";

/// APIs guarantee far more, and DeviceLattice has no smaller workgroups.
constexpr std::uint64_t kLeastInvocations = 32;

[[noreturn]] void refuse(std::string_view item, const std::string& why) {
  throw Error(ErrorKind::bad_value, "GLUEBALL_LIMITS: '" + std::string(item) + "' " + why,
              "give name=number by commas, for example groups=65535,range=128M");
}

std::uint64_t number(std::string_view item, std::string_view text) {
  std::uint64_t value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc() || end == text.data()) refuse(item, "has no number that is known here");
  int shift = 0;
  if (end != last) {
    const auto unit = std::string_view("KMG").find(*end);
    if (unit == std::string_view::npos || end + 1 != last) refuse(item, "has no number that is known here");
    shift = 10 * (int(unit) + 1);
  }
  if (value > std::numeric_limits<std::uint64_t>::max() >> shift) refuse(item, "is too large");
  return value << shift;
}

/// Lowers a limit; a limit of 0 is unknown.
template <class Number>
void lower(Number& limit, std::uint64_t to) {
  if (limit == 0 ? to <= std::numeric_limits<Number>::max() : to < limit) limit = Number(to);
}

void apply(Limits& l, std::string_view item) {
  const auto equals = item.find('=');
  if (equals == std::string_view::npos) refuse(item, "is no name=number");
  const std::string_view name = item.substr(0, equals);
  const std::uint64_t n = number(item, item.substr(equals + 1));
  if (name == "float64" || name == "model") {
    if (n > 1) refuse(item, "is neither 0 nor 1");
    bool& has = name == "model" ? l.memory_model : l.float64;
    has = has && n == 1;
    return;
  }
  if (n == 0) refuse(item, "is no limit: 0 stands for one that is not known");
  if (name == "memory")
    lower(l.memory_bytes, n);
  else if (name == "range")
    lower(l.storage_range_bytes, n);
  else if (name == "texels")
    lower(l.texel_elements, n);
  else if (name == "image")
    lower(l.image_extent, n);
  else if (name == "layers")
    lower(l.image_layers, n);
  else if (name == "groups")
    lower(l.groups[0], n);
  else if (name == "invocations" && n < kLeastInvocations)
    refuse(item, "is too few: workgroups of kernels over sites are multiples of 32");
  else if (name == "invocations")
    lower(l.group_invocations, n);
  else if (name == "shared")
    lower(l.shared_bytes, n);
  else if (name == "blocks")
    lower(l.storage_blocks, n);
  else if (name == "subgroup")
    lower(l.subgroup, n);
  else
    refuse(item, std::string("names no limit; there are ") + kNames);
}

}  // namespace

Limits lowered(Limits limits, std::string_view text) {
  std::set<std::string_view> seen;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string_view item = text.substr(at, comma - at);
    if (!seen.insert(item.substr(0, item.find('='))).second) refuse(item, "is named twice");
    apply(limits, item);
    at = comma + 1;
  }
  return limits;
}

Limits lowered_by_environment(const Limits& limits) {
  const char* text = std::getenv("GLUEBALL_LIMITS");
  return text && *text != '\0' ? lowered(limits, text) : limits;
}

}  // namespace glueball::gpu
