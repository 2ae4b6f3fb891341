#include "draw/words.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

namespace glueball {
namespace {

constexpr const char* kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr const char* kRaisedMinus = "⁻";

constexpr std::pair<std::string_view, std::string_view> kNames[] = {
    {"α", "alpha"}, {"β", "beta"},   {"γ", "gamma"}, {"δ", "delta"}, {"ε", "epsilon"}, {"θ", "theta"},
    {"κ", "kappa"}, {"λ", "lambda"}, {"μ", "mu"},    {"ν", "nu"},    {"π", "pi"},      {"ρ", "rho"},
    {"σ", "sigma"}, {"τ", "tau"},    {"φ", "phi"},   {"χ", "chi"},   {"ψ", "psi"},     {"ω", "omega"},
    {"Δ", "Delta"}, {"Σ", "Sigma"},  {"⟨", "<"},     {"⟩", ">"},     {"−", "-"},       {"–", "-"},
    {"±", "+-"},    {"×", "x"},      {"·", "*"},     {"√", "sqrt"},  {"∞", "inf"},     {"ħ", "hbar"},
    {"₀", "0"},     {"₁", "1"},      {"₂", "2"},     {"†", "+"},     {"…", "..."}};

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::string superscripts(std::string_view words) {
  std::string text;
  for (std::size_t n = 0; n < words.size(); ++n) {
    const bool minus = n + 1 < words.size() && words[n + 1] == '-';
    const std::size_t first = n + 1 + (minus ? 1 : 0);
    if (words[n] != '^' || first >= words.size() || !digit(words[first])) {
      text += words[n];
      continue;
    }
    if (minus) text += kRaisedMinus;
    for (n = first; n < words.size() && digit(words[n]); ++n) text += kRaised[words[n] - '0'];
    --n;
  }
  return text;
}

std::string plain(std::string_view words) {
  std::string text;
  bool raised = false;
  while (!words.empty()) {
    if (static_cast<unsigned char>(words.front()) < 0x80) {
      text += words.front();
      words.remove_prefix(1);
      raised = false;
      continue;
    }
    const auto digit_there =
        std::ranges::find_if(kRaised, [&](const char* d) { return words.starts_with(d); });
    if (digit_there != std::end(kRaised) || words.starts_with(kRaisedMinus)) {
      const bool minus = digit_there == std::end(kRaised);
      if (!raised) text += '^';
      raised = true;
      text += minus ? '-' : char('0' + (digit_there - kRaised));
      words.remove_prefix(std::string_view(minus ? kRaisedMinus : *digit_there).size());
      continue;
    }
    raised = false;
    const auto name = std::ranges::find_if(kNames, [&](const auto& n) { return words.starts_with(n.first); });
    text += name == std::end(kNames) ? std::string_view("?") : name->second;
    if (name != std::end(kNames)) {
      words.remove_prefix(name->first.size());
      continue;
    }
    do words.remove_prefix(1);
    while (!words.empty() && (static_cast<unsigned char>(words.front()) & 0xc0) == 0x80);
  }
  return text;
}

}  // namespace glueball
