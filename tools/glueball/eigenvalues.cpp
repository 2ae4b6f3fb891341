// glueball eigenvalues: the lowest eigenvalues of M^+ M of quarks on configurations.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/hints.hpp"
#include "app/option_needs.hpp"
#include "app/progress.hpp"
#include "app/validators.hpp"
#include "comm/gather.hpp"
#include "command.hpp"
#include "eigen/quark_eigenvalues.hpp"
#include "hdf5_output.hpp"
#include "hdf5_quarks.hpp"
#include "io/atomic_file.hpp"
#include "io/quark_file.hpp"
#include "options/files.hpp"
#include "options/option_group.hpp"
#include "options/overlap_quarks.hpp"
#include "options/quark_options.hpp"
#include "outputs.hpp"
#include "overlap/chiral_modes.hpp"
#include "run/eigenvector_file.hpp"
#include "run/json_line.hpp"
#include "run/provenance.hpp"

namespace glueball::app {
namespace {

struct EigenvalueOptions {
  CommonOptions common;
  std::vector<std::string> files;
  QuarkOptions quark;
  EigenOptions lanczos;
  std::string sites = "auto", output, save;
  Hdf5Options hdf5;
  bool own_tolerance = false;  ///< true if a tolerance was given
};

/// Default limit of |D v - z v| for overlap quarks: each digit costs applications of the sign function.
constexpr double kOverlapTolerance = 1e-6;

class EigenvaluesCommand {
 public:
  EigenvaluesCommand(const EigenvalueOptions& options, Setup& setup);
  int run();

 private:
  void find(const std::string& path);
  void find_overlap(const std::string& path);
  void check_overlap() const;
  template <class OneParity>
  EigenOptions::Keep<OneParity> keep(io::QuarkFieldSink* sink, const Domain* domain) const;
  void report(const std::string& path, const Geometry& whole, const LatticeOptions& lattice,
              const LanczosResult& found, double seconds);
  void keep_numbers(const Hdf5Row& numbers, const LatticeOptions& lattice);
  /// Prints a line, and appends it to the file of --output.
  void publish(nlohmann::ordered_json line, const std::string& text, const LatticeOptions& lattice);
  std::string matrix() const;

