#include "spirv/module_info.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "spirv/words.hpp"

namespace glueball::spirv {
namespace {

using namespace words;

struct Type {
  Op op{};
  std::vector<std::uint32_t> operands;
};

struct Decorations {
  bool block = false, buffer_block = false, non_writable = false, non_readable = false;
  std::uint32_t binding = 0;
};

struct Module {
  std::map<std::uint32_t, Type> types;
  std::map<std::uint32_t, Decorations> decorations;
  std::map<std::uint32_t, std::map<std::uint32_t, Decorations>> members;
  std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> offsets;
  struct Variable {
    std::uint32_t id, type, storage;
  };
  std::vector<Variable> variables;

  void decorate(Decorations& d, std::uint32_t decoration, std::uint32_t value) {
    if (decoration == kBlock) d.block = true;
    if (decoration == kBufferBlock) d.buffer_block = true;
    if (decoration == kNonWritable) d.non_writable = true;
    if (decoration == kNonReadable) d.non_readable = true;
    if (decoration == kBinding) d.binding = value;
  }

  std::uint32_t size(std::uint32_t type) const {
    const Type& t = types.at(type);
    switch (t.op) {
      case kTypeBool:
        return 4;
      case kTypeInt:
      case kTypeFloat:
        return t.operands.at(0) / 8;
      case kTypeVector:
        return size(t.operands.at(0)) * t.operands.at(1);
      case kTypeStruct: {
        std::uint32_t end = 0;
        const auto member_offsets = offsets.find(type);
        for (std::uint32_t m = 0; m < t.operands.size(); ++m) {
          const std::uint32_t offset = member_offsets == offsets.end() ? 0 : member_offsets->second.at(m);
          end = std::max(end, offset + size(t.operands[m]));
        }
        return end;
      }
      default:
        return 0;
    }
  }
};

Access access_of(const Decorations& d) {
  return d.non_writable ? Access::in : d.non_readable ? Access::out : Access::inout;
}

Module parse(std::span<const std::uint32_t> words, std::vector<std::uint32_t>& specialization_ids) {
  Module m;
  std::set<std::uint32_t> ids;
  for (std::size_t at = 5; at < words.size();) {
    const std::uint32_t length = words[at] >> 16, op = words[at] & 0xffff;
    if (length == 0 || at + length > words.size())
      throw Error(ErrorKind::device, "SPIR-V: instruction out of bounds");
    const auto operand = words.subspan(at + 1, length - 1);
    auto arg = [&](std::size_t i) { return i < operand.size() ? operand[i] : 0u; };
    switch (op) {
      case kTypeBool:
      case kTypeInt:
      case kTypeFloat:
      case kTypeVector:
      case kTypeImage:
      case kTypeSampledImage:
      case kTypeArray:
      case kTypeRuntimeArray:
      case kTypeStruct:
      case kTypePointer:
        m.types[arg(0)] = {Op(op), {operand.begin() + 1, operand.end()}};
        break;
      case kVariable:
        m.variables.push_back({arg(1), arg(0), arg(2)});
        break;
      case kDecorate:
        m.decorate(m.decorations[arg(0)], arg(1), arg(2));
        if (arg(1) == kSpecId) ids.insert(arg(2));
        break;
      case kMemberDecorate:
        m.decorate(m.members[arg(0)][arg(1)], arg(2), arg(3));
        if (arg(2) == kOffset) m.offsets[arg(0)][arg(1)] = arg(3);
        break;
      default:
        break;
    }
    at += length;
  }
  specialization_ids.assign(ids.begin(), ids.end());
  return m;
}

}  // namespace

ModuleInfo inspect(std::span<const std::uint32_t> words) {
  if (words.size() < 5 || words[0] != kMagic) throw Error(ErrorKind::device, "SPIR-V: not a module");
  ModuleInfo info;
  const Module m = parse(words, info.specialization_ids);
  for (const auto& v : m.variables) {
    // Ignore locals, shared memory, built-ins, and variables of types that were not read.
    if (v.storage != kUniformConstant && v.storage != kUniform && v.storage != kPushConstant &&
        v.storage != kStorageBuffer)
      continue;
    const auto pointer = m.types.find(v.type);
    if (pointer == m.types.end() || pointer->second.op != kTypePointer) continue;
    const std::uint32_t pointee = pointer->second.operands.at(1);
    const Type& type = m.types.at(pointee);
    const auto found = m.decorations.find(v.id);
    Decorations d = found == m.decorations.end() ? Decorations{} : found->second;
    const auto block = m.decorations.find(pointee);
    const bool buffer_block = block != m.decorations.end() && block->second.buffer_block;
    if (v.storage == kPushConstant || (v.storage == kUniform && !buffer_block)) {
      info.argument_bytes = m.size(pointee);
    } else if (v.storage == kStorageBuffer || v.storage == kUniform) {
      // readonly and writeonly are decorations of the block's members.
      if (const auto members = m.members.find(pointee);
          members != m.members.end() && !members->second.empty()) {
        d.non_writable |= members->second.begin()->second.non_writable;
        d.non_readable |= members->second.begin()->second.non_readable;
      }
      info.bindings.push_back({d.binding, ResourceKind::storage_buffer, access_of(d)});
    } else if (v.storage == kUniformConstant && type.op == kTypeSampledImage) {
      const Type& image = m.types.at(type.operands.at(0));
      const bool buffer = image.operands.at(1) == kDimBuffer;
      info.bindings.push_back(
          {d.binding, buffer ? ResourceKind::texel_buffer : ResourceKind::sampled_image, Access::in});
    } else if (v.storage == kUniformConstant && type.op == kTypeImage) {
      info.bindings.push_back({d.binding, ResourceKind::storage_image, access_of(d)});
    }
  }
  std::sort(info.bindings.begin(), info.bindings.end(),
            [](const ModuleBinding& a, const ModuleBinding& b) { return a.slot < b.slot; });
  // One memory may be declared several times, as numbers of different types.
  info.bindings.erase(std::unique(info.bindings.begin(), info.bindings.end()), info.bindings.end());
  return info;
}

}  // namespace glueball::spirv
