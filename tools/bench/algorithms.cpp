#include "algorithms.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "bench/bench_row.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::json;

template <class Line>
void set_machine(const Json& j, Line& line) {
  BenchRow row;
  row.lattice = j.at("lattice").get<std::array<int, 4>>();
  line.lattice = row.lattice_text();
  line.device = j.at("device");
  line.api = j.at("api");
  line.id = j.value("id", line.api);
  line.driver = j.value("driver", "unknown");
  line.version = j.value("version", "");
  line.time = j.value("time", "");
}

RestartLine restart_line(const Json& j) {
  RestartLine line;
  set_machine(j, line);
  line.system = fmt::format("kappa {}, true residual {:g}", j.at("kappa").get<double>(),
                            j.at("tolerance").get<double>());
  const auto extents = j.at("lattice").get<std::array<int, 4>>();
  line.command = fmt::format(
      "glueball bench restart --device {} --lattice {} --kappa {} --tolerance {:g} --json", line.id,
      fmt::join(extents, ","), j.at("kappa").get<double>(), j.at("tolerance").get<double>());
  line.method = j.at("method");
  line.iterations = j.at("iterations");
  line.restarts = j.at("restarts");
  line.residual = j.at("residual");
  line.seconds = j.at("seconds");
  line.gflops = j.at("gflops");
  line.speed_up = j.at("speed_up");
  return line;
}

HmcLine hmc_line(const Json& j) {
  HmcLine line;
  set_machine(j, line);
  line.setup = j.at("setup");
  const std::string inner = j.at("inner");
  line.precision = j.at("precision");
  if (inner != line.precision)
    line.precision += ", iterations in " + inner +
                      (j.contains("half_format") ? " (" + j["half_format"].get<std::string>() + ")" : "");
  line.energies = j.at("energies");
  const Json& start = j.at("start");
  line.start =
      start.at("sweeps") == 0
          ? std::string("a file")
          : fmt::format("{} sweeps of the gauge action, then {} trajectories at a mu of at least 0.1",
                        start.at("sweeps").get<int>(), start.at("trajectories").get<int>());
  line.mu = j.at("mu");
  line.tau = j.at("tau");
  line.paper_tau = j.at("paper_tau");
  line.seconds = j.at("seconds");
  line.cg_iterations = j.at("cg_iterations");
  line.abs_delta_h = j.at("abs_delta_h");
  line.plaquette = j.at("plaquette");
  line.not_dslash = j.at("not_dslash");
  line.steps = j.at("steps");
  line.gauge_steps = j.at("gauge_steps");
  line.trajectories = j.at("trajectories");
  line.accepted = j.at("accepted");
  return line;
}

}  // namespace

AlgorithmLines read_algorithms(const std::filesystem::path& file) {
  const std::string hint = "give what 'glueball bench' printed as JSON";
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file))
    throw Error(ErrorKind::bad_file, file.string() + ": cannot be read", hint);
  AlgorithmLines all;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    if (text.empty()) continue;
    try {
      const Json j = Json::parse(text);
      const std::string kernel = j.value("kernel", "");
      if (kernel == "restart")
        all.restart.push_back(restart_line(j));
      else if (kernel == "hmc")
        all.hmc.push_back(hmc_line(j));
      else
        all.others = true;
    } catch (const Json::exception& error) {
      throw Error(
          ErrorKind::bad_file,
          fmt::format("{}:{}: this is no JSON line of a benchmark ({})", file.string(), number, error.what()),
          hint);
    }
  }
  return all;
}

std::string restart_sections(const std::vector<RestartLine>& lines) {
  std::map<std::string, std::vector<const RestartLine*>> sorted;
  for (const RestartLine& line : lines)
    sorted[fmt::format("{}, {}, {}, {}", line.device, line.api, line.lattice, line.system)].push_back(&line);
  std::string text;
  for (const auto& [name, rows] : sorted) {
    const RestartLine& first = *rows.front();
    text += fmt::format(
        "## The experiment of 2006: {}\n\nOne system solved in every precision. Driver {}; glueball {}; "
        "{}.\n\n"
        "| method | iterations | restarts | residual | seconds | GFLOP/s | times as fast "
        "|\n|---|---|---|---|---|---|---|\n",
        name, first.driver, first.version, first.time);
    for (const RestartLine* r : rows)
      text += r->seconds > 0
                  ? fmt::format("| {} | {} | {} | {:.1e} | {:.3f} | {:.1f} | {:.1f} |\n", r->method,
                                r->iterations, r->restarts, r->residual, r->seconds, r->gflops, r->speed_up)
                  : fmt::format("| {} | | | | | | |\n", r->method);
    text += fmt::format("\nTo repeat: `{}`\n\n", first.command);
  }
  return text;
}

std::string hmc_section(const std::vector<HmcLine>& lines) {
  if (lines.empty()) return {};
  std::string text =
      "## Hybrid Monte Carlo: the setups of 2012\n\n"
      "Setups A, B and C of arXiv:1209.5942, table 4: two flavours of twisted mass at kappa = 0.160856, "
      "tree-level Symanzik action at\n"
      "beta = 3.9, 2MN on two time scales. The paper's tau goes with generators lambda; with ours, lambda/2, "
      "the same trajectory is\n"
      "twice as long, and so given here.\n\n"
      "| device | lattice | setup | a mu | tau (2012) | steps | precision | energies | s a trajectory | CG | "
      "accepted | mean of abs dH | "
      "plaquette | not Dslash, nor CG in one launch "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const HmcLine& r : lines)
    text += fmt::format(
        "| {}, {} | {} | {} | {:g} | {:g} ({}) | {} x {} | {} | {} | {:.3f} | {:.0f} | {} of {} | {:.2g} | "
        "{:.5f} | {:.0f} % |\n",
        r.device, r.api, r.lattice, r.setup.empty() ? "-" : r.setup, r.mu, r.tau,
        r.paper_tau > 0 ? fmt::format("{:g}", r.paper_tau) : "-", r.steps, r.gauge_steps, r.precision,
        r.energies, r.seconds, r.cg_iterations, r.accepted, r.trajectories, r.abs_delta_h, r.plaquette,
        100 * r.not_dslash);
  const HmcLine& first = lines.front();
  return text + fmt::format(
                    "\nStart: {}. Driver {}; glueball {}; {}.\nTo repeat: `glueball bench hmc --device {} "
                    "--lattice X,Y,Z,T --setup A,B,C --json`\n\n",
                    first.start, first.driver, first.version, first.time, first.id);
}

}  // namespace glueball::app
