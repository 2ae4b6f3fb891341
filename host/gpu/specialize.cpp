#include "gpu/specialize.hpp"

#include <spirv-tools/libspirv.h>

#include <map>
#include <optional>
#include <spirv-tools/optimizer.hpp>
#include <string>

#include "base/error.hpp"
#include "base/fnv.hpp"
#include "gpu/spirv_words.hpp"

// Debian's SPIRV-Tools has its assertions, and with them looks through the whole module after each of forty
// passes, for more than half of its time. Programs are linked so that this is called in place of
// spvtools::opt::IRContext::IsConsistent (host/CMakeLists.txt).
extern "C" bool __wrap__ZN8spvtools3opt9IRContext12IsConsistentEv(void*) { return true; }

namespace glueball::gpu {
namespace {

// spirv-opt's flags. What the constants switch off goes before functions are inlined and loops unrolled: it
// is most of a module. -O alone leaves arrays in private memory: it takes structs apart before it unrolls.
const std::vector<std::string> kPasses = {"--eliminate-dead-branches",
                                          "--merge-blocks",
                                          "--eliminate-dead-code-aggressive",
                                          "--inline-entry-points-exhaustive",
                                          "--eliminate-dead-functions",
                                          "--ccp",
                                          "--eliminate-dead-branches",
                                          "--eliminate-dead-code-aggressive",
                                          "--ssa-rewrite",
                                          "--loop-unroll",
                                          "--scalar-replacement=0",
                                          "--convert-local-access-chains",
                                          "--ssa-rewrite",
                                          "--simplify-instructions",
                                          "--eliminate-dead-branches",
                                          "--merge-blocks",
                                          "-O"};

// A function that returns early is not inlined as it is. What is switched off by a variable that is set once
// goes too: OpenGL has no buffer of two kinds, not even unused.
const std::vector<std::string> kInlining = {
    "--eliminate-dead-branches",        "--merge-blocks",
    "--eliminate-dead-code-aggressive", "--merge-return",
    "--inline-entry-points-exhaustive", "--eliminate-dead-functions",
    "--eliminate-local-single-store",   "--ccp",
    "--eliminate-dead-branches",        "--eliminate-dead-code-aggressive"};

const std::vector<std::string>& passes(Optimization optimization) {
  return optimization == Optimization::full ? kPasses : kInlining;
}

using namespace spirv_words;

/// Specialisation constants become constants.
std::vector<std::uint32_t> frozen(std::span<const std::uint32_t> words, const Specialization& constants) {
  std::vector<std::uint32_t> out(words.begin(), words.begin() + 5);
  std::map<std::uint32_t, std::optional<std::uint32_t>> values;  // by what the module calls the constant
  for (std::size_t at = 5; at < words.size();) {
    const std::uint32_t length = words[at] >> 16, op = words[at] & 0xffff;
    if (length == 0 || at + length > words.size())
      throw Error(ErrorKind::device, "SPIR-V: instruction out of bounds");
    const auto i = words.subspan(at, length);
    at += length;
    if (op == kDecorate && length == 4 && i[2] == kSpecId && !is_size(i[3])) {
      const auto given = constants.find(i[3]);
      values[i[1]] = given == constants.end() ? std::nullopt : std::optional(given->second);
      continue;
    }
    const std::size_t begin = out.size();
    out.insert(out.end(), i.begin(), i.end());
    const bool boolean = op == kSpecConstantTrue || op == kSpecConstantFalse;
    if (!boolean && op != kSpecConstant) continue;
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

}  // namespace

std::vector<std::uint32_t> specialized(std::span<const std::uint32_t> words, const Specialization& constants,
                                       Optimization optimization) {
  if (words.size() < 5 || words[0] != kMagic) throw Error(ErrorKind::device, "SPIR-V: not a module");
  const std::vector<std::uint32_t> module = frozen(words, constants);
  // As spirv-opt does without --target-env.
  spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
  std::string said;
  optimizer.SetMessageConsumer(
      [&](spv_message_level_t level, const char*, const spv_position_t&, const char* message) {
        if (level <= SPV_MSG_ERROR) said = message;
      });
  optimizer.RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass());
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);  // the build has looked
  std::vector<std::uint32_t> out;
  if (!optimizer.RegisterPassesFromFlags(passes(optimization)) ||
      !optimizer.Run(module.data(), module.size(), &out, options))
    throw Error(ErrorKind::device, "SPIR-V: the optimiser refuses the module: " + said,
                "build or install the program anew");
  return out;
}

std::uint64_t optimizer_hash(Optimization optimization) {
  std::uint64_t h = fnv(kFnvStart, std::string(spvSoftwareVersionDetailsString()));
  for (const std::string& pass : passes(optimization)) h = fnv(h, pass);
  return h;
}

}  // namespace glueball::gpu