  const EigenvalueOptions& o_;
  Setup& setup_;
  QuarkParameters quark_;
  EigenOptions lanczos_;
  std::string lines_;  ///< lines of the output
  Hdf5Output hdf5_;
  Hdf5Row origin_;  ///< origin of the present configuration
};

EigenvaluesCommand::EigenvaluesCommand(const EigenvalueOptions& options, Setup& setup)
    : o_(options), setup_(setup), lanczos_(options.lanczos), hdf5_(options.hdf5, options.common.force) {
  QuarkOptions quark = o_.quark;
  if (is_overlap(quark)) {
    if (!o_.own_tolerance) lanczos_.tolerance = kOverlapTolerance;
    check_overlap();
    return;
  }
  // The default mass is 0 in this command and another one elsewhere. Quarks without a mass must have the
  // latter.
  if (!is_staggered(quark) && quark.mass == 0) quark.mass = QuarkOptions().mass;
  quark_ = quark_parameters(quark);
  lanczos_.sites = o_.sites == "auto"   ? usual_sites(quark_.action)
                   : o_.sites == "even" ? Sites::even
                                        : Sites::all;
}

/// Returns the name of the matrix for text output.
std::string EigenvaluesCommand::matrix() const {
  if (lanczos_.sites == Sites::all) return "M^+ M on all sites";
  return is_staggered(o_.quark) ? "m^2 - D^2 on the even sites" : "Mhat^+ Mhat of the even-odd form";
}

void EigenvaluesCommand::report(const std::string& path, const Geometry& whole, const LatticeOptions& lattice,
                                const LanczosResult& found, double seconds) {
  nlohmann::ordered_json line = {{"file", path},
                                 {"lattice", whole.extents()},
                                 {"action", o_.quark.action},
                                 {"quark", describe(o_.quark)},
                                 {"sites", lanczos_.sites == Sites::even ? "even" : "all"},
                                 {"count", found.values.size()},
                                 {"eigenvalues", found.values},
                                 {"residuals", found.residuals},
                                 {"largest", found.largest},
                                 {"tolerance", lanczos_.tolerance},
                                 {"degree", found.filter.degree},
                                 {"cut", found.filter.low},
                                 {"restarts", found.restarts},
                                 {"applications", found.applications},
                                 {"seconds", seconds},
                                 {"device", setup_.info().id()}};
  std::string text = fmt::format("{}  {}, {}: {}\n{:>6}  {:>20}  {:>9}\n", path, whole.to_string(),
                                 describe(o_.quark), matrix(), "", "eigenvalue", "residual");
  for (std::size_t n = 0; n < found.values.size(); ++n)
    text += fmt::format("{:>6}  {:>20.13g}  {:>9.1e}\n", n + 1, found.values[n], found.residuals[n]);
  text += fmt::format("largest {:.6g}, {} restarts, {} applications, {:.2f} s\n", found.largest,
                      found.restarts, found.applications, seconds);
  keep_numbers({{"eigenvalues", found.values}, {"residuals", found.residuals}, {"largest", found.largest}},
               lattice);
  publish(std::move(line), text, lattice);
}

void EigenvaluesCommand::keep_numbers(const Hdf5Row& numbers, const LatticeOptions& lattice) {
  if (!hdf5_) return;
  hdf5_.begin(setup_.provenance(lattice, lanczos_.seed));
  for (const io::Hdf5Attribute& a : hdf5_quark(o_.quark)) hdf5_.set("eigenvalues", a);
  hdf5_.set("eigenvalues", {"matrix", is_overlap(o_.quark) ? "D^+ D of either chirality" : matrix()});
  hdf5_.append("eigenvalues", origin_ + numbers);
}

void EigenvaluesCommand::publish(nlohmann::ordered_json line, const std::string& text,
                                 const LatticeOptions& lattice) {
  if (o_.common.json)
    fmt::print("{}\n", json_line(line));
  else
    fmt::print("{}", text);
  std::fflush(stdout);
  if (o_.output.empty() || !world().first()) return;
  const bool again = !lines_.empty();
  line["provenance"] = nlohmann::ordered_json::parse(setup_.provenance(lattice, lanczos_.seed).json());
  lines_ += json_line(line) + "\n";
  make_directory_of(o_.output);
  io::AtomicFile file(o_.output, o_.common.force || again);
  file.write(lines_);
  file.commit();
}

/// Returns the function that writes eigenvectors to the file on rank 0.
template <class OneParity>
EigenOptions::Keep<OneParity> EigenvaluesCommand::keep(io::QuarkFieldSink* sink, const Domain* domain) const {
  return [=](const LanczosResult& found, std::size_t n, FullQuarkField<OneParity> v) {
    if (domain != nullptr) v = gathered(*domain, v);
    if (sink != nullptr)
      sink->write(v, {.info = fmt::format("eigenvector {} of {}: eigenvalue {:.17g}, residual {:.3g}", n + 1,
                                          found.values.size(), found.values[n], found.residuals[n]),
                      .eigenvalue = found.values[n],
                      .residual = found.residuals[n] * found.largest});
  };
}

void EigenvaluesCommand::find(const std::string& path) {
  LatticeOptions lattice = setup_.options();
  lattice.ghosts = std::uint32_t(layers_of(quark_.action));
  io::ReadOptions read;
  read.ignore_checksum = o_.quark.ignore_checksum;
  std::vector<MemoryNeed> needs = smearing_memory(setup_, o_.quark);
  needs.push_back(eigenvalue_memory(setup_.info(), quark_, lattice, lanczos_));
  const Configuration u =
      smeared_links(setup_, o_.quark, setup_.read_part(path, read, needs, lattice), lattice.domain);
  const Geometry whole = u.geometry().whole();
  if (hdf5_) origin_ = hdf5_origin(path, u);
  say(o_.common.quiet,
      fmt::format("eigenvalues on {}, lattice {}: {}, {} lowest of {}", device_words(setup_.info()),
                  whole.to_string(), describe(o_.quark), lanczos_.count, matrix()));
  Progress progress(std::uint64_t(std::max(1, lanczos_.count)), o_.common.quiet);
  EigenOptions lanczos = lanczos_;
  lanczos.progress = [&](int found, double residual) {
    progress.update(std::uint64_t(found),
                    fmt::format("residual of the next {:.1e} of {:.0e}", residual, lanczos_.tolerance));
  };
  std::unique_ptr<io::QuarkFieldSink> sink;
  if (!o_.save.empty()) {
    const bool colours = is_staggered(quark_.action);
    const auto averages = averages_of_all(u, lattice.domain);
    if (world().first())
      sink = std::make_unique<io::QuarkFieldSink>(
          o_.save, whole, colours ? io::QuarkFieldKind::colour_vector : io::QuarkFieldKind::spinor,
          io::QuarkWriteOptions{
              .force = o_.common.force,
              .content = "eigenvectors",
              .info =
                  fmt::format("{}; eigenvectors of {}; configuration {}; tolerance {:g}; "
                              "glueball {}; {}",
                              describe(o_.quark), matrix(), path, lanczos_.tolerance, version(), utc_time()),
              .facts = facts_of({quark_, lanczos_.sites, averages, std::size_t(lanczos_.count)})});
    if (colours)
      lanczos.keep_colour = keep<ParityColourField>(sink.get(), lattice.domain);
    else
      lanczos.keep_spinor = keep<ParitySpinorField>(sink.get(), lattice.domain);
  }
  const auto start = std::chrono::steady_clock::now();
  const LanczosResult found = quark_eigenvalues(setup_.device(), u, quark_, lattice, lanczos);
  progress.clear();
  setup_.validate();
  if (sink) sink->finish();
  report(path, whole, lattice, found,
         std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void EigenvaluesCommand::check_overlap() const {
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw Error(ErrorKind::bad_value, what, hint);
  };
  if (o_.quark.mass != 0)
    refuse(fmt::format("--mass {}: eigenvalues of overlap quarks are those of D(0)^+ D(0)", o_.quark.mass),
           "leave it out: of D(m)^+ D(m) they are m^2 + (1 - m^2) times these");
  if (!o_.save.empty()) refuse("--save: vectors of overlap quarks are not written", "leave it out");
  if (o_.sites == "even") refuse("--sites even: overlap quarks have no even-odd form", "give --sites all");
  if (lanczos_.degree != 0 || lanczos_.cut != 0 || lanczos_.basis != 0)
    refuse("--degree, --cut and --basis are chosen for overlap quarks", "leave them out");
  QuarkOptions quark = o_.quark;
  quark.tolerance = lanczos_.tolerance;
  overlap_kernel(quark);
}

void EigenvaluesCommand::find_overlap(const std::string& path) {
  QuarkOptions quark = o_.quark;
  quark.tolerance = lanczos_.tolerance;
  // The memory includes the basis of the Lanczos process and its temporaries.
  const Domain* domain = nullptr;
  const Configuration u = overlap_links(setup_, quark, path, &domain, 2 * std::size_t(lanczos_.count) + 30);
  const Geometry whole = u.geometry().whole();
  if (hdf5_) origin_ = hdf5_origin(path, u);
  const std::string matrix = "D^+ D of either chirality";
  say(o_.common.quiet,
      fmt::format("eigenvalues on {}, lattice {}: {}, {} lowest of {}", device_words(setup_.info()),
                  whole.to_string(), describe(quark), lanczos_.count, matrix));
  const auto start = std::chrono::steady_clock::now();
  const auto sign = overlap_sign(setup_, u, domain, quark);
  Progress progress(2 * std::uint64_t(lanczos_.count), o_.common.quiet);
  const auto told = [&](Chirality c, int found, double residual) {
    progress.update(std::uint64_t(found) + (c == Chirality::plus ? std::uint64_t(lanczos_.count) : 0),
                    fmt::format("residual of the next {:.1e} of {:.0e}", residual, lanczos_.tolerance));
  };
  const ChiralModes modes = chiral_modes(*sign, {.count = lanczos_.count,
                                                 .tolerance = lanczos_.tolerance,
                                                 .max_restarts = lanczos_.max_restarts,
                                                 .seed = lanczos_.seed,
                                                 .progress = told});
  progress.clear();
  setup_.validate();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  struct Mode {
    double value, residual;
    int chirality;
  };
  std::vector<Mode> all;
  for (const Chirality c : {Chirality::minus, Chirality::plus})
    for (std::size_t n = 0; n < modes.of(c).values.size(); ++n)
      all.push_back({modes.of(c).values[n], modes.of(c).residuals[n], int(c)});
  std::stable_sort(all.begin(), all.end(), [](const Mode& a, const Mode& b) { return a.value < b.value; });
  std::vector<double> values, residuals;
  std::vector<int> chiralities;
  std::string text = fmt::format("{}  {}, {}: {}\n{:>6}  {:>20}  {:>9}  {:>9}\n", path, whole.to_string(),
                                 describe(quark), matrix, "", "eigenvalue", "residual", "chirality");
  for (const Mode& mode : all) {
    values.push_back(mode.value);
    residuals.push_back(mode.residual);
    chiralities.push_back(mode.chirality);
    text += fmt::format("{:>6}  {:>20.13g}  {:>9.1e}  {:>+9}\n", values.size(), mode.value, mode.residual,
                        mode.chirality);
  }
  text += fmt::format(
      "zero modes: {} of chirality -1, {} of chirality +1; index {}, {} sign functions, {:.2f} s\n",
      modes.minus.zero_modes, modes.plus.zero_modes, modes.index(), sign->applications(), seconds);
  keep_numbers({{"eigenvalues", values},
                {"residuals", residuals},
                {"chiralities", std::vector<std::int64_t>(chiralities.begin(), chiralities.end())},
                {"index", std::int64_t(modes.index())}},
               sign->lattice().options());
  publish({{"file", path},
           {"lattice", whole.extents()},
           {"action", quark.action},
           {"quark", describe(quark)},
           {"count", lanczos_.count},
           {"eigenvalues", values},
           {"residuals", residuals},
           {"chiralities", chiralities},
           {"zero_modes", {{"minus", modes.minus.zero_modes}, {"plus", modes.plus.zero_modes}}},
           {"index", modes.index()},
           {"tolerance", lanczos_.tolerance},
           {"sign_error", sign->kernel().sign_error},
           {"low_modes", sign->modes().values},
           {"sign_functions", sign->applications()},
           {"hops", sign->hops()},
           {"seconds", seconds},
           {"device", setup_.info().id()}},
          text, sign->lattice().options());
}

int EigenvaluesCommand::run() {
  check_lanczos(lanczos_, std::numeric_limits<std::size_t>::max());  // before files are read
  if (!o_.save.empty() && o_.files.size() > 1)
    throw Error(
        ErrorKind::bad_value,
        fmt::format("--save {}: {} configurations, and one file of vectors", o_.save, o_.files.size()),
        "give one at a time");
  Outputs(o_.common, o_.files)
      .file("--output", o_.output)
      .file("--save", o_.save)
      .file("--hdf5", o_.hdf5.path);
  if (world().first()) require_places({o_.output, o_.save}, o_.common.force);
  for_each_file(o_.files, [&](const std::string& path) {
    if (is_overlap(o_.quark))
      find_overlap(path);
    else
      find(path);
  });
  hdf5_.finish(o_.common.quiet || o_.common.json);
  for (const std::string& file : {o_.output, o_.save})
    if (!file.empty()) say(o_.common.quiet, "wrote " + file);
  return int(Status::done);
}

}  // namespace

Command eigenvalues_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("eigenvalues", "the lowest eigenvalues of M^+ M of quarks, with their residuals");
  auto o = std::make_shared<EigenvalueOptions>();
  o->quark.mass = 0;
  o->common.precision = "double";
  table->add_option("file,--file", o->files, "gauge configurations (ILDG, NERSC, ...), one after the other")
      ->type_name("FILE")
      ->required();
  table->add_flag("--ignore-checksum", o->quark.ignore_checksum,
                  "read on although checksum or plaquette is wrong");
  add_overlap_options(*table, o->quark);
  add_quark_parameters(*table, o->quark, Lists::nothing,
                       "mass of staggered quarks: eigenvalues of m^2 - D^2");
  LanczosOptions& l = o->lanczos;
  const OptionGroup search(*table, "Eigenvalues"), output(*table, "Output");
  search.add("--count", l.count, "how many, the smallest", "COUNT")->check(count_above_zero());
  search
      .add("--sites", o->sites,
           "even: of the even-odd form; all: of M on all sites; auto: even of staggered quarks, where "
           "eigenvalues come once, all of others",
           "NAME")
      ->check(one_of({"auto", "even", "all"}));
  search
      .add("--tolerance", l.tolerance,
           "|A v - lambda v| to reach, relative to the largest eigenvalue; never more than "
           "a hundredth of lambda",
           "NUMBER")
      ->check(above_zero());
  search.add("--basis", l.basis, "vectors of the Lanczos process; 0: twice --count and 20", "COUNT")
      ->check(zero_or_above());
  search.add("--degree", l.degree, "of the Chebyshev polynomial, odd; 0: chosen", "COUNT")
      ->check(zero_or_above());
  search.add("--cut", l.cut, "eigenvalues above it are damped; 0: chosen", "NUMBER")->check(zero_or_above());
  search.add("--max-restarts", l.max_restarts, "restarts at which it gives up", "COUNT")->check(above_zero());
  search.add("--seed", l.seed, "of the vectors that it starts with", "SEED")->check(whole_number());
  output.add_plain("--output", o->output, "where to write them as well, a line of JSON a configuration",
                   "PATH");
  declare_hdf5(*table, o->hdf5, "Output");
  output.add_plain(
      "--save", o->save,
      "where to write the vectors (SciDAC), of one configuration; 0 on the sites where they do not live. "
      "Those of --sites even deflate solvers: solve --deflate",
      "PATH");
  add_precision(*table, o->common, {"single", "double"});
  add_common(*table, o->common, {FlagGroup::device, FlagGroup::fields, FlagGroup::ranks, FlagGroup::output});
  acts_with(*table, {"--force"}, "--output, --save or --hdf5");
  table->footer(
      "M as `glueball solve` has it: of Wilson's quarks these are squares of the eigenvalues of gamma5 M. "
      "Degenerate ones come as often as they are there. In single precision --tolerance is 1e-6 at best, and "
      "the CPU computes eigenvalues and residuals of the vectors anew in double. Of overlap quarks they are "
      "those of D^+ D, --count of either chirality, to 1e-6 unless --tolerance is given, with the zero modes "
      "of each and the index: those of -1 less those of +1, minus the charge that `flow` and `measure` "
      "have.\nExample:  glueball eigenvalues assets/configurations/quickstart.ildg --action hisq --count 8");
  return {table, o->common,
          [o, table](Setup& setup) {
            o->quark.common = &o->common;
            o->own_tolerance = table->count("--tolerance") > 0;
            return EigenvaluesCommand(*o, setup).run();
          },
          true};
}

}  // namespace glueball::app
