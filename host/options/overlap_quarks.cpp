#include "options/overlap_quarks.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/progress.hpp"
#include "app/validators.hpp"
#include "overlap/overlap_memory.hpp"

namespace glueball::app {
void add_overlap_options(CLI::App& table, QuarkOptions& o) {
  o.takes_overlap = true;
  const auto option = [&](const char* name, auto& value, const std::string& help, const char* type) {
    return table.add_option(name, value, help)
        ->type_name(type)
        ->capture_default_str()
        ->group("Overlap quarks");
  };
  option("--m0", o.overlap.m0, "minus the mass of their kernel gamma5 (D_W - M0), between 0 and 2", "NUMBER");
  option("--sign-error", o.overlap.sign_error,
         "error of the sign function; 0: the tolerance times 0.01 or, if less, mass / 4", "NUMBER")
      ->check(zero_or_above());
  option("--low-modes", o.overlap.low_modes, "lowest eigenvectors of the kernel that are treated exactly",
         "COUNT")
      ->check(zero_or_above());
}

OverlapKernel overlap_kernel(const QuarkOptions& o) {
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw Error(ErrorKind::bad_value, what, hint);
  };
  const QuarkOptions defaults;
  const struct {
    const char* flag;
    double value, otherwise;
  } numbers[] = {{"--kappa", o.kappa, defaults.kappa},
                 {"--mu", o.mu, defaults.mu},
                 {"--csw", o.csw, defaults.csw},
                 {"--exponential", double(o.exponential), 0},
                 {"--naik-epsilon", o.naik_epsilon, defaults.naik_epsilon},
                 {"--block", double(std::max(1, o.block)), 1}};
  for (const auto& n : numbers)
    if (n.value != n.otherwise)
      refuse(fmt::format("{} {}: --action overlap takes none", n.flag, n.value),
             std::string(n.flag) == "--kappa" ? "leave it out: --m0 makes it" : "leave it out");
  if (o.solver == "bicgstab" || o.solver == "multigrid")
    refuse(fmt::format("--solver {}: overlap quarks have cg alone", o.solver), "leave it out");
  if (o.restart != "auto")
    refuse(fmt::format("--restart {}: residuals of overlap quarks are the device's", o.restart),
           "leave it out");
  if (o.inner == "half")
    refuse("--inner half: the sign function has single and double precision",
           "give --inner single or double");
  if (!o.deflate.empty())
    refuse(fmt::format("--deflate {}: overlap quarks treat low modes of their kernel", o.deflate),
           "give --low-modes");
  if (o.naik_epsilons.size() > 1)
    refuse("--naik-epsilon has several values, but --action overlap takes none", "leave it out");
  smearing_of(o);
  // The sign function adds at most its error times |x| / |b| <= 1 / mass to a residual. Eigenvalues have no
  // mass.
  const double mass = o.masses.empty() ? o.mass : std::ranges::min(o.masses);
  const double share = mass > 0 ? std::min(0.01, 0.25 * mass) : 0.01;
  OverlapKernel kernel{
      .m0 = o.overlap.m0,
      .boundary = boundary_of(o),
      .sign_error = o.overlap.sign_error > 0 ? o.overlap.sign_error : std::max(share * o.tolerance, 1e-14),
      .low_modes = o.overlap.low_modes,
      .single_inside = o.inner == "single"};
  kernel.mode_tolerance = std::clamp(0.01 * kernel.sign_error, 1e-14, 1e-10);
  kernel.check();
  return kernel;
}

std::vector<double> overlap_masses(const QuarkOptions& o) {
  const std::vector<double> masses = o.masses.empty() ? std::vector{o.mass} : o.masses;
  check_overlap_masses(masses);
  return masses;
}

OverlapKernel overlap_kernel(const QuarkOptions& o, const gpu::DeviceInfo& device) {
  OverlapKernel kernel = overlap_kernel(o);
  if (device.limits.float64) return kernel;
  if (o.overlap.sign_error == 0) kernel.sign_error = std::max(kernel.sign_error, kBestSignInSingle);
  kernel.mode_tolerance = std::max(kernel.mode_tolerance, kBestModesInSingle);
  return kernel;
}

