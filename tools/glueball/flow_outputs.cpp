#include "flow_outputs.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/progress.hpp"
#include "comm/gather.hpp"
#include "cpu/plaquette.hpp"
#include "options/files.hpp"

namespace glueball::app {
namespace {

/// Returns the flow times of measurements between the first and the last.
std::vector<double> on_the_way(const FlowSettings& s) {
  std::vector<double> times;
  for (int n = 1; n < s.measurements(); ++n)
    times.push_back(s.times.empty() ? n * s.interval : s.times.at(std::size_t(n - 1)));
  return times;
}

/// Returns the output path for links at an intermediate flow time.
std::string place_at(const std::string& out, double t) {
  std::filesystem::path path(out);
  path.replace_filename(fmt::format("{}-t{:.10g}{}", path.stem().string(), t, path.extension().string()));
  return path.string();
}

}  // namespace

FlowOutputs::FlowOutputs(const FlowOptions& options)
    : o_(options), places_(places_of(o_.files, o_.save, ".ildg")) {}

std::vector<std::string> FlowOutputs::all_of(std::size_t n) const {
  std::vector<std::string> all{places_[n]};
  if (o_.save_each)
    for (const double t : on_the_way(o_)) all.push_back(place_at(places_[n], t));
  return all;
}

std::vector<std::string> FlowOutputs::all() const {
  std::vector<std::string> all;
  for (std::size_t n = 0; n < places_.size(); ++n)
    for (std::string& place : all_of(n)) all.push_back(std::move(place));
  return all;
}

void FlowOutputs::require(const FilesRun& kept) {
  written_ = kept.written();
  if (!world().first()) return;
  for (std::size_t n = 0; n < places_.size(); ++n) {
    if (kept.done(n)) require_kept(places_[n]);
    require_places(all_of(n), o_.common.force || written_[n]);
  }
}

void FlowOutputs::begin(std::size_t n, const std::string& origin) {
  origin_ = origin;
  replaced_.clear();
  if (!world().first()) return;
  for (const std::string& out : all_of(n))
    if (replaces(out, o_.common.force, written_[n], origin)) replaced_.insert(out);
}

void FlowOutputs::save(std::size_t n, const GradientFlow& flow, const LatticeOptions& lattice,
                       std::optional<double> t) const {
  Configuration u = flow.configuration();
  if (lattice.domain) u = gathered(*lattice.domain, std::move(u));
  if (!world().first()) return;
  const std::string out = t ? place_at(places_[n], *t) : places_[n];
  write_links(out, u,
              fmt::format("plaquette = {:.12f}\nflow = {}, t = {:.10g}\n{}", cpu::plaquette(u).average(),
                          o_.action, flow.time(), origin_),
              o_.precision_of_file, replaced_.contains(out));
  say(o_.common.quiet, "wrote " + out);
}

}  // namespace glueball::app
