// What glueball mesons prints.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quark/condensate.hpp"
#include "quark_options.hpp"

namespace glueball::app {

/// Correlators of one momentum, the pion first.
struct MesonResult {
  Site momentum{};
  std::vector<std::pair<std::string, std::vector<double>>> channels;

  const std::vector<double>& channel(const std::string& name) const;
};

struct CondensateResult {
  int vectors = 0;
  std::uint64_t seed = 0;
  NoiseMean scalar;                         ///< Tr G / V
  std::optional<NoiseMean> pseudoscalar{};  ///< Tr gamma5 G / V, of Wilson quarks
};

/// What both kinds of result say of their origin.
struct MesonHead {
  std::string file;
  Site lattice{};
  std::string source;
  int direction = 3;
};

std::string meson_json(const MesonHead& head, const QuarkOptions& quark, const MesonResult& result,
                       const SolveTotal& total);
std::string meson_text(const MesonHead& head, const QuarkOptions& quark, const MesonResult& result);
std::string condensate_json(const MesonHead& head, const QuarkOptions& quark, const CondensateResult& result,
                            const SolveTotal& total);
std::string condensate_text(const QuarkOptions& quark, const CondensateResult& result);

}  // namespace glueball::app
