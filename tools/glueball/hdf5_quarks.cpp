#include "hdf5_quarks.hpp"

#include <fmt/format.h>

namespace glueball::app {
namespace {

using Attributes = std::vector<io::Hdf5Attribute>;

std::vector<std::int64_t> whole(const Site& numbers) { return {numbers.begin(), numbers.end()}; }

/// Returns the attributes of the operator without masses.
Attributes operator_of(const QuarkOptions& q) {
  Attributes all = {{"action", q.action}};
  if (!has_mass(q)) all.push_back({"kappa", q.kappa});
  if (q.action == "twisted-mass") all.push_back({"mu", q.mu});
  if (q.action == "clover") all.push_back({"csw", q.csw});
  if (q.exponential) all.push_back({"exponential", std::int64_t(1)});
  if (is_overlap(q)) all.push_back({"m0", q.overlap.m0});
  if (is_overlap(q) || q.smear != "none") all.push_back({"smear", q.smear});
  const auto& phases = q.twist.values;
  all.push_back({"boundary", whole(q.boundary.values)});
  all.push_back({"twist", std::vector<double>(phases.begin(), phases.end())});
  all.push_back({"imaginary_mu", q.imaginary_mu});
  return all;
}

double mass_of(const QuarkOptions& q, std::size_t n) { return n < q.masses.size() ? q.masses[n] : q.mass; }

double epsilon_of(const QuarkOptions& q, std::size_t n) {
  return n < q.naik_epsilons.size() ? q.naik_epsilons[n] : q.naik_epsilon;
}

}  // namespace

Attributes hdf5_quark(const QuarkOptions& q) {
  Attributes all = operator_of(q);
  if (!has_mass(q)) return all;
  if (q.masses.size() > 1)
    all.push_back({"mass", q.masses});
  else
    all.push_back({"mass", mass_of(q, 0)});
  if (!is_overlap(q)) all.push_back({"naik_epsilon", epsilon_of(q, 0)});
  return all;
}

Hdf5Row hdf5_correlators(const QuarkOptions& quark, const std::string& source,
                         const std::string& normalization, std::span<const MesonCorrelators> all) {
  Hdf5Row row;
  for (const MesonCorrelators& r : all) {
    Attributes numbers = operator_of(quark);
    std::string masses;
    if (has_mass(quark)) {
      std::vector<double> both, epsilons;
      for (const std::size_t n : r.quarks) {
        both.push_back(mass_of(quark, n));
        epsilons.push_back(epsilon_of(quark, n));
      }
      if (quark.masses.size() > 1) masses = fmt::format(" m={:g},{:g}", both[0], both[1]);
      numbers.push_back({"masses", both});
      if (!is_overlap(quark)) numbers.push_back({"naik_epsilons", epsilons});
    }
    const std::string direction(1, "xyzt"[r.direction]);
    numbers.insert(numbers.end(), {{"momentum", whole(r.momentum)},
                                   {"direction", direction},
                                   {"source", source},
                                   {"normalization", normalization}});
    const Site& p = r.momentum;
    for (const auto& [channel, values] : r.channels) {
      Attributes own = numbers;
      own.push_back({"channel", channel});
      row.push_back({fmt::format("{} p={},{},{},{} {}{}", channel, p[0], p[1], p[2], p[3], direction, masses),
                     values,
                     {},
                     std::move(own)});
    }
  }
  return row;
}

Hdf5Row hdf5_condensates(const QuarkOptions& quark, std::span<const ChiralCondensate> all) {
  Hdf5Row row;
  for (std::size_t n = 0; n < all.size(); ++n) {
    Attributes numbers = operator_of(quark);
    if (has_mass(quark)) numbers.push_back({"mass", mass_of(quark, n)});
    numbers.push_back({"vectors", std::int64_t(all[n].vectors)});
    numbers.push_back({"noise_seed", std::uint64_t(all[n].seed)});
    const std::string mass = all.size() > 1 ? fmt::format(" m={:g}", mass_of(quark, n)) : std::string();
    const auto put = [&](const std::string& name, double value) {
      row.push_back({name + mass, value, {}, numbers});
    };
    put("condensate", all[n].scalar.mean.real());
    put("condensate_error", all[n].scalar.error.real());
    if (!all[n].pseudoscalar) continue;
    put("pseudoscalar_re", all[n].pseudoscalar->mean.real());
    put("pseudoscalar_im", all[n].pseudoscalar->mean.imag());
    put("pseudoscalar_re_error", all[n].pseudoscalar->error.real());
    put("pseudoscalar_im_error", all[n].pseudoscalar->error.imag());
  }
  return row;
}

}  // namespace glueball::app
