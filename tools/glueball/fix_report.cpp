#include "fix_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/progress.hpp"
#include "cpu/plaquette.hpp"
#include "fix/abelian.hpp"
#include "fix/centre.hpp"
#include "measure/statistics.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;

const char* meaning(const FixOptions& o) {
  return o.norm == "largest"    ? "largest of a site of Tr Delta Delta^+ / 3"
         : o.gauge == "coulomb" ? "1/(3V) sum Tr Delta Delta^+ of the worst time slice"
                                : "1/(3V) sum Tr Delta Delta^+";
}

void text(const FixOptions& o, const Json& line) {
  fmt::print("{}: {} gauge, {}\n", o.file, o.gauge, line.at("converged") ? "fixed" : "NOT CONVERGED");
  fmt::print("functional   {:.12f}\n", line.at("functional").get<double>());
  fmt::print("theta        {:.3e}   {}, A = (U - U^+)/2i\n", line.at("theta").get<double>(), meaning(o));
  if (line.contains("theta_residual"))
    fmt::print("residual     {:.3e}\n", line.at("theta_residual").get<double>());
  fmt::print("iterations   {}, {:.2f} s, {:.1f} GFLOP/s\n", line.at("iterations").get<long>(),
             line.at("seconds").get<double>(), line.at("gflops").get<double>());
  if (line.contains("copies"))
    fmt::print("copies       {}, mean functional {:.9f} +- {:.9f}, largest copy {}\n",
               line.at("copies").get<int>(), line.at("functional_mean").get<double>(),
               line.at("functional_error").get<double>(), line.at("copy").get<int>());
  if (line.contains("monopole_density"))
    fmt::print("monopoles    {:.6f} a dual link and colour, {:.6f} of those in time\n",
               line.at("monopole_density").get<double>(), line.at("monopole_density_spatial").get<double>());
  if (line.contains("vortex_density"))
    fmt::print(
        "vortices     pierce {:.6f} of the plaquettes\nplaquette    {:.9f}, projected {:.9f}, without "
        "vortices "
        "{:.9f}\n",
        line.at("vortex_density").get<double>(), line.at("plaquette").get<double>(),
        line.at("plaquette_projected").get<double>(), line.at("plaquette_vortex_removed").get<double>());
  if (line.contains("propagator")) {
    fmt::print("\n{:>10} {:>14} {:>8}\n", "p", "D(p)", "momenta");
    for (const Json& row : line.at("propagator"))
      fmt::print("{:>10.6f} {:>14.8f} {:>8}\n", row[0].get<double>(), row[1].get<double>(),
                 row[2].get<int>());
  }
}

}  // namespace

void report_copy(const FixOptions& o, const FixedCopy& copy) {
  if (o.copies < 2) return;
  if (o.common.json)
    fmt::print("{}\n", json_line(json_of(copy)));
  else
    fmt::print("copy {:>4}  functional {:.9f}  theta {:.3e}  {:>7} iterations  {:.2f} s{}\n", copy.copy,
               copy.functional, copy.theta, copy.iterations, copy.seconds,
               copy.converged ? "" : "  NOT CONVERGED");
  std::fflush(stdout);
}

void report_again(const FixOptions& o, const Json& result) {
  if (o.common.json)
    fmt::print("{}\n", json_line(result));
  else
    text(o, result);
  std::fflush(stdout);
}

Json report(const FixOptions& o, const Configuration& fixed, const FixedCopy& best,
            const std::vector<FixedCopy>& all) {
  Json line = {{"file", o.file},
               {"lattice", fixed.geometry().extents()},
               {"gauge", o.gauge},
               {"method", o.method},
               {"norm", o.norm}};
  line.update(json_of(best));
  if (!o.residual) line.erase("theta_residual");
  if (all.size() < 2) {
    line.erase("copy");
  } else {
    std::vector<double> functionals;
    for (const auto& copy : all)
      if (copy.converged || !best.converged) functionals.push_back(copy.functional);
    if (functionals.size() < all.size())
      warn(fmt::format("{} of {} copies gave up and are not in the mean", all.size() - functionals.size(),
                       all.size()));
    const Estimate mean = binned_jackknife(functionals);
    line["copies"] = all.size();
    line["functional_mean"] = mean.mean;
    line["functional_error"] = mean.error;
    line["functional_smallest"] = *std::min_element(functionals.begin(), functionals.end());
  }
  if (o.gauge == "mag") {
    const Monopoles m = monopoles(fixed);
    line["monopole_density"] = m.density;
    line["monopole_density_spatial"] = m.density_spatial;
  }
  if (o.gauge == "centre") {
    line["vortex_density"] = vortex_density(fixed);
    line["plaquette"] = cpu::plaquette(fixed).average();
    line["plaquette_projected"] = cpu::plaquette(centre_projected(fixed)).average();
    line["plaquette_vortex_removed"] = cpu::plaquette(vortices_removed(fixed)).average();
  }
  if (o.propagator) {
    const Gauge gauge = o.gauge == "coulomb" ? Gauge::coulomb : Gauge::landau;
    Json rows = Json::array();
    for (const auto& bin : gluon_propagator(fixed, gauge, o.cut)) rows.push_back({bin.p, bin.d, bin.momenta});
    line["propagator"] = rows;
  }
  report_again(o, line);
  return line;
}

}  // namespace glueball::app