Configuration overlap_links(Setup& setup, const QuarkOptions& o, const std::filesystem::path& path,
                            const Domain** domain, std::size_t vectors) {
  const OverlapKernel kernel = overlap_kernel(o, setup.info());
  io::ReadOptions read;
  read.ignore_checksum = o.ignore_checksum;
  const LatticeOptions usual = double_lattice(setup, Geometry({4, 4, 4, 4}), nullptr);
  std::vector<MemoryNeed> needs{
      overlap_memory(setup.info(), kernel, usual, std::max<std::size_t>(1, o.masses.size()), vectors)};
  for (MemoryNeed& smearing : smearing_memory(setup, o)) needs.push_back(std::move(smearing));
  LatticeOptions part = usual;
  const Configuration u = setup.read_part(path, read, needs, part);
  *domain = part.domain;
  return smeared_links(setup, o, u, *domain);
}

std::unique_ptr<SignFunction> overlap_sign(Setup& setup, const Configuration& u, const Domain* domain,
                                           const QuarkOptions& options) {
  LatticeOptions lattice = double_lattice(setup, u.geometry(), domain);
  if (options.reconstruct != 0) lattice.reconstruct = options.reconstruct;
  return std::make_unique<SignFunction>(setup.device(), u, overlap_kernel(options, setup.info()), lattice);
}

OverlapQuarks::OverlapQuarks(Setup& setup, const Configuration& u, const Domain* domain,
                             const QuarkOptions& options, SolveProgress& progress)
    : options_(options), sign_(overlap_sign(setup, u, domain, options)) {
  solver_ = std::make_unique<OverlapSolver>(
      *sign_, overlap_masses(options),
      OverlapSolverOptions{.tolerance = options.tolerance,
                           .max_iterations = options.max_iterations,
                           .progress = [&progress](int iterations, double residual) {
                             progress.update(iterations, residual);
                           }});
}

double OverlapQuarks::measured_error() {
  if (!error_) error_ = sign_->measured_error();
  return *error_;
}

std::vector<std::string> OverlapQuarks::lines() {
  const ZolotarevSign& z = sign_->approximation();
  const KernelModes& modes = sign_->modes();
  std::vector<std::string> all{
      fmt::format("x of D x = b, D = [(1 + m) + (1 - m) gamma5 sgn(H)] / 2, H = gamma5 (D_W - {}), links: {}",
                  options_.overlap.m0, options_.smear == "none" ? "as they are" : options_.smear),
      fmt::format(
          "sgn(H) by {} poles on [{:.6g}, {:.6g}] and {} low modes{}: error {:.2e}, approximation {:.2e}",
          z.inverse_root.order(), z.lo, z.hi, modes.values.size(),
          modes.values.empty() ? "" : fmt::format(" from {:.6g} on", std::abs(modes.values[0])),
          measured_error(), z.error)};
  const double hops = double(sign_->hops() - sign_->hops_of_modes());
  all.push_back(
      fmt::format("hops over the lattice: {} for low modes, {:.0f} for {} sign functions, {} of them "
                  "in single precision",
                  sign_->hops_of_modes(), hops, sign_->applications(), sign_->hops_in_single()));
  return all;
}

std::vector<std::pair<std::string, JsonNumber>> OverlapQuarks::numbers() {
  const ZolotarevSign& z = sign_->approximation();
  return {{"m0", options_.overlap.m0},
          {"sign_error", measured_error()},
          {"sign_poles", std::uint64_t(z.inverse_root.order())},
          {"sign_lowest", z.lo},
          {"sign_highest", z.hi},
          {"low_modes", std::uint64_t(sign_->modes().values.size())},
          {"hops", std::uint64_t(sign_->hops())},
          {"hops_of_modes", std::uint64_t(sign_->hops_of_modes())},
          {"sign_functions", std::uint64_t(sign_->applications())}};
}

}  // namespace glueball::app
