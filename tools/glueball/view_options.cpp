#include "view_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/option_needs.hpp"
#include "app/validators.hpp"
#include "base/error.hpp"
#include "lattice/gauge_couplings.hpp"
#include "options/fix_options.hpp"
#include "options/option_group.hpp"

namespace glueball::app {

view::RunKind ViewOptions::kind() const {
  using view::RunKind;
  if (run == "auto") return file.empty() ? RunKind::heatbath : RunKind::fixed;
  return run == "heatbath" ? RunKind::heatbath
         : run == "hmc"    ? RunKind::hmc
         : run == "flow"   ? RunKind::flow
         : run == "fix"    ? RunKind::fix
                           : RunKind::fixed;
}

bool ViewOptions::plays(const std::string& what) const {
  const std::string list = play != "auto" ? play : kind() == view::RunKind::fixed ? "time" : "run";
  return ("," + list + ",").find("," + what + ",") != std::string::npos;
}

view::Scene ViewOptions::the_scene() const {
  view::Scene result;
  for (const auto& flag : view::scene_flags()) flag.read(result, scene.at(flag.name));
  check(result);
  return result;
}

std::array<int, 2> ViewOptions::pixels() const {
  std::array<int, 2> sides{};
  const char *at = size.data(), *const end = at + size.size();
  const auto first = std::from_chars(at, end, sides[0]);
  const bool parted = first.ec == std::errc{} && first.ptr != end && *first.ptr == 'x';
  const auto second = parted ? std::from_chars(first.ptr + 1, end, sides[1]) : first;
  constexpr int kMost = 8192;
  if (!parted || second.ec != std::errc{} || second.ptr != end || sides[0] < 1 || sides[1] < 1 ||
      sides[0] > kMost || sides[1] > kMost)
    throw Error(ErrorKind::bad_value, fmt::format("--size: '{}' is no size of a picture", size),
                "give WIDTHxHEIGHT, at most 8192x8192");
  return sides;
}

view::RunParameters ViewOptions::settled() const {
  view::RunParameters p = parameters;
  p.c1 = rectangle_coefficient(action);
  p.gauge = gauge_named(gauge);
  return p;
}

void declare(CLI::App& table, ViewOptions& o) {
  view::RunParameters& p = o.parameters;
  table
      .add_option("file,--file", o.file,
                  "gauge configuration to look at, or to start from (ILDG, NERSC, ...)")
      ->type_name("FILE");
  const OptionGroup run(table, "Run"), picture(table, "Picture"), window(table, "Window"),
      headless(table, "Without a window");
  run.add("--run", o.run,
          "what goes on while one looks: fixed, heatbath, hmc, flow or fix; auto: heatbath, of a file fixed",
          "NAME")
      ->check(one_of({"auto", "fixed", "heatbath", "hmc", "flow", "fix"}));
  run.add_plain("--lattice", o.lattice, "extents, in sites; 8,8,8,16", "X,Y,Z,T");
  run.add("--start", o.start, "first configuration: cold or hot", "NAME")->check(one_of({"cold", "hot"}));
  run.flag("--ignore-checksum", o.ignore_checksum, "read a file whose checksum or plaquette is wrong");
  run.add("--beta", p.beta, "6/g^2 of the gauge action", "NUMBER")->check(coupling());
  run.add("--action", o.action,
          "wilson, symanzik (tree level), iwasaki, dbw2, or the rectangle's coefficient c1", "NAME|C1");
  run.add("--overrelax", p.overrelaxation, "overrelaxation sweeps after each heatbath sweep", "COUNT")
      ->check(zero_or_above());
  run.add("--sea-kappa", p.kappa, "hopping parameter of two flavours of quarks; 0: none", "NUMBER")
      ->check(zero_or_above());
  run.add("--tau", p.tau, "length of a trajectory", "NUMBER")->check(above_zero());
  run.add("--steps", p.steps, "integration steps a trajectory", "COUNT")->check(above_zero());
  run.add("--run-flow-step", p.flow_step, "flow time of a step", "NUMBER")->check(above_zero());
  run.add("--gauge", o.gauge, "landau, coulomb, mag (maximally Abelian) or centre (maximal centre)", "NAME")
      ->check(one_of({"landau", "coulomb", "mag", "centre"}));
  run.add("--omega", p.omega, "overrelaxation, 1 to 2", "NUMBER")->check(above_zero());
  run.add("--sweeps-per-step", p.sweeps, "sweeps of a step", "COUNT")->check(above_zero());
  run.add("--seed", p.seed, "of the random numbers", "NUMBER")->check(whole_number());
  run.add("--warm-up", o.warm_up, "steps of the run before the first picture", "COUNT")
      ->check(zero_or_above());
  run.add("--save", o.save, "where to write the links of the last picture (ILDG)", "PATH");
  for (const auto& flag : view::scene_flags()) {
    std::string& value = o.scene[flag.name];
    value = flag.say(view::Scene());
    picture.add(flag.name, value, flag.help, flag.type);
  }
  picture.add("--size", o.size, "of pictures, in pixels; of the window 1280x800 unless given",
              "WIDTHxHEIGHT");
  window.flag("--paused", o.paused, "the run waits until it is told to go on");
  window.flag("--no-panels", o.no_panels, "the picture alone");
  window.flag("--no-vsync", o.no_vsync, "frames do not wait for the screen");
  window.add_plain("--shaders", o.shaders,
                   "folder with a copy of the program's shaders/: what is edited there runs at once", "DIR");
  headless.flag("--headless", o.headless, "pictures into files, no window");
  headless.add("--frames", o.frames, "how many; with a window: after how many it closes", "COUNT")
      ->check(above_zero());
  headless.add(
      "--play", o.play,
      "what moves from one to the next, by commas: run, time, orbit or still; auto: run, of a file time",
      "LIST");
  headless.add("--steps-per-frame", o.steps_per_frame, "steps of the run between two", "COUNT")
      ->check(above_zero());
  headless.add("--output", o.output,
               "directory for frame-0000.png ..., the animation, config.toml and history.jsonl", "DIR");
  headless.add("--animation", o.animation, "beside the frames: webp or none", "NAME")
      ->check(one_of({"webp", "none"}));
  headless.add("--fps", o.fps, "frames a second of the animation", "NUMBER")->check(above_zero());
  headless.add("--quality", o.quality, "of the animation, 0 to 100", "NUMBER")->check(zero_or_above());
  using view::RunKind;
  const auto runs = [&](const std::vector<std::string>& options, const std::string& where,
                        const std::vector<RunKind>& kinds) {
    acts_only(table, options, "with --run " + where,
              [&o, kinds] { return std::ranges::count(kinds, o.kind()) > 0; });
  };
  runs({"--beta", "--action"}, "heatbath or hmc", {RunKind::heatbath, RunKind::hmc});
  runs({"--overrelax"}, "heatbath", {RunKind::heatbath});
  runs({"--sea-kappa", "--tau", "--steps"}, "hmc", {RunKind::hmc});
  runs({"--run-flow-step"}, "flow", {RunKind::flow});
  runs({"--gauge", "--omega", "--sweeps-per-step"}, "fix", {RunKind::fix});
  runs({"--warm-up"}, "heatbath, hmc, flow or fix",
       {RunKind::heatbath, RunKind::hmc, RunKind::flow, RunKind::fix});
  acts_only(table, {"--lattice", "--start"}, "without a file", [&o] { return o.file.empty(); });
  acts_only(table, {"--ignore-checksum"}, "with a file", [&o] { return !o.file.empty(); });
  acts_only(table, {"--paused", "--no-panels", "--no-vsync", "--shaders"}, "without --headless",
            [&o] { return !o.headless; });
  acts_with(table, {"--save", "--steps-per-frame", "--animation", "--fps", "--quality"}, "--headless");
  acts_with(table, {"--fps", "--quality"}, "--animation webp");
  add_common(table, o.common,
             {FlagGroup::device, FlagGroup::fields, FlagGroup::solvers, FlagGroup::ranks, FlagGroup::output});
  acts_with(table, {"--force"}, "--output or --save");
  acts_with(table, {"--persistent-cg"}, "--sea-kappa");
  table.footer(
      "Example:  glueball view assets/configurations/quickstart.ildg --headless --frames 12 --output frames");
}

}  // namespace glueball::app
