#include "overlap/overlap_columns.hpp"

#include <algorithm>

#include "comm/of_all.hpp"
#include "cpu/linalg.hpp"

namespace glueball {
namespace {

bool same(const ParitySpinorField& a, const ParitySpinorField& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Spinor& p, const Spinor& q) { return p.s == q.s; });
}

}  // namespace

class OverlapColumns::OfMass : public QuarkSolver<ParitySpinorField> {
 public:
  OfMass(OverlapColumns& all, std::size_t k) : all_(all), k_(k) {}

  SolveResult solve(const Full& b, Full& x) override {
    Column& column = all_.column(b);
    SolveResult result = column.results[k_];
    if (column.told) result.iterations -= result.shared;
    column.told = true;
    x = column.solutions[k_];
    const double mass = all_.solver_.masses()[k_];
    for (std::size_t parity = 0; parity < 2; ++parity)
      cpu::axpby(-1 / (1 - mass), b[parity], 1 / (1 - mass), x[parity]);
    return result;
  }

 private:
  OverlapColumns& all_;
  std::size_t k_;
};

std::unique_ptr<QuarkSolver<ParitySpinorField>> OverlapColumns::of_mass(std::size_t k) {
  return std::make_unique<OfMass>(*this, k);
}

bool OverlapColumns::same_source(const Column& c, const Full& b) const {
  const bool mine = same(c.source[0], b[0]) && same(c.source[1], b[1]);
  const Domain* domain = solver_.lattice().domain();
  if (domain == nullptr) return mine;
  // The part of one rank may be zero in both sources.
  return std::ranges::all_of(of_all(domain->ranks(), std::uint8_t(mine)),
                             [](std::uint8_t one) { return one != 0; });
}

OverlapColumns::Column& OverlapColumns::column(const Full& b) {
  const auto found = std::ranges::find_if(columns_, [&](const Column& c) { return same_source(c, b); });
  if (found != columns_.end()) return *found;
  Column solved{.source = b, .solutions = std::vector<Full>(solver_.masses().size()), .results = {}};
  solved.results = solver_.solve(b, solved.solutions);
  return columns_.emplace_back(std::move(solved));
}

}  // namespace glueball
