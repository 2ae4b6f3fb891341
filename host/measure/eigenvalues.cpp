#include "measure/eigenvalues.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/read_number.hpp"
#include "fermion/registry.hpp"

namespace glueball {
namespace {

constexpr int kMostOfList = 5000;

}  // namespace

EigenvalueList parse_eigenvalues(const std::string& text) {
  const auto refuse = [](const std::string& what,
                         const std::string& hint = "for example eigenvalues:hisq:10") {
    throw Error(ErrorKind::bad_value, "eigenvalues: " + what, hint);
  };
  const std::size_t first = std::min(text.find(':'), text.size()),
                    second = std::min(text.find(':', first + 1), text.size());
  const std::string action = text.substr(0, first);
  if (first == text.size())
    refuse(fmt::format("'{}' does not name the quarks and the number of eigenvalues", text));
  EigenvalueList list;
  const auto names = quark_names(true);
  if (std::find(names.begin(), names.end(), action) == names.end())
    refuse(fmt::format("'{}' are no staggered quarks", action),
           did_you_mean(action, names, fmt::format("there are {}", fmt::join(names, ", "))));
  list.action = quark_action(action);
  const std::string count = text.substr(first + 1, second - first - 1);
  if (!read_number(count, list.count)) refuse(fmt::format("'{}' is no number of eigenvalues", count));
  if (list.count < 1 || list.count > kMostOfList)
    refuse(fmt::format("{} of them", list.count), fmt::format("give 1 to {}", kMostOfList));
  if (second == text.size()) return list;
  const std::string epsilon = text.substr(second + 1);
  if (!read_number(epsilon, list.epsilon) || !(std::abs(list.epsilon) <= 2))
    refuse(fmt::format("'{}' is no correction of Naik's term", epsilon), "give -2 to 2");
  if (list.epsilon != 0 && list.action != QuarkAction::hisq)
    refuse("a correction of Naik's term makes no sense for quarks without one",
           "leave it out, or choose hisq");
  return list;
}

std::vector<double> lowest_eigenvalues(const DeviceLattice& like, const Configuration& u,
                                       const EigenvalueList& what, const Boundary& boundary) {
  const bool doubles = like.device().info().limits.float64;
  EigenOptions options;
  options.count = what.count;
  options.tolerance = doubles ? 1e-10 : 1e-5;
  return quark_eigenvalues(like.device(), u,
                           {.action = what.action, .mass = 0, .epsilon = what.epsilon, .boundary = boundary},
                           like.options_in(doubles ? gpu::Precision::double_ : gpu::Precision::single),
                           options)
      .values;
}

}  // namespace glueball
