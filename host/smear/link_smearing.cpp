#include "smear/link_smearing.hpp"

#include <vector>

#include "base/error.hpp"
#include "base/read_number.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"

namespace glueball {

void LinkSmearing::step(Smearing& smearing, GaugeField& u) const {
  if (method == "stout")
    smearing.stout(u, rho, dimensions);
  else
    smearing.hyp(u, {});
}

Configuration LinkSmearing::operator()(const DeviceLattice& lattice, const Configuration& u) const {
  if (none()) return u;
  GaugeField links(lattice);
  upload(u, links);
  Halo(lattice).exchange(links);
  Smearing smearing(lattice);
  for (int n = 0; n < steps; ++n) step(smearing, links);
  return download_smeared(links);
}

void require_derivative(const LinkSmearing& s) {
  if (s.none() || s.method == "stout") return;
  throw Error(ErrorKind::bad_value,
              s.method + " links in molecular dynamics, whose projection has no force here",
              "give stout:RHO:STEPS");
}

std::optional<LinkSmearing> link_smearing_of(const std::string& words) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find(':', at), words.size());
    parts.push_back(words.substr(at, end - at));
    at = end + 1;
  }
  LinkSmearing s{.method = parts[0]};
  std::size_t next = 1;
  if (!s.none() && s.method != "stout" && s.method != "hyp") return {};
  if (s.method == "stout" && next < parts.size())
    if (!read_number(parts[next++], s.rho) || !(s.rho > 0) || !(s.rho < 1)) return {};
  if (!s.none() && next < parts.size())
    if (!read_number(parts[next++], s.steps) || s.steps < 1 || s.steps > 1000) return {};
  if (s.method == "stout" && next < parts.size()) {
    if (parts[next++] != "space") return {};
    s.dimensions = 3;
  }
  if (next != parts.size()) return {};
  return s;
}

}  // namespace glueball
