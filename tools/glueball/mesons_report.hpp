// What glueball mesons prints.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "deflation.hpp"
#include "quark_options.hpp"
#include "run/meson_run.hpp"

namespace glueball::app {

/// What both kinds of result say of their origin.
struct MesonHead {
  std::string file;
  Site lattice{};
  std::string source;
  SolveDeflation deflation{};
};

std::string meson_json(const MesonHead& head, const QuarkOptions& quark, const MesonCorrelators& result,
                       const SolveTotal& total);
std::string meson_text(const QuarkOptions& quark, const MesonCorrelators& result);
/// Of the nth of several masses, or of the one.
std::string condensate_json(const MesonHead& head, const QuarkOptions& quark, std::size_t nth,
                            const ChiralCondensate& result, const SolveTotal& total);
std::string condensate_text(const QuarkOptions& quark, std::size_t nth, const ChiralCondensate& result);

}  // namespace glueball::app
