#include "spirv/opengl.hpp"

#include <map>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "spirv/words.hpp"

namespace glueball::spirv {
namespace {

using namespace words;

using Words = std::span<const std::uint32_t>;

[[noreturn]] void refuse(const char* why) {
  throw Error(ErrorKind::device, std::string("SPIR-V for OpenGL: ") + why);
}

template <class Visit>
void for_each_instruction(Words words, Visit visit) {
  for (std::size_t at = 5; at < words.size();) {
    const std::uint32_t length = words[at] >> 16;
    if (length == 0 || at + length > words.size()) refuse("instruction out of bounds");
    visit(words[at] & 0xffff, words.subspan(at, length));
    at += length;
  }
}

std::uint32_t at(Words instruction, std::size_t n) {
  if (n >= instruction.size()) refuse("instruction too short");
  return instruction[n];
}

std::uint32_t storage_class(std::uint32_t vulkan) {
  return vulkan == kPushConstant || vulkan == kStorageBuffer ? std::uint32_t(kUniform) : vulkan;
}

/// The facts needed before the first word is written, because decorations precede the types that they
/// decorate.
struct Plan {
  /// For types that became equal, maps the later to the earlier.
  std::map<std::uint32_t, std::uint32_t> same_pointer;
  std::set<std::uint32_t> buffer_blocks;  ///< structs of storage buffers
  std::uint32_t arguments = 0;            ///< the variable of the push constants
};

Plan plan_for(Words words) {
  Plan plan;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> pointers;
  for_each_instruction(words, [&](std::uint32_t op, Words i) {
    if (op == kTypePointer) {
      const std::uint32_t storage = at(i, 2), pointee = at(i, 3);
      if (storage == kStorageBuffer) plan.buffer_blocks.insert(pointee);
      const auto [first, is_new] = pointers.try_emplace({storage_class(storage), pointee}, i[1]);
      if (!is_new) plan.same_pointer[i[1]] = first->second;
    } else if (op == kVariable && at(i, 3) == kPushConstant) {
      plan.arguments = i[2];
    } else if (op == kFunctionParameter) {
      refuse("a function that is not inlined");
    } else if (op == kCapability && at(i, 1) >= kFirstSubgroup && i[1] <= kLastSubgroup) {
      refuse("operations of subgroups");
    } else if (op == kCapability && i[1] == kVulkanMemoryModel) {
      refuse("Vulkan's memory model");
    }
  });
  return plan;
}

}  // namespace

std::vector<std::uint32_t> for_opengl(Words words) {
  if (words.size() < 5 || words[0] != kMagic) refuse("not a module");
  if (words[1] > kVersion13) refuse("newer than version 1.3");
  const Plan plan = plan_for(words);
  std::vector<std::uint32_t> out(words.begin(), words.begin() + 5);
  out[1] = kVersion10;
  bool bound = plan.arguments == 0;
  for_each_instruction(words, [&](std::uint32_t op, Words i) {
    const bool decoration = op == kDecorate || op == kMemberDecorate;
    if (decoration && !bound) {
      for (const auto& [what, value] : {std::pair{kDescriptorSet, 0u}, {kBinding, 0u}})
        out.insert(out.end(), {4u << 16 | kDecorate, plan.arguments, what, value});
      bound = true;
    }
    if ((op == kName || op == kTypePointer) && plan.same_pointer.contains(at(i, 1))) return;
    const std::size_t begin = out.size();
    out.insert(out.end(), i.begin(), i.end());
    std::uint32_t* copy = out.data() + begin;
    if (op == kTypePointer) copy[2] = storage_class(copy[2]);
    if (op == kVariable) copy[3] = storage_class(copy[3]);
    if (op == kVariable || op == kAccessChain || op == kInBoundsAccessChain)
      if (const auto found = plan.same_pointer.find(copy[1]); found != plan.same_pointer.end())
        copy[1] = found->second;
    if (op == kDecorate && at(i, 2) == kBlock && plan.buffer_blocks.contains(i[1])) copy[2] = kBufferBlock;
  });
  return out;
}

}  // namespace glueball::spirv
