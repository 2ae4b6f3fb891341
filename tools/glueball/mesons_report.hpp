// The output of glueball mesons.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "options/deflation.hpp"
#include "options/quark_options.hpp"
#include "run/meson_run.hpp"

namespace glueball::app {

/// The common head of both kinds of results.
struct MesonHead {
  std::string file;
  Site lattice{};
  std::string source;
  SolveDeflation deflation{};
};

/// Returns the channels of a text table, by distance: means of those that are equal by rotations.
std::vector<std::pair<std::string, std::vector<double>>> meson_table(const QuarkOptions& quark,
                                                                     const MesonCorrelators& result);
std::string meson_json(const MesonHead& head, const QuarkOptions& quark, const MesonCorrelators& result,
                       const SolveTotal& total);
std::string meson_text(const QuarkOptions& quark, const MesonCorrelators& result);
/// Return the result of the nth of several masses, or of the only one.
std::string condensate_json(const MesonHead& head, const QuarkOptions& quark, std::size_t nth,
                            const ChiralCondensate& result, const SolveTotal& total);
std::string condensate_text(const QuarkOptions& quark, std::size_t nth, const ChiralCondensate& result);

}  // namespace glueball::app
