// Numbers of the SPIR-V specification (unified1, section 3) that this module uses.
#pragma once

#include <cstdint>

namespace glueball::spirv::words {

enum Op : std::uint32_t {
  kName = 5,
  kEntryPoint = 15,
  kCapability = 17,
  kTypeBool = 20,
  kTypeInt = 21,
  kTypeFloat = 22,
  kTypeVector = 23,
  kTypeImage = 25,
  kTypeSampledImage = 27,
  kTypeArray = 28,
  kTypeRuntimeArray = 29,
  kTypeStruct = 30,
  kTypePointer = 32,
  kConstantTrue = 41,
  kConstantFalse = 42,
  kConstant = 43,
  kSpecConstantTrue = 48,
  kSpecConstantFalse = 49,
  kSpecConstant = 50,
  kFunction = 54,
  kFunctionParameter = 55,
  kVariable = 59,
  kAccessChain = 65,
  kInBoundsAccessChain = 66,
  kDecorate = 71,
  kMemberDecorate = 72,
};
enum Decoration : std::uint32_t {
  kSpecId = 1,
  kBlock = 2,
  kBufferBlock = 3,
  kNonWritable = 24,
  kNonReadable = 25,
  kBinding = 33,
  kDescriptorSet = 34,
  kOffset = 35,
  kNoContraction = 42,
};
enum FunctionControl : std::uint32_t { kDontInline = 2 };
enum StorageClass : std::uint32_t {
  kUniformConstant = 0,
  kUniform = 2,
  kPushConstant = 9,
  kStorageBuffer = 12,
};
constexpr std::uint32_t kMagic = 0x07230203, kVersion10 = 0x00010000, kVersion13 = 0x00010300, kDimBuffer = 5;
// From GroupNonUniform to GroupNonUniformQuad: operations of subgroups, which came with version 1.3.
constexpr std::uint32_t kFirstSubgroup = 61, kLastSubgroup = 68, kVulkanMemoryModel = 5345;

}  // namespace glueball::spirv::words
