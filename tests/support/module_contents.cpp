#include "support/module_contents.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace glueball::test {
namespace {

/// Returns the ids that a module marks as precise.
std::set<std::uint32_t> precise_ids(std::span<const std::uint32_t> words) {
  constexpr std::uint32_t kDecorate = 71, kNoContraction = 42;
  std::set<std::uint32_t> precise;
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16)
    if ((words[at] & 0xffff) == kDecorate && words[at + 2] == kNoContraction) precise.insert(words[at + 1]);
  return precise;
}

/// This describes one of a module's blocks, by label.
struct Block {
  std::size_t barriers = 0;
  std::vector<std::uint32_t> next;
};

std::map<std::uint32_t, Block> blocks_of(std::span<const std::uint32_t> words) {
  constexpr std::uint32_t kBarrier = 224, kLabel = 248, kBranch = 249, kBranchConditional = 250,
                          kSwitch = 251;
  std::map<std::uint32_t, Block> blocks;
  Block* here = nullptr;
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    const std::uint32_t length = words[at] >> 16, op = words[at] & 0xffff;
    if (op == kLabel) here = &blocks[words[at + 1]];
    if (here == nullptr) continue;
    here->barriers += op == kBarrier;
    if (op == kBranch) here->next = {words[at + 1]};
    if (op == kBranchConditional) here->next = {words[at + 2], words[at + 3]};
    if (op == kSwitch)  // on a number of one word: the default, then pairs
      for (std::uint32_t n = 2; n < length; n += 2) here->next.push_back(words[at + n]);
  }
  return blocks;
}

/// This holds a module's results by their ids: the instruction, the type, and the operands.
struct Result {
  std::uint32_t op = 0, type = 0;
  std::vector<std::uint32_t> operands;
};

class Results {
 public:
  explicit Results(std::span<const std::uint32_t> words) {
    for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
      const std::uint32_t length = words[at] >> 16, op = words[at] & 0xffff;
      const auto rest = words.subspan(at + 1, length - 1);
      if (op == kVector) vectors_[rest[0]] = rest[1];
      if (op == kFloat && rest[1] == 64) doubles_.insert(rest[0]);
      if (kRead.contains(op)) all_[rest[1]] = {op, rest[0], {rest.begin() + 2, rest.end()}};
    }
  }
  bool vector_of_doubles(std::uint32_t id) const {
    const auto found = all_.find(id);
    if (found == all_.end()) return false;
    const auto vector = vectors_.find(found->second.type);
    return vector != vectors_.end() && doubles_.contains(vector->second);
  }
  /// True if every operand of the value has only just changed its sign.
  bool negated(std::uint32_t id) const {
    const auto found = all_.find(id);
    if (found == all_.end()) return false;
    const auto& [op, type, operands] = found->second;
    switch (op) {
      case kNegate:
        return true;
      case kMultiply:
      case kScale:
        return minus_one(operands[0]) || minus_one(operands[1]);
      case kExtract:
        return negated(operands[0]);
      case kShuffle:
        return negated(operands[0]) && negated(operands[1]);
      case kConstruct:
        return std::all_of(operands.begin(), operands.end(),
                           [&](std::uint32_t part) { return negated(part); });
      default:
        return false;
    }
  }

  static constexpr std::uint32_t kFloat = 22, kVector = 23, kStore = 62;

 private:
  bool minus_one(std::uint32_t id) const {
    const auto found = all_.find(id);
    if (found == all_.end()) return false;
    const auto& [op, type, operands] = found->second;
    if (op == kConstantComposite)
      return std::all_of(operands.begin(), operands.end(),
                         [&](std::uint32_t part) { return minus_one(part); });
    return op == kConstant && operands == std::vector<std::uint32_t>{0, 0xBFF00000u};
  }

  static constexpr std::uint32_t kConstant = 43, kConstantComposite = 44, kShuffle = 79, kConstruct = 80,
                                 kExtract = 81, kNegate = 127, kMultiply = 133, kScale = 142;
  static inline const std::set<std::uint32_t> kRead{
      kConstant, kConstantComposite, kShuffle, kConstruct, kExtract, kNegate, kMultiply, kScale};
  std::map<std::uint32_t, Result> all_;
  std::map<std::uint32_t, std::uint32_t> vectors_;
  std::set<std::uint32_t> doubles_;
};

}  // namespace

