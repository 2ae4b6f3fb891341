#include "spirv/specialize.hpp"

#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <spirv-tools/optimizer.hpp>
#include <string>

#include "base/error.hpp"
#include "base/fnv.hpp"
#include "spirv/words.hpp"

// Debian's SPIRV-Tools is built with assertions, which check the whole module after each of forty passes, for
// more than half of its time. Programs are linked so that this function replaces
// spvtools::opt::IRContext::IsConsistent (host/CMakeLists.txt).
extern "C" bool __wrap__ZN8spvtools3opt9IRContext12IsConsistentEv(void*) { return true; }

namespace glueball::spirv {
namespace {

using ModuleWords = std::vector<std::uint32_t>;

// These are spirv-opt's flags. Code that the constants disable is removed before functions are inlined and
// loops unrolled, because it is most of a module. -O alone leaves arrays in private memory: it splits structs
// before it unrolls.
const std::string kUnroll = "--loop-unroll";
const std::vector<std::string> kPasses = {"--eliminate-dead-branches",
                                          "--merge-blocks",
                                          "--eliminate-dead-code-aggressive",
                                          "--inline-entry-points-exhaustive",
                                          "--eliminate-dead-functions",
                                          "--ccp",
                                          "--eliminate-dead-branches",
                                          "--eliminate-dead-code-aggressive",
                                          "--ssa-rewrite",
                                          kUnroll,
                                          "--scalar-replacement=0",
                                          "--convert-local-access-chains",
                                          "--ssa-rewrite",
                                          "--simplify-instructions",
                                          "--eliminate-dead-branches",
                                          "--merge-blocks",
                                          "-O"};

// A function that returns early must be transformed before it is inlined. Code disabled by a variable that is
// set once is removed too: OpenGL allows no buffer of two kinds, not even an unused one.
const std::vector<std::string> kInlining = {
    "--eliminate-dead-branches",        "--merge-blocks",
    "--eliminate-dead-code-aggressive", "--merge-return",
    "--inline-entry-points-exhaustive", "--eliminate-dead-functions",
    "--eliminate-local-single-store",   "--ccp",
    "--eliminate-dead-branches",        "--eliminate-dead-code-aggressive"};

const std::vector<std::string>& passes(Optimization optimization) {
  return optimization == Optimization::full ? kPasses : kInlining;
}

using namespace words;

/// Turns specialisation constants into constants.
std::vector<std::uint32_t> frozen(std::span<const std::uint32_t> words, const Specialization& constants) {
  std::vector<std::uint32_t> out(words.begin(), words.begin() + 5);
  std::map<std::uint32_t, std::optional<std::uint32_t>> values;  // by the constant's id in the module
  for (std::size_t at = 5; at < words.size();) {
    const std::uint32_t length = words[at] >> 16, op = words[at] & 0xffff;
    if (length == 0 || at + length > words.size())
      throw Error(ErrorKind::device, "SPIR-V: instruction out of bounds");
    const auto i = words.subspan(at, length);
    at += length;
    if (op == kDecorate && length == 4 && i[2] == kSpecId && !is_open(i[3])) {
      const auto given = constants.find(i[3]);
      values[i[1]] = given == constants.end() ? std::nullopt : std::optional(given->second);
      continue;
    }
    const std::size_t begin = out.size();
    out.insert(out.end(), i.begin(), i.end());
    const bool boolean = op == kSpecConstantTrue || op == kSpecConstantFalse;
    if (!boolean && op != kSpecConstant) continue;
    if (length < (boolean ? 3u : 4u)) throw Error(ErrorKind::device, "SPIR-V: instruction out of bounds");
    const auto value = values.find(i[2]);
    if (value == values.end()) continue;
    if (boolean) {
      const bool chosen = value->second ? *value->second != 0 : op == kSpecConstantTrue;
      out[begin] = length << 16 | (chosen ? kConstantTrue : kConstantFalse);
    } else {
      out[begin] = length << 16 | kConstant;
      if (value->second) out[begin + 3] = *value->second;
    }
  }
  return out;
}

/// Makes functions with `precise` results inlined (`apart` false) or not; returns true if there are such
/// functions. When spirv-opt unrolls a loop, its copies lose the decoration `precise`, and drivers then
/// simplify (a + b) - a to b. When it inlines a function, the copies keep it. This helps if the loop is in
/// another function (tests/unit/structure_shaders.cpp).
bool keep_precise_apart(ModuleWords& words, bool apart) {
  std::set<std::uint32_t> precise;
  std::size_t control = 0;  // the word of the present function
  bool found = false;
  for (std::size_t at = 5; at < words.size();) {
    const std::uint32_t length = words[at] >> 16, op = words[at] & 0xffff;
    if (op == kDecorate && length == 3 && words[at + 2] == kNoContraction) precise.insert(words[at + 1]);
    if (op == kFunction) control = at + 3;
    if (op != kFunction && control != 0 && length > 3 && precise.contains(words[at + 2])) {
      words[control] = apart ? words[control] | kDontInline : words[control] & ~kDontInline;
      found = true;
    }
    at += length;
  }
  return found;
}

ModuleWords optimized(const ModuleWords& words, const std::vector<std::string>& flags) {
  // The environment is that of spirv-opt without --target-env.
  spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
  std::string said;
  optimizer.SetMessageConsumer(
      [&](spv_message_level_t level, const char*, const spv_position_t&, const char* message) {
        if (level <= SPV_MSG_ERROR) said = message;
      });
  optimizer.RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass());
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);  // the build has validated the module
  ModuleWords out;
  if (!optimizer.RegisterPassesFromFlags(flags) || !optimizer.Run(words.data(), words.size(), &out, options))
    throw Error(ErrorKind::device, "SPIR-V: the optimiser refuses the module: " + said,
                "build or install the program anew");
  return out;
}

}  // namespace

ModuleWords specialized(std::span<const std::uint32_t> words, const Specialization& constants,
                        Optimization optimization) {
  if (words.size() < 5 || words[0] != kMagic) throw Error(ErrorKind::device, "SPIR-V: not a module");
  ModuleWords module = frozen(words, constants);
  const std::vector<std::string>& flags = passes(optimization);
  const auto unroll = std::find(flags.begin(), flags.end(), kUnroll);
  if (unroll == flags.end() || !keep_precise_apart(module, true)) return optimized(module, flags);
  module = optimized(module, {flags.begin(), unroll + 1});
  keep_precise_apart(module, false);
  std::vector<std::string> rest = {"--inline-entry-points-exhaustive", "--eliminate-dead-functions"};
  rest.insert(rest.end(), unroll + 1, flags.end());
  return optimized(module, rest);
}

std::uint64_t optimizer_hash(Optimization optimization) {
  std::uint64_t h = fnv(kFnvStart, std::string(spvSoftwareVersionDetailsString()));
  for (const std::string& pass : passes(optimization)) h = fnv(h, pass);
  h = fnv(h, std::string("what is precise apart"));
  return h;
}

std::uint64_t specialized_key(std::string_view name, std::span<const std::uint32_t> words,
                              const Specialization& constants, Optimization optimization) {
  std::uint64_t key = fnv(fnv(optimizer_hash(optimization), name), words);
  for (const auto& [id, value] : constants) key = fnv(key, std::array{id, value});
  return key;
}

}  // namespace glueball::spirv
