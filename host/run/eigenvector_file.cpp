#include "run/eigenvector_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <span>

#include "base/error.hpp"
#include "comm/gather.hpp"
#include "cpu/linalg.hpp"
#include "fermion/registry.hpp"
#include "io/quark_file.hpp"

namespace glueball {
namespace {

using io::QuarkFieldSource;

/// Largest difference of equal averages of links that were stored in different precisions.
constexpr double kSameAverage = 1e-6;
/// Limit of |A v - lambda v| / lambda, above which a vector removes too much from a residual.
constexpr double kLoosest = 0.1;

/// Returns the parameters of a quark's matrix without the mass. Their names in files are those of parameters.
std::vector<std::pair<std::string, double>> numbers_of(const QuarkParameters& q) {
  std::vector<std::pair<std::string, double>> numbers;
  if (!is_staggered(q.action)) numbers.emplace_back("kappa", q.kappa);
  if (q.action == QuarkAction::twisted_mass || q.action == QuarkAction::clover)
    numbers.emplace_back("mu", q.mu);
  if (q.action == QuarkAction::clover) numbers.emplace_back("csw", q.csw);
  if (q.exponential) numbers.emplace_back("exponential", 1);
  if (q.action == QuarkAction::hisq) numbers.emplace_back("naik-epsilon", q.epsilon);
  numbers.emplace_back("imaginary-mu", q.boundary.imaginary_mu);
  return numbers;
}

std::string action_name(QuarkAction action) {
  for (const std::string& name : quark_names())
    if (quark_action(name) == action) return name;
  return {};
}

/// Describes a quark, to report differences.
std::vector<std::pair<std::string, std::string>> words_of(const QuarkParameters& q) {
  std::vector<std::pair<std::string, std::string>> words{{"action", action_name(q.action)}};
  for (const auto& [name, value] : numbers_of(q)) words.emplace_back(name, fmt::format("{}", value));
  words.emplace_back("boundary", fmt::format("{}", fmt::join(q.boundary.sign, ",")));
  words.emplace_back("twist", fmt::format("{}{}", fmt::join(q.boundary.twist, ","),
                                          q.boundary.spread ? " on every link" : ""));
  return words;
}

std::optional<double> number(const std::optional<std::string>& text) {
  double value = 0;
  if (!text) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

/// A file of eigenvectors on the rank that reads it.
class EigenvectorFile {
 public:
  explicit EigenvectorFile(const std::filesystem::path& path) : source_(path) {}

  /// Throws Error(bad_file) unless its vectors are of this quark, lattice and configuration.
  void check(const QuarkParameters& quark, const Geometry& whole, const io::LinkAverages& averages) const;
  LowModes modes(const QuarkParameters& quark) const;
  /// Throws Error(bad_file) for a vector with a wrong checksum, unless `ignore_checksum`, or with numbers
  /// that are not finite.
  template <class OneParity>
  void read(std::size_t n, FullQuarkField<OneParity>& v, bool ignore_checksum) const;

 private:
  double fact(const std::string& name) const {
    const auto value = number(source_.fact(name));
    if (!value) source_.refuse(fmt::format("eigenvectors without a number for '{}'", name), kAgain);
    return *value;
  }
  static constexpr const char* kAgain = "make it again: 'glueball eigenvalues' with <sites even> and <save>";

  QuarkFieldSource source_;
};

void EigenvectorFile::check(const QuarkParameters& quark, const Geometry& whole,
                            const io::LinkAverages& averages) const {
  const auto content = source_.fact("content");
  if (content != "eigenvectors")
    source_.refuse(content ? fmt::format("no eigenvectors but {}s", *content)
                           : std::string("quark fields that do not say that they are eigenvectors"),
                   "give a file that 'glueball eigenvalues' has saved");
  if (!source_.fact("action") || !source_.fact("sites"))
    source_.refuse("eigenvectors that do not say of which quark and configuration", kAgain);
  if (!(source_.geometry() == whole))
    source_.refuse(fmt::format("eigenvectors on {} where the configuration is {}",
                               source_.geometry().to_string(), whole.to_string()),
                   "give those of the configuration");
  for (const auto& [name, wanted] : words_of(quark))
    if (const auto found = source_.fact(name); found != wanted)
      source_.refuse(fmt::format("eigenvectors of quarks with {} {}, where the solver's have {}", name,
                                 found.value_or("not given"), wanted),
                     "give those of the same quark");
  const bool spinors = source_.kind() == io::QuarkFieldKind::spinor;
  if (spinors == is_staggered(quark.action))
    source_.refuse(fmt::format("{} where {} quarks have {}", spinors ? "Dirac spinors" : "colour vectors",
                               action_name(quark.action), spinors ? "colour vectors" : "Dirac spinors"),
                   kAgain);
  if (source_.fact("sites") != "even")
    source_.refuse("the eigenvectors are on all sites, but solvers need those on the even sites", kAgain);
  for (const auto& [name, value] : {std::pair{"plaquette-spatial", averages.plaquette_spatial},
                                    {"plaquette-temporal", averages.plaquette_temporal},
                                    {"link-trace", averages.link_trace}})
    if (const double found = fact(name); !(std::abs(found - value) <= kSameAverage))
      source_.refuse(
          fmt::format("eigenvectors of another configuration: {} {:.9g}, where this one has {:.9g}", name,
                      found, value),
          "give those of this configuration");
}

LowModes EigenvectorFile::modes(const QuarkParameters& quark) const {
  LowModes modes;
  if (const double count = fact("count"); double(source_.columns()) < count)
    source_.refuse(fmt::format("torn: it has {} of {:g} eigenvectors", source_.columns(), count), kAgain);
  modes.origin = source_.path().string();
  const bool staggered = is_staggered(quark.action);
  if (staggered) modes.mass = fact("mass");
  const double shift = staggered ? quark.mass * quark.mass - modes.mass * modes.mass : 0;
  for (std::size_t n = 0; n < source_.columns(); ++n) {
    const auto &value = source_.column(n).eigenvalue, &residual = source_.column(n).residual;
    if (!value || !residual || !std::isfinite(*value) || !std::isfinite(*residual))
      source_.refuse(fmt::format("eigenvector {} has no eigenvalue and residual", n + 1), kAgain);
    if (!(*value + shift > 0))
      source_.refuse(fmt::format("eigenvalue {} is {:.6g}, which is not above 0", n + 1, *value + shift),
                     kAgain);
    if (n > 0 && *value < modes.values.back())
      source_.refuse(fmt::format("eigenvalue {} is below the one before it", n + 1), kAgain);
    if (!(*residual <= kLoosest * (*value + shift)))
      source_.refuse(
          fmt::format("eigenvector {} is inaccurate: |A v - lambda v| is {:.2g}, and lambda is {:.2g}", n + 1,
                      *residual, *value + shift),
          "make it again with a smaller <tolerance>");
    modes.values.push_back(*value);
  }
  return modes;
}

template <class OneParity>
void EigenvectorFile::read(std::size_t n, FullQuarkField<OneParity>& v, bool ignore_checksum) const {
  const auto checksum = source_.read(n, v, ignore_checksum);
  if (!checksum.verified && !ignore_checksum)
    source_.refuse(fmt::format("eigenvector {} has no checksum", n + 1), kAgain);
  if (!std::isfinite(cpu::norm2(v[0])))
    source_.refuse(fmt::format("eigenvector {} is not finite", n + 1), kAgain);
}

template <class OneParity>
std::function<OneParity(std::size_t)> reader(std::shared_ptr<const EigenvectorFile> file,
                                             const Domain* domain, bool ignore_checksum) {
  return [file = std::move(file), domain, ignore_checksum](std::size_t n) {
    FullQuarkField<OneParity> v;
    if (file) file->read(n, v, ignore_checksum);
    if (domain) v = scattered(*domain, file ? &v : nullptr);
    return std::move(v[0]);
  };
}

}  // namespace

std::vector<std::pair<std::string, std::string>> facts_of(const EigenvectorOrigin& origin) {
  auto facts = words_of(origin.quark);
  const auto add = [&](const char* name, double value) {
    facts.emplace_back(name, fmt::format("{}", value));
  };
  if (is_staggered(origin.quark.action)) add("mass", origin.quark.mass);
  facts.emplace_back("sites", origin.sites == Sites::even ? "even" : "all");
  add("plaquette-spatial", origin.averages.plaquette_spatial);
  add("plaquette-temporal", origin.averages.plaquette_temporal);
  add("link-trace", origin.averages.link_trace);
  add("count", double(origin.count));
  return facts;
}

io::LinkAverages averages_of_all(const Configuration& part, const Domain* domain) {
  if (domain == nullptr) return io::link_averages(part);
  io::LinkAverages averages;
  const Configuration whole = gathered(*domain, part);
  if (domain->ranks().first()) averages = io::link_averages(whole);
  domain->ranks().broadcast(std::as_writable_bytes(std::span(&averages, 1)), 0);
  return averages;
}

LowModes read_low_modes(const std::filesystem::path& path, const QuarkParameters& quark,
                        const Configuration& u, const Domain* domain, bool ignore_checksum) {
  const io::LinkAverages averages = averages_of_all(u, domain);
  std::shared_ptr<const EigenvectorFile> file;
  LowModes modes;
  if (domain == nullptr || domain->ranks().first()) {
    file = std::make_shared<const EigenvectorFile>(path);
    file->check(quark, u.geometry().whole(), averages);
    modes = file->modes(quark);
  }
  if (domain != nullptr) {
    std::size_t count = modes.values.size();
    domain->ranks().broadcast(std::as_writable_bytes(std::span(&count, 1)), 0);
    modes.values.resize(count);
    domain->ranks().broadcast(std::as_writable_bytes(std::span(modes.values)), 0);
    domain->ranks().broadcast(std::as_writable_bytes(std::span(&modes.mass, 1)), 0);
  }
  if (is_staggered(quark.action))
    modes.colour = reader<ParityColourField>(file, domain, ignore_checksum);
  else
    modes.spinor = reader<ParitySpinorField>(file, domain, ignore_checksum);
  return modes;
}

}  // namespace glueball