std::vector<std::string> slow_instructions(std::span<const std::uint32_t> words) {
  constexpr std::uint32_t kVector = 23, kArray = 28, kStruct = 30, kPointer = 32, kFunctionCall = 57,
                          kVariable = 59;
  constexpr std::uint32_t kPrivateStorage = 6, kFunctionStorage = 7;
  std::vector<std::string> found;
  std::map<std::uint32_t, bool> holds_array;       // by type
  std::map<std::uint32_t, std::uint32_t> pointee;  // of pointer types
  for (std::size_t at = 5; at < words.size();) {
    const std::uint32_t length = words[at] >> 16, op = words[at] & 0xffff;
    if (length == 0 || at + length > words.size()) return {"not a SPIR-V module"};
    const auto operand = words.subspan(at + 1, length - 1);
    switch (op) {
      case kArray:
        holds_array[operand[0]] = true;
        break;
      case kVector:
        holds_array[operand[0]] = false;
        break;
      case kStruct:
        holds_array[operand[0]] = std::any_of(operand.begin() + 1, operand.end(),
                                              [&](std::uint32_t member) { return holds_array[member]; });
        break;
      case kPointer:
        pointee[operand[0]] = operand[2];
        break;
      case kFunctionCall:
        found.push_back("a function call is left");
        break;
      case kVariable:
        if ((operand[2] == kPrivateStorage || operand[2] == kFunctionStorage) &&
            holds_array[pointee[operand[0]]])
          found.push_back("a private array is left (it spills to memory)");
        break;
      default:
        break;
    }
    at += length;
  }
  return found;
}

int empty_comparisons(std::span<const std::uint32_t> words) {
  constexpr std::uint32_t kExtInst = 12, kFMin = 37, kFMax = 40;
  int found = 0;
  for (std::size_t at = 5; at < words.size();) {
    const std::uint32_t length = words[at] >> 16, op = words[at] & 0xffff;
    if (length == 0 || at + length > words.size()) return -1;
    const auto operand = words.subspan(at + 1, length - 1);
    if (op == kExtInst && length == 7 && (operand[3] == kFMin || operand[3] == kFMax) &&
        operand[4] == operand[5])
      ++found;
    at += length;
  }
  return found;
}

std::array<std::size_t, 2> sums_and_precise_ones(std::span<const std::uint32_t> words) {
  constexpr std::uint32_t kFloatAdd = 129, kFloatSubtract = 131;
  const auto precise = precise_ids(words);
  std::array<std::size_t, 2> counts{};
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    const std::uint32_t op = words[at] & 0xffff;
    if (op != kFloatAdd && op != kFloatSubtract) continue;
    ++counts[0];
    counts[1] += precise.contains(words[at + 2]);
  }
  return counts;
}

std::size_t precise_loops(std::span<const std::uint32_t> words) {
  constexpr std::uint32_t kFunction = 54, kLoopMerge = 246;
  const auto precise = precise_ids(words);
  std::size_t found = 0;
  bool function = false, loop = false, has_precise = false;
  const auto end_of_function = [&] {
    found += std::exchange(loop, false) & std::exchange(has_precise, false);
  };
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    const std::uint32_t op = words[at] & 0xffff;
    if (op == kFunction) {
      end_of_function();
      function = true;
    }
    loop |= op == kLoopMerge;
    has_precise |= function && words[at] >> 16 > 3 && precise.contains(words[at + 2]);
  }
  end_of_function();
  return found;
}

std::size_t barriers_of(std::span<const std::uint32_t> words) {
  std::size_t found = 0;
  for (const auto& [label, block] : blocks_of(words)) found += block.barriers;
  return found;
}

std::size_t barriers_in_loops(std::span<const std::uint32_t> words) {
  const auto blocks = blocks_of(words);
  std::size_t found = 0;
  for (const auto& [label, block] : blocks) {
    if (block.barriers == 0) continue;
    std::set<std::uint32_t> reached;
    std::vector<std::uint32_t> to_see = block.next;
    while (!to_see.empty()) {
      const std::uint32_t there = to_see.back();
      to_see.pop_back();
      const auto it = blocks.find(there);
      if (it != blocks.end() && reached.insert(there).second)
        to_see.insert(to_see.end(), it->second.next.begin(), it->second.next.end());
    }
    if (reached.contains(label)) found += block.barriers;
  }
  return found;
}

std::size_t negated_stores(std::span<const std::uint32_t> words) {
  const Results results(words);
  std::size_t found = 0;
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16)
    if ((words[at] & 0xffff) == Results::kStore)
      found += results.vector_of_doubles(words[at + 2]) && results.negated(words[at + 2]);
  return found;
}

}  // namespace glueball::test
