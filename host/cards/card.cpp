#include "cards/card.hpp"

#include <algorithm>
#include <stdexcept>

#include "cards/families.hpp"

namespace glueball::cards {

const std::vector<Card>& all() {
  static const std::vector<Card> cards = [] {
    std::vector<Card> list;
    for (const auto& family :
         {wilson_cards, clover_quark_cards, staggered_cards, naik_cards, hisq_cards, staggered_multi_cards,
          solver_cards, overlap_cards, linalg_cards, halo_cards, gauge_cards, force_cards, heatbath_cards,
          flow_cards, measure_cards, random_cards, fixing_cards, picture_cards})
      for (Card& card : family()) list.push_back(std::move(card));
    return list;
  }();
  return cards;
}

const Card& of(std::string_view kernel) {
  for (const Card& card : all())
    if (card.kernel.name == kernel) return card;
  throw std::logic_error("no card of " + std::string(kernel));
}

std::vector<const Benchmark*> benchmarks() {
  std::vector<const Benchmark*> list;
  for (const Card& card : all())
    for (const Benchmark& b : card.benchmarks) list.push_back(&b);
  return list;
}

std::vector<const Check*> checks() {
  std::vector<const Check*> list;
  for (const Card& card : all())
    for (const Check& c : card.checks) list.push_back(&c);
  return list;
}

const Benchmark* find_benchmark(std::string_view name) {
  for (const Benchmark* b : benchmarks())
    if (b->name == name) return b;
  return nullptr;
}

std::vector<KernelRecord> kernels() {
  std::vector<KernelRecord> list;
  for (const Card& card : all()) {
    list.push_back(card.kernel);
    list.insert(list.end(), card.parts.begin(), card.parts.end());
  }
  return list;
}

}  // namespace glueball::cards
