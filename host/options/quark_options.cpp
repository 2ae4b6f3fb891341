#include "options/quark_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "app/capacity.hpp"
#include "app/option_needs.hpp"
#include "app/progress.hpp"
#include "app/signals.hpp"
#include "app/tuning.hpp"
#include "app/validators.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "eigen/lowest_modes.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "options/deflation.hpp"
#include "overlap/sign_function.hpp"
#include "solvers/quark_memory.hpp"

namespace glueball::app {
namespace {

template <class Number>
std::string text(const Quadruple<Number>& four) {
  std::ostringstream out;
  out << four;
  return out.str();
}

gpu::Precision precision_of(const std::string& name) {
  if (name == "half") return gpu::Precision::half;
  if (name == "double") return gpu::Precision::double_;
  return gpu::Precision::single;
}

Method method_of(const std::string& name) {
  for (const Method method : {Method::cg, Method::bicgstab, Method::multigrid})
    if (name == to_string(method)) return method;
  return Method::automatic;
}

/// Reads "X,Y,Z,T:COUNT", or one of both, or "auto". Throws Error(bad_value) for anything else.
MultigridParameters multigrid_of(const std::string& text) {
  MultigridParameters p;
  if (text == "auto") return p;
  const auto refuse = [&] {
    throw Error(ErrorKind::bad_value,
                fmt::format("--multigrid {}: blocks or a number of vectors are expected", text),
                "for example 4,4,4,4:24, or 24, or auto");
  };
  const std::size_t colon = text.find(':');
  const bool both = colon != std::string::npos, blocks = both || text.find(',') != std::string::npos;
  if (blocks) {
    std::istringstream in(text.substr(0, colon));
    Four four;
    if (!(in >> four) || !in.eof()) refuse();
    p.block = four.values;
  }
  if (both || !blocks) {
    const std::string count = text.substr(both ? colon + 1 : 0);
    if (count.empty() || count.size() > 4 || count.find_first_not_of("0123456789") != std::string::npos)
      refuse();
    p.vectors = std::stoi(count);
    if (p.vectors == 0) refuse();
  }
  return p;
}

Restart restart_of(const std::string& name) {
  return name == "cpu" ? Restart::cpu : name == "gpu" ? Restart::gpu : Restart::automatic;
}

/// Returns the masses of the largest group of quarks with the same links, which are solved for at once.
std::vector<double> masses_together(const QuarkOptions& o) {
  if (o.naik_epsilons.size() < 2) return o.masses;
  std::vector<double> most;
  for (const double epsilon : o.naik_epsilons) {
    std::vector<double> alike;
    for (std::size_t n = 0; n < o.masses.size(); ++n)
      if (o.naik_epsilons[n] == epsilon) alike.push_back(o.masses[n]);
    if (alike.size() > most.size()) most = alike;
  }
  return most;
}

MemoryNeed need(const gpu::DeviceInfo& device, const QuarkOptions& o, int reconstruct) {
  std::shared_ptr<LowModes> modes;
  if (const auto count = deflation_count(o)) {
    modes = std::make_shared<LowModes>();
    modes->values.resize(std::size_t(*count));
  }
  return quark_memory(device, quark_parameters(o),
                      {.method = o.solver == "auto" ? Method::cg : method_of(o.solver),  // at least
                       .inner = precision_of(o.inner),
                       .restart = restart_of(o.restart),
                       .reconstruct = reconstruct,
                       .multigrid = multigrid_of(o.multigrid),
                       .low_modes = modes},
                      masses_together(o));
}

}  // namespace

void add_quark_parameters(CLI::App& table, QuarkOptions& o, Lists lists, const std::string& mass) {
  const std::string quark = "Quark";
  auto option = [&](const char* name, auto& value, const std::string& help, const char* type) {
    return table.add_option(name, value, help)->type_name(type)->capture_default_str()->group(quark);
  };
  std::vector<std::string> names = quark_names();
  if (o.takes_overlap) names.emplace_back("overlap");
  option("--action", o.action, alternatives(names) + "; clover takes any twisted mass", "NAME")
      ->check(one_of(names));
  option("--kappa", o.kappa, "hopping parameter 1 / (2 m + 8), not of quarks with a mass", "NUMBER")
      ->check(hopping_parameter());
  option("--mu", o.mu, "twisted mass, of either sign, in lattice units", "NUMBER")->check(quark_parameter());
  option("--csw", o.csw, "clover coefficient", "NUMBER")->check(quark_parameter());
  table.add_flag("--exponential", o.exponential, "exponential clover term")->group(quark);
  const auto list = [&](const char* name, std::vector<double>& all, double& first, const std::string& help) {
    table
        .add_option_function<std::vector<double>>(
            name,
            [&all, &first](const std::vector<double>& given) {
              all = given;
              first = given.front();
            },
            help)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("LIST")
        ->check(quark_parameter())
        ->default_str(fmt::format("{}", first))
        ->group(quark);
  };
  if (lists != Lists::nothing)
    list("--mass", o.masses, o.mass, mass + ", or several by commas, solved for at once");
  else
    option("--mass", o.mass, mass, "NUMBER")->check(quark_parameter());
  if (lists == Lists::quarks)
    list("--naik-epsilon", o.naik_epsilons, o.naik_epsilon,
         "correction of Naik's term of hisq quarks, or one for each mass by commas");
  else
    option("--naik-epsilon", o.naik_epsilon, "correction of Naik's term of hisq quarks", "NUMBER")
        ->check(quark_parameter());
  option("--smear", o.smear, "links of the quark: none, stout:RHO:STEPS, stout:RHO:STEPS:space or hyp:STEPS",
         "METHOD");
  option("--boundary", o.boundary, "signs on wrapping in x,y,z,t", "X,Y,Z,T");
  option("--twist", o.twist, "phases on wrapping in x,y,z,t, in units of pi", "X,Y,Z,T");
  option("--imaginary-mu", o.imaginary_mu, "imaginary chemical potential, in lattice units", "NUMBER");
}

void add_quark_options(CLI::App& table, QuarkOptions& o, CommonOptions& common, const std::string& sources,
                       Lists lists, std::vector<std::string>* files) {
  const std::string quark = "Quark", solver = "Solver";
  auto option = [&](const char* name, auto& value, const std::string& help, const char* type,
                    const std::string& group) {
    return table.add_option(name, value, help)->type_name(type)->capture_default_str()->group(group);
  };
  const std::string names = "file,--file";
  (files ? table.add_option(names, *files, "gauge configurations (ILDG, NERSC, ...), one after the other")
         : table.add_option(names, o.file, "gauge configuration (ILDG, NERSC, ...)"))
      ->type_name("FILE")
      ->required();
  table.add_flag("--ignore-checksum", o.ignore_checksum, "read on although checksum or plaquette is wrong");
  add_quark_parameters(table, o, lists,
                       o.takes_overlap ? "mass of staggered and overlap quarks, in lattice units"
                                       : "mass of staggered quarks, in lattice units");
  option("--source", o.source, sources, "SOURCE", quark);
  option("--tolerance", o.tolerance, "|b - M x| / |b| to reach, of all sites and in double", "NUMBER", solver)
      ->check(above_zero());
  option("--inner", o.inner, "precision on the device: half, single or double", "NAME", solver)
      ->check(one_of({"half", "single", "double"}));
  add_half_format(table, common, solver);
  option("--solver", o.solver,
         "cg (on the normal equations), bicgstab, multigrid, or auto, the fastest by the first columns",
         "NAME", solver)
      ->check(one_of({"auto", "cg", "bicgstab", "multigrid"}));
  option("--multigrid", o.multigrid,
         "extents of multigrid's blocks and number of near-null vectors, or one of both, or auto",
         "X,Y,Z,T:COUNT", solver);
  option("--restart", o.restart, "where residuals are recomputed in double: auto, cpu or gpu", "NAME", solver)
      ->check(one_of({"auto", "cpu", "gpu"}));
  option("--max-iterations", o.max_iterations, "iterations of a column at which a solver gives up", "COUNT",
         solver)
      ->check(above_zero());
  option("--reconstruct", o.reconstruct,
         "reals a link is stored with: 8, 12 or 18; 0: measured, or 12. HISQ's long links have 14, or 18 "
         "with 18",
         "REALS", solver)
      ->check(one_of({"0", "8", "12", "18"}));
  option(
      "--block", o.block,
      "columns solved for at once, links read once for all, of any quarks but clover, and by multigrid: 1 to "
      "16; 0: measured, or 1, or all by multigrid",
      "COUNT", solver)
      ->check(number_that([](double n) { return n >= 0 && n <= kMostRightHandSides; },
                          fmt::format("from 0 to {}", kMostRightHandSides)));
  option("--deflate", o.deflate,
         "eigenvectors of the even-odd matrix to take off residuals: a file that 'eigenvalues --sites even "
         "--save' has written, or how many to find first",
         "FILE|COUNT", solver);
  acts_with(table, {"--half-format"}, "--inner half");
  acts_with(table, {"--multigrid"}, "--solver multigrid");
}

void add_solver_needs(CLI::App& table, const QuarkOptions& o) {
  acts_only(table, {"--persistent-cg"}, "with --action wilson or twisted-mass and --solver auto or cg", [&o] {
    return (o.solver == "auto" || o.solver == "cg") && (o.action == "wilson" || o.action == "twisted-mass");
  });
  acts_only(table, {"--no-tune"}, "without --action overlap", [&o] { return !is_overlap(o); });
}

Boundary boundary_of(const QuarkOptions& o) {
  Boundary boundary(o.boundary.values);
  boundary.twist = o.twist.values;
  boundary.imaginary_mu = o.imaginary_mu;
  boundary.check();
  return boundary;
}

QuarkParameters quark_parameters(const QuarkOptions& o) {
  if (o.mu != 0 && (o.action == "wilson" || is_staggered(o)))
    throw Error(ErrorKind::bad_value,
                fmt::format("--action {} has no twisted mass, but --mu is {}", o.action, o.mu),
                "give --action twisted-mass or clover");
  const std::string staggered = alternatives(quark_names(true));
  if (o.masses.size() > 1) {
    if (!is_staggered(o))
      throw Error(ErrorKind::bad_value,
                  fmt::format("--mass has {} values, but --action {} has none", o.masses.size(), o.action),
                  "give --action " + staggered + "; of other quarks solve for one at a time");
    if (o.solver == "bicgstab" || o.solver == "multigrid")
      throw Error(ErrorKind::bad_value, fmt::format("--solver {} solves for one mass at a time", o.solver),
                  "give --solver cg, or one --mass");
    if (o.block > 1)
      throw Error(
          ErrorKind::bad_value,
          fmt::format("--block {}: several masses are solved for at once, a column at a time", o.block),
          "leave it out, or give one --mass");
  }
  if (o.naik_epsilons.size() > 1) {
    if (!o.deflate.empty() && !deflation_count(o))
      throw Error(ErrorKind::bad_value,
                  fmt::format("--deflate {}: eigenvectors of one --naik-epsilon, and there are {}", o.deflate,
                              o.naik_epsilons.size()),
                  "give the number of eigenvectors to find for each");
    if (o.action != "hisq")
      throw Error(ErrorKind::bad_value,
                  fmt::format("--naik-epsilon has {} values, but --action {} takes none",
                              o.naik_epsilons.size(), o.action),
                  "leave it out, or give --action hisq");
    if (o.naik_epsilons.size() != std::max<std::size_t>(1, o.masses.size()))
      throw Error(ErrorKind::bad_value,
                  fmt::format("--naik-epsilon has {} values, and --mass {}", o.naik_epsilons.size(),
                              std::max<std::size_t>(1, o.masses.size())),
                  "give one for all masses, or one for each");
  }
  // An option that differs from its default was given on purpose; a printed configuration has all values.
  const QuarkOptions defaults;
  const bool clover = o.action == "clover";
  const struct {
    const char* flag;
    double value, otherwise;
    bool taken;
    std::string actions;
  } numbers[] = {
      {"--kappa", o.kappa, defaults.kappa, !is_staggered(o), "wilson, twisted-mass or clover"},
      {"--csw", o.csw, defaults.csw, clover, "clover"},
      {"--exponential", double(o.exponential), 0, clover, "clover"},
      {"--mass", o.mass, defaults.mass, is_staggered(o), staggered},
      {"--naik-epsilon", o.naik_epsilon, defaults.naik_epsilon, o.action == "hisq", "hisq"},
      {"--block", double(std::max(1, o.block)), 1,
       takes_blocks(quark_action(o.action)) || o.solver == "multigrid", "wilson, twisted-mass, " + staggered},
      {"--m0", o.overlap.m0, defaults.overlap.m0, false, "overlap"},
      {"--sign-error", o.overlap.sign_error, defaults.overlap.sign_error, false, "overlap"},
      {"--low-modes", double(o.overlap.low_modes), double(defaults.overlap.low_modes), false, "overlap"}};
  smearing_of(o);
  for (const auto& n : numbers)
    if (!n.taken && n.value != n.otherwise)
      throw Error(ErrorKind::bad_value,
                  fmt::format("{} {}: --action {} takes none", n.flag, n.value, o.action),
                  fmt::format("leave it out, or give --action {}", n.actions));
  QuarkParameters p;
  p.action = quark_action(o.action);
  p.kappa = o.kappa;
  p.mu = o.mu;
  p.csw = o.csw;
  p.exponential = o.exponential;
  p.mass = o.mass;
  p.epsilon = o.naik_epsilon;
  p.boundary = boundary_of(o);
  return p;
}

std::string describe(const QuarkOptions& o) {
  std::string words = o.action;
  if (is_overlap(o)) words += fmt::format(", m0 {}", o.overlap.m0);
  if (!has_mass(o))
    words += fmt::format(", kappa {}", o.kappa);
  else if (o.masses.size() > 1)
    words += fmt::format(", masses {}", fmt::join(o.masses, ","));
  else
    words += fmt::format(", mass {}", o.mass);
  if (o.naik_epsilons.size() > 1)
    words += fmt::format(", Naik epsilons {}", fmt::join(o.naik_epsilons, ","));
  else if (o.naik_epsilon != 0)
    words += fmt::format(", Naik epsilon {}", o.naik_epsilon);
  if (o.smear != "none") words += ", links " + o.smear;
  if (o.action == "clover") words += fmt::format(", csw {}{}", o.csw, o.exponential ? " (exponential)" : "");
  if (o.mu != 0) words += fmt::format(", mu {}", o.mu);
  words += ", boundary " + text(o.boundary);
  if (!(o.twist == FourReals{})) words += ", twist " + text(o.twist);
  if (o.imaginary_mu != 0) words += fmt::format(", imaginary mu {}", o.imaginary_mu);
  return words;
}

void SolveProgress::update(int iterations, double residual) {
  if (caught_signal() != 0) throw Interrupted();
  progress_.update(done_,
                   fmt::format("{} iterations, residual {:.1e} of {:.0e}", iterations, residual, tolerance_));
}

SolverOptions solver_options(const QuarkOptions& o, SolveProgress& progress) {
  SolverOptions s;
  // Blocks that are asked for need conjugate gradients.
  s.method = o.solver == "auto" && o.block > 1 ? Method::cg : method_of(o.solver);
  s.inner = precision_of(o.inner);
  s.half_format = o.common->format_of_half();
  s.restart = restart_of(o.restart);
  s.tolerance = o.tolerance;
  s.max_iterations = o.max_iterations;
  s.reconstruct = o.reconstruct != 0 ? o.reconstruct : 12;
  s.multigrid = multigrid_of(o.multigrid);
  // Fields that are converted between precisions cannot be images.
  s.choose = [&o](gpu::Device& device, const Geometry& geometry, LatticeOptions& options) {
    choose_options(*o.common, device, geometry,
                   {.workload = &kernel_specs::of(hop_kernel(quark_action(o.action))).benchmarks.at(0),
                    .reconstruct = o.reconstruct == 0,
                    .images = false,
                    .threads_per_site = true},
                   options);
    // Faster links may need more memory.
    if (o.reconstruct == 0 && options.reconstruct > 12 &&
        !need(device.info(), o, options.reconstruct).fits(device.info().limits, geometry.volume()))
      options.reconstruct = 12;
  };
  s.block = std::max(1, o.block);
  s.columns = progress.columns();
  if (o.block == 0 && s.method == Method::multigrid)
    s.block = std::clamp(progress.columns(), 1, kMostRightHandSides);
  else if (o.block == 0)
    s.choose_block = [&o, columns = progress.columns()](gpu::Device& device, const Geometry& geometry,
                                                        const LatticeOptions& options) {
      return choose_block(*o.common, hop_kernel(quark_action(o.action)), device, geometry, options, columns);
    };
  s.progress = [&progress](int iterations, double residual) { progress.update(iterations, residual); };
  return s;
}

LinkSmearing smearing_of(const QuarkOptions& o) {
  const auto smearing = link_smearing_of(o.smear);
  if (!smearing)
    throw Error(ErrorKind::bad_value, fmt::format("--smear '{}' is none", o.smear),
                "give none, stout, stout:RHO, stout:RHO:STEPS, stout:RHO:STEPS:space, hyp or hyp:STEPS");
  return *smearing;
}

LatticeOptions double_lattice(Setup& setup, const Geometry& g, const Domain* domain) {
  const bool doubles = setup.info().limits.float64;
  LatticeOptions options = setup.with_flags(
      overlap_lattice_options(setup.device(), doubles ? gpu::Precision::double_ : gpu::Precision::single, g));
  options.domain = domain;
  return options;
}

Configuration smeared_links(Setup& setup, const QuarkOptions& o, const Configuration& u,
                            const Domain* domain) {
  const LinkSmearing smear = smearing_of(o);
  if (smear.none()) return u;
  return smear(DeviceLattice(setup.device(), u.geometry(), double_lattice(setup, u.geometry(), domain)), u);
}

std::vector<MemoryNeed> smearing_memory(Setup& setup, const QuarkOptions& o) {
  const LinkSmearing smear = smearing_of(o);
  if (smear.none()) return {};
  return {smear_memory(setup.info(), double_lattice(setup, Geometry({4, 4, 4, 4}), nullptr),
                       [&](Smearing& s, GaugeField& u) { smear.step(s, u); })};
}

Configuration fitting_configuration(Setup& setup, const QuarkOptions& o, const std::filesystem::path& path,
                                    const Domain** domain) {
  io::ReadOptions read;
  read.ignore_checksum = o.ignore_checksum;
  LatticeOptions options;
  options.ghosts = std::uint32_t(std::max(1, layers_of(quark_action(o.action))));
  std::vector<MemoryNeed> needs{need(setup.info(), o, o.reconstruct != 0 ? o.reconstruct : 12)};
  if (const auto count = deflation_count(o))
    needs.push_back(lowest_modes_memory(setup.info(), quark_parameters(o), *count));
  for (MemoryNeed& smearing : smearing_memory(setup, o)) needs.push_back(std::move(smearing));
  const Configuration u = setup.read_part(path, read, needs, options);
  if (domain != nullptr) *domain = options.domain;
  return smeared_links(setup, o, u, options.domain);
}

void SolveTotal::add(const SolveResult& r) {
  ++columns;
  iterations += r.iterations;
  restarts += r.restarts;
  residual = std::max(residual, r.residual);
  residual_full = std::max(residual_full, r.residual_full);
  seconds += r.seconds;
  if (r.set_up) set_up = r.set_up;
  flops += r.flops;
}

void warn_of_kappa(double kappa) {
  if (kappa > 0.25)
    warn(fmt::format(
        "kappa {:g} is above 1/4: the quark mass is negative at every coupling, and solves may not "
        "converge; usual values are 0.12 to 0.17",
        kappa));
}

void warn_of_quark(const QuarkOptions& o) {
  if (!has_mass(o)) return warn_of_kappa(o.kappa);
  for (const double mass : o.masses.empty() ? std::vector{o.mass} : o.masses)
    if (mass < 0)
      warn(fmt::format("mass {:g} is negative: usual masses in lattice units are 0.001 to 1", mass));
}

}  // namespace glueball::app
