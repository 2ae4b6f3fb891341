#include "mesons_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "multigrid_report.hpp"
#include "quark/mesons.hpp"
#include "run/json_line.hpp"
#include "text_plot.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;
using Reals = std::vector<double>;

Json head_json(const MesonHead& head, const QuarkOptions& quark) {
  return {{"file", head.file}, {"lattice", head.lattice}, {"action", quark.action}};
}

void put_solves(Json& line, const SolveTotal& t, const SolveDeflation& deflation) {
  if (deflation) line["deflation"] = deflation_json(deflation);
  line["iterations"] = t.iterations;
  line["residual"] = t.residual;
  line["residual_true"] = t.residual_full;
  line["seconds"] = t.seconds;
  if (t.set_up) line["multigrid"] = multigrid_json(*t.set_up);
}

/// Returns a number, or null if it is not finite.
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

/// Returns the mean of channels that are equal by rotations of space.
Reals mean(const MesonCorrelators& r, const std::vector<std::string>& names) {
  Reals sum(r.channel(names[0]).size());
  for (const auto& name : names)
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += r.channel(name)[d] / double(names.size());
  return sum;
}

/// Returns the names of the three channels with an index along the correlator's slices.
std::vector<std::string> across(const std::string& stem, int direction) {
  std::vector<std::string> names;
  for (int mu = 0; mu < kDirections; ++mu)
    if (mu != direction) names.push_back(stem + "xyzt"[mu]);
  return names;
}

/// Along t the channels after the first four are equal but for noise.
constexpr std::ptrdiff_t kStaggeredMeans = 4;

}  // namespace

std::vector<std::pair<std::string, Reals>> meson_table(const QuarkOptions& quark, const MesonCorrelators& r) {
  if (is_staggered(quark)) {
    if (r.direction != 3) return r.channels;
    return {r.channels.begin(), r.channels.begin() + kStaggeredMeans};
  }
  return {{"pion", r.channel("pion")},
          {"rho", mean(r, across("vector_", r.direction))},
          {"scalar", r.channel("scalar")},
          {"axial", mean(r, across("axial_", r.direction))}};
}

std::string meson_json(const MesonHead& head, const QuarkOptions& quark, const MesonCorrelators& r,
                       const SolveTotal& total) {
  Json line = head_json(head, quark);
  line["source"] = head.source;
  line["direction"] = std::string(1, "xyzt"[r.direction]);
  line["momentum"] = r.momentum;
  if (quark.masses.size() > 1) {
    const auto of_both = [&](const std::vector<double>& all) {
      return Json{all[r.quarks[0]], all[r.quarks[1]]};
    };
    line["masses"] = of_both(quark.masses);
    if (quark.naik_epsilons.size() > 1) line["naik_epsilons"] = of_both(quark.naik_epsilons);
  }
  for (const auto& [name, values] : r.channels) line[name] = values;
  if (!is_staggered(quark)) line["rho"] = mean(r, across("vector_", r.direction));
  Json masses = Json::array();
  for (const auto& m : cosh_masses(r.channel("pion"))) masses.push_back(m ? Json(*m) : Json(nullptr));
  line["pion_mass"] = masses;
  put_solves(line, total, head.deflation);
  return json_line(line);
}

std::string meson_text(const QuarkOptions& quark, const MesonCorrelators& r) {
  const char axis = "xyzt"[r.direction];
  const Site& p = r.momentum;
  std::string text;
  if (quark.masses.size() > 1)
    text += fmt::format("masses {} and {}\n", quark.masses[r.quarks[0]], quark.masses[r.quarks[1]]);
  text += fmt::format("momentum {},{},{},{} in units of 2 pi / L\n{:>4}", p[0], p[1], p[2], p[3], axis);
  const auto table = meson_table(quark, r);
  const auto masses = cosh_masses(r.channel("pion"));
  for (const auto& [name, values] : table) text += fmt::format(" {:>16}", name);
  text += fmt::format(" {:>12}\n", "pion mass");
  std::vector<std::optional<double>> logarithms;
  for (std::size_t d = 0; d < r.channel("pion").size(); ++d) {
    text += fmt::format("{:>4}", d);
    for (const auto& [name, values] : table) text += fmt::format(" {:>16.9e}", values[d]);
    const bool known = d < masses.size() && masses[d];
    text += fmt::format(" {:>12}\n", known               ? fmt::format("{:.6f}", *masses[d])
                                     : d < masses.size() ? "none"
                                                         : "");
    const double c = r.channel("pion")[d];
    logarithms.push_back(c > 0 ? std::optional(std::log10(c)) : std::nullopt);
  }
  text += text_plot(fmt::format("log10 of the pion correlator over {}", axis), logarithms);
  text += text_plot(fmt::format("effective mass of the pion (cosh) over {}", axis), masses);
  return text;
}

std::string condensate_json(const MesonHead& head, const QuarkOptions& quark, std::size_t nth,
                            const ChiralCondensate& r, const SolveTotal& total) {
  Json line = head_json(head, quark);
  if (quark.masses.size() > 1) line["mass"] = quark.masses[nth];
  line["condensate"] = {{"mean", r.scalar.mean.real()},
                        {"error", number(r.scalar.error.real())},
                        {"vectors", r.vectors},
                        {"seed", r.seed}};
  if (r.pseudoscalar)
    line["pseudoscalar_condensate"] = {
        {"mean", {r.pseudoscalar->mean.real(), r.pseudoscalar->mean.imag()}},
        {"error", {number(r.pseudoscalar->error.real()), number(r.pseudoscalar->error.imag())}}};
  put_solves(line, total, head.deflation);
  return json_line(line);
}

std::string condensate_text(const QuarkOptions& quark, std::size_t nth, const ChiralCondensate& r) {
  const auto error = [](double e) {
    return std::isfinite(e) ? fmt::format("{:.9f}", e) : std::string("unknown");
  };
  std::string text;
  if (quark.masses.size() > 1) text += fmt::format("mass {}\n", quark.masses[nth]);
  text += fmt::format("condensate Tr G / V          {:>14.9f} +- {}  ({} noise vectors{})\n",
                      r.scalar.mean.real(), error(r.scalar.error.real()), r.vectors,
                      is_staggered(quark) ? "; of one staggered field, four tastes" : "");
  if (r.pseudoscalar)
    text += fmt::format("           Tr gamma5 G / V   {:>14.9f} +- {},  imaginary {:.9f} +- {}\n",
                        r.pseudoscalar->mean.real(), error(r.pseudoscalar->error.real()),
                        r.pseudoscalar->mean.imag(), error(r.pseudoscalar->error.imag()));
  return text;
}

}  // namespace glueball::app
