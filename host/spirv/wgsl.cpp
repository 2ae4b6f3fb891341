#include "spirv/wgsl.hpp"

#include <fmt/format.h>
#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <spirv/unified1/spirv.hpp>

#include "base/error.hpp"

namespace glueball::spirv {
namespace {

using Id = std::uint32_t;
using Operands = std::span<const std::uint32_t>;

[[noreturn]] void not_in_wgsl(const std::string& why) {
  throw Error(ErrorKind::device, "SPIR-V for WebGPU: " + why);
}

struct Instruction {
  spv::Op op{};
  Operands operands;  ///< the words after the first
  Id at(std::size_t n) const {
    if (n >= operands.size()) not_in_wgsl("instruction too short");
    return operands[n];
  }
};

/// The type that a binary operation wants its integers to be; SPIR-V mixes signed and unsigned ones.
enum class Wanted { as_given, like_result, like_first, u32, i32 };

struct Binary {
  const char* sign;
  Wanted wanted = Wanted::as_given;
  bool negated = false;  ///< comparisons that hold for NaN are negated ones that do not
};
const std::map<spv::Op, Binary> kBinaries = {
    {spv::OpFAdd, {"+"}},
    {spv::OpFSub, {"-"}},
    {spv::OpFMul, {"*"}},
    {spv::OpFDiv, {"/"}},
    {spv::OpFRem, {"%"}},
    {spv::OpVectorTimesScalar, {"*"}},
    {spv::OpMatrixTimesScalar, {"*"}},
    {spv::OpVectorTimesMatrix, {"*"}},
    {spv::OpMatrixTimesVector, {"*"}},
    {spv::OpMatrixTimesMatrix, {"*"}},
    {spv::OpIAdd, {"+", Wanted::like_result}},
    {spv::OpISub, {"-", Wanted::like_result}},
    {spv::OpIMul, {"*", Wanted::like_result}},
    {spv::OpBitwiseOr, {"|", Wanted::like_result}},
    {spv::OpBitwiseXor, {"^", Wanted::like_result}},
    {spv::OpBitwiseAnd, {"&", Wanted::like_result}},
    {spv::OpUDiv, {"/", Wanted::u32}},
    {spv::OpSDiv, {"/", Wanted::i32}},
    {spv::OpUMod, {"%", Wanted::u32}},
    {spv::OpSRem, {"%", Wanted::i32}},
    {spv::OpIEqual, {"==", Wanted::like_first}},
    {spv::OpINotEqual, {"!=", Wanted::like_first}},
    {spv::OpUGreaterThan, {">", Wanted::u32}},
    {spv::OpSGreaterThan, {">", Wanted::i32}},
    {spv::OpUGreaterThanEqual, {">=", Wanted::u32}},
    {spv::OpSGreaterThanEqual, {">=", Wanted::i32}},
    {spv::OpULessThan, {"<", Wanted::u32}},
    {spv::OpSLessThan, {"<", Wanted::i32}},
    {spv::OpULessThanEqual, {"<=", Wanted::u32}},
    {spv::OpSLessThanEqual, {"<=", Wanted::i32}},
    {spv::OpLogicalEqual, {"=="}},
    {spv::OpLogicalNotEqual, {"!="}},
    {spv::OpLogicalOr, {"|"}},
    {spv::OpLogicalAnd, {"&"}},
    {spv::OpFOrdEqual, {"=="}},
    {spv::OpFOrdNotEqual, {"!="}},
    {spv::OpFUnordNotEqual, {"!="}},
    {spv::OpFOrdLessThan, {"<"}},
    {spv::OpFOrdGreaterThan, {">"}},
    {spv::OpFOrdLessThanEqual, {"<="}},
    {spv::OpFOrdGreaterThanEqual, {">="}},
    {spv::OpFUnordEqual, {"!=", Wanted::as_given, true}},
    {spv::OpFUnordLessThan, {">=", Wanted::as_given, true}},
    {spv::OpFUnordGreaterThan, {"<=", Wanted::as_given, true}},
    {spv::OpFUnordLessThanEqual, {">", Wanted::as_given, true}},
    {spv::OpFUnordGreaterThanEqual, {"<", Wanted::as_given, true}},
};

struct Function {
  const char* name;
  Wanted wanted = Wanted::as_given;
};
const std::map<std::uint32_t, Function> kFunctions = {
    {GLSLstd450Round, {"round"}},
    {GLSLstd450RoundEven, {"round"}},
    {GLSLstd450Trunc, {"trunc"}},
    {GLSLstd450FAbs, {"abs"}},
    {GLSLstd450SAbs, {"abs", Wanted::i32}},
    {GLSLstd450FSign, {"sign"}},
    {GLSLstd450SSign, {"sign", Wanted::i32}},
    {GLSLstd450Floor, {"floor"}},
    {GLSLstd450Ceil, {"ceil"}},
    {GLSLstd450Fract, {"fract"}},
    {GLSLstd450Sin, {"sin"}},
    {GLSLstd450Cos, {"cos"}},
    {GLSLstd450Tan, {"tan"}},
    {GLSLstd450Asin, {"asin"}},
    {GLSLstd450Acos, {"acos"}},
    {GLSLstd450Atan, {"atan"}},
    {GLSLstd450Atan2, {"atan2"}},
    {GLSLstd450Pow, {"pow"}},
    {GLSLstd450Exp, {"exp"}},
    {GLSLstd450Log, {"log"}},
    {GLSLstd450Exp2, {"exp2"}},
    {GLSLstd450Log2, {"log2"}},
    {GLSLstd450Sqrt, {"sqrt"}},
    {GLSLstd450InverseSqrt, {"inverseSqrt"}},
    {GLSLstd450FMin, {"min"}},
    {GLSLstd450NMin, {"min"}},
    {GLSLstd450UMin, {"min", Wanted::u32}},
    {GLSLstd450SMin, {"min", Wanted::i32}},
    {GLSLstd450FMax, {"max"}},
    {GLSLstd450NMax, {"max"}},
    {GLSLstd450UMax, {"max", Wanted::u32}},
    {GLSLstd450SMax, {"max", Wanted::i32}},
    {GLSLstd450FClamp, {"clamp"}},
    {GLSLstd450NClamp, {"clamp"}},
    {GLSLstd450UClamp, {"clamp", Wanted::u32}},
    {GLSLstd450SClamp, {"clamp", Wanted::i32}},
    {GLSLstd450FMix, {"mix"}},
    {GLSLstd450Step, {"step"}},
    {GLSLstd450Fma, {"fma"}},
    {GLSLstd450Length, {"length"}},
    {GLSLstd450Distance, {"distance"}},
    {GLSLstd450Cross, {"cross"}},
    {GLSLstd450Normalize, {"normalize"}},
    {GLSLstd450PackHalf2x16, {"pack2x16float"}},
    {GLSLstd450UnpackHalf2x16, {"unpack2x16float"}},
    {GLSLstd450PackUnorm4x8, {"pack4x8unorm"}},
    {GLSLstd450UnpackUnorm4x8, {"unpack4x8unorm"}},
    {GLSLstd450FindILsb, {"firstTrailingBit"}},
    {GLSLstd450FindUMsb, {"firstLeadingBit", Wanted::u32}},
    {GLSLstd450FindSMsb, {"firstLeadingBit", Wanted::i32}},
};

const std::map<spv::Op, const char*> kAtomics = {
    {spv::OpAtomicLoad, "atomicLoad"},         {spv::OpAtomicStore, "atomicStore"},
    {spv::OpAtomicIAdd, "atomicAdd"},          {spv::OpAtomicISub, "atomicSub"},
    {spv::OpAtomicUMin, "atomicMin"},          {spv::OpAtomicUMax, "atomicMax"},
    {spv::OpAtomicAnd, "atomicAnd"},           {spv::OpAtomicOr, "atomicOr"},
    {spv::OpAtomicExchange, "atomicExchange"}, {spv::OpAtomicIIncrement, "atomicAdd"},
};

const std::map<std::uint32_t, const char*> kBuiltIns = {
    {spv::BuiltInNumWorkgroups, "num_workgroups"},
    {spv::BuiltInWorkgroupId, "workgroup_id"},
    {spv::BuiltInLocalInvocationId, "local_invocation_id"},
    {spv::BuiltInGlobalInvocationId, "global_invocation_id"},
    {spv::BuiltInLocalInvocationIndex, "local_invocation_index"},
};

/// Returns the smallest text that gives a float's bits.
std::string text_of(float value) {
  char text[32];
  const auto end = std::to_chars(std::begin(text), std::end(text), value).ptr;
  return std::string(text, end) + "f";
}

std::string joined(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ",")); }

/// Writes the function twice. The first pass finds the values that are used outside of the braces in which
/// they are defined; the second declares these at the top.
class Translator {
 public:
  explicit Translator(Operands words) {
    if (words.size() < 5 || words[0] != spv::MagicNumber) not_in_wgsl("not a module");
    for (std::size_t at = 5; at < words.size();) {
      const std::uint32_t length = words[at] >> 16;
      if (length == 0 || at + length > words.size()) not_in_wgsl("instruction out of bounds");
      declare({spv::Op(words[at] & 0xffff), words.subspan(at + 1, length - 1)});
      at += length;
    }
    if (functions_ != 1) not_in_wgsl("functions that are not inlined");
  }

  WgslModule result() {
    for (int pass = 0; pass < 2; ++pass) {
      body_.clear();
      where_.assign(1, 0);
      scopes_ = temporaries_ = 0;
      region(first_, 0, {});
    }
    return {code(), overrides_};
  }

 private:
  struct Type {
    spv::Op op{};
    std::vector<Id> operands;
  };
  struct Variable {
    Id pointee;
    spv::StorageClass storage{};
    std::string initial;
  };
  struct Pointer {
    Id base;
    std::vector<Id> indices;
  };
  struct Decorations {
    std::map<std::uint32_t, std::uint32_t> values;
    std::optional<std::uint32_t> of(spv::Decoration what) const {
      const auto found = values.find(what);
      return found == values.end() ? std::nullopt : std::optional(found->second);
    }
  };
  struct Block {
    std::vector<Instruction> phis, instructions;
    Instruction end;
    Id loop_merge = 0, loop_continue = 0, selection_merge = 0;
  };
  /// The constructs that a branch may leave.
  struct Context {
    Id loop_head = 0, loop_merge = 0, loop_continue = 0, switch_merge = 0;
    bool continuing = false;  ///< in the part that goes back to the head
  };

  // Declarations.

  void declare(const Instruction& i) {
    const auto type = [&] { types_[i.at(0)] = {i.op, {i.operands.begin() + 1, i.operands.end()}}; };
    const auto constant = [&](std::string text) {
      type_of_[i.at(1)] = i.at(0);
      constants_[i.at(1)] = std::move(text);
    };
    switch (i.op) {
      case spv::OpDecorate:
        decorations_[i.at(0)].values[i.at(1)] = i.operands.size() > 2 ? i.operands[2] : 1;
        break;
      case spv::OpMemberDecorate:
        member_decorations_[i.at(0)].insert(i.at(2));
        break;
      case spv::OpTypeInt:
        if (i.at(1) != 32) not_in_wgsl(fmt::format("WGSL has no integers of {} bits", i.at(1)));
        type();
        break;
      case spv::OpTypeFloat:
        if (i.at(1) != 32) not_in_wgsl(fmt::format("WGSL has no numbers of {} bits", i.at(1)));
        type();
        break;
      case spv::OpTypeVoid:
      case spv::OpTypeBool:
      case spv::OpTypeVector:
      case spv::OpTypeMatrix:
      case spv::OpTypeArray:
      case spv::OpTypeRuntimeArray:
      case spv::OpTypeStruct:
      case spv::OpTypePointer:
      case spv::OpTypeFunction:
        type();
        break;
      case spv::OpConstantTrue:
      case spv::OpConstantFalse:
        constant(i.op == spv::OpConstantTrue ? "true" : "false");
        break;
      case spv::OpConstant:
        constant(number(i.at(0), i.at(2)));
        literals_[i.at(1)] = i.at(2);
        break;
      case spv::OpConstantNull:
      case spv::OpUndef:
        constant(type_text(i.at(0)) + "()");
        break;
      case spv::OpConstantComposite:
      case spv::OpSpecConstantComposite:
        constant(type_text(i.at(0)) + "(" + values(i.operands.subspan(2)) + ")");
        if (decorations_[i.at(1)].of(spv::DecorationBuiltIn) == spv::BuiltInWorkgroupSize)
          group_size_ = values(i.operands.subspan(2));
        break;
      case spv::OpSpecConstant:
      case spv::OpSpecConstantTrue:
      case spv::OpSpecConstantFalse: {
        const bool boolean = i.op != spv::OpSpecConstant;
        const auto initial = boolean ? std::string(i.op == spv::OpSpecConstantTrue ? "true" : "false")
                                     : number(i.at(0), i.at(2));
        overrides_.push_back(decorations_[i.at(1)].of(spv::DecorationSpecId).value_or(0));
        globals_.push_back(fmt::format("@id({}) override o{}:{}={};", overrides_.back(), i.at(1),
                                       type_text(i.at(0)), initial));
        constant(fmt::format("o{}", i.at(1)));
        break;
      }
      case spv::OpSpecConstantOp: {
        const std::string text = expression({spv::Op(i.at(2)), i.operands}, i.operands.subspan(3));
        if (text.empty()) not_in_wgsl(fmt::format("operation {} of constants", i.at(2)));
        if (types_.at(i.at(0)).op == spv::OpTypeVector) {
          constant(text);  // overrides are scalars
          break;
        }
        globals_.push_back(fmt::format("override o{}:{}={};", i.at(1), type_text(i.at(0)), text));
        constant(fmt::format("o{}", i.at(1)));
        break;
      }
      case spv::OpVariable:
        variables_[i.at(1)] = {types_.at(i.at(0)).operands.at(1), spv::StorageClass(i.at(2)),
                               i.operands.size() > 3 ? constants_.at(i.at(3)) : ""};
        type_of_[i.at(1)] = i.at(0);
        break;
      case spv::OpFunction:
        ++functions_;
        break;
      default:
        if (functions_ > 0) add_to_function(i);
    }
  }

  void add_to_function(const Instruction& i) {
    if (kAtomics.contains(i.op)) {
      const Id root = root_of(i.at(i.op == spv::OpAtomicStore ? 0 : 2));
      atomic_.insert(root);
      mark_atomic(variables_.at(root).pointee);
    }
    switch (i.op) {
      case spv::OpLabel:
        block_ = i.at(0);
        if (first_ == 0) first_ = block_;
        blocks_[block_];
        break;
      case spv::OpLoopMerge:
        blocks_[block_].loop_merge = i.at(0);
        blocks_[block_].loop_continue = i.at(1);
        break;
      case spv::OpSelectionMerge:
        blocks_[block_].selection_merge = i.at(0);
        break;
      case spv::OpBranch:
      case spv::OpBranchConditional:
      case spv::OpSwitch:
      case spv::OpReturn:
      case spv::OpUnreachable:
        blocks_[block_].end = i;
        break;
      case spv::OpPhi:
        blocks_[block_].phis.push_back(i);
        type_of_[i.at(1)] = i.at(0);
        break;
      case spv::OpAccessChain:
      case spv::OpInBoundsAccessChain:
        pointers_[i.at(1)] = {i.at(2), {i.operands.begin() + 3, i.operands.end()}};
        type_of_[i.at(1)] = i.at(0);
        break;
      case spv::OpMemoryBarrier:
        if (literals_.at(i.at(0)) != spv::ScopeWorkgroup)
          not_in_wgsl("WGSL has no order of memory between workgroups");
        break;
      case spv::OpFunctionParameter:
      case spv::OpFunctionCall:
        not_in_wgsl("functions that are not inlined");
      case spv::OpFunctionEnd:
      case spv::OpNoLine:
      case spv::OpLine:
        break;
      default:
        blocks_[block_].instructions.push_back(i);
    }
  }

  /// Makes the integers of a type's structs atomic.
  void mark_atomic(Id type) {
    const Type& t = types_.at(type);
    if (t.op == spv::OpTypeArray || t.op == spv::OpTypeRuntimeArray) mark_atomic(t.operands[0]);
    if (t.op != spv::OpTypeStruct || !atomic_.insert(type).second) return;
    for (const Id member : t.operands) mark_atomic(member);
  }

  Id root_of(Id pointer) const {
    const auto found = pointers_.find(pointer);
    return found == pointers_.end() ? pointer : root_of(found->second.base);
  }

  // Types and values.

  std::string type_text(Id id, bool atomic = false) {
    const Type& t = types_.at(id);
    switch (t.op) {
      case spv::OpTypeBool:
        return "bool";
      case spv::OpTypeFloat:
        return "f32";
      case spv::OpTypeInt:
        return atomic ? fmt::format("atomic<{}>", type_text(id)) : t.operands[1] != 0 ? "i32" : "u32";
      case spv::OpTypeVector:
        return fmt::format("vec{}<{}>", t.operands[1], type_text(t.operands[0]));
      case spv::OpTypeMatrix:
        return fmt::format("mat{}x{}<f32>", t.operands[1], types_.at(t.operands[0]).operands[1]);
      case spv::OpTypeArray:
        return fmt::format("array<{},{}>", type_text(t.operands[0], atomic), constants_.at(t.operands[1]));
      case spv::OpTypeRuntimeArray:
        return fmt::format("array<{}>", type_text(t.operands[0], atomic));
      case spv::OpTypeStruct:
        declare_struct(id);
        return fmt::format("S{}", id);
      default:
        not_in_wgsl(fmt::format("type {}", int(t.op)));
    }
  }

  void declare_struct(Id id) {
    if (!declared_.insert(id).second) return;
    std::vector<std::string> members;
    for (const Id member : types_.at(id).operands)
      members.push_back(fmt::format("m{}:{}", members.size(), type_text(member, atomic_.contains(id))));
    structs_.push_back(fmt::format("struct S{}{{{}}}", id, joined(members)));
  }

  std::uint32_t width(Id type) const {
    return types_.at(type).op == spv::OpTypeVector ? types_.at(type).operands[1] : 1;
  }
  std::string scalar(Id type) {
    return type_text(types_.at(type).op == spv::OpTypeVector ? types_.at(type).operands[0] : type);
  }
  bool is_integer(Id type) { return scalar(type) == "u32" || scalar(type) == "i32"; }

  std::string number(Id type, std::uint32_t bits) {
    const std::string name = type_text(type);
    if (name == "u32") return fmt::format("{}u", bits);
    if (name == "i32") return fmt::format("i32({})", std::int32_t(bits));
    const float value = std::bit_cast<float>(bits);
    if (std::isfinite(value))
      return value < 0 || std::signbit(value) ? "(" + text_of(value) + ")" : text_of(value);
    // A constant expression must be finite.
    helpers_.insert(
        "var<private> no_bits:u32=0u;\nfn from_bits(b:u32)->f32{return bitcast<f32>(b|no_bits);}");
    return fmt::format("from_bits({}u)", bits);
  }

  /// Returns a value's text, and remembers that it is used here.
  std::string value(Id id) {
    if (const auto constant = constants_.find(id); constant != constants_.end()) return constant->second;
    const auto defined = defined_.find(id);
    if (defined == defined_.end() || defined->second.size() > where_.size() ||
        !std::equal(defined->second.begin(), defined->second.end(), where_.begin()))
      hoisted_.insert(id);
    return fmt::format("x{}", id);
  }
  std::string values(Operands ids) {
    std::vector<std::string> all;
    for (const Id id : ids) all.push_back(value(id));
    return joined(all);
  }
  /// Returns an integer with the other sign.
  std::string as(const std::string& text, Id type, const std::string& kind) {
    if (kind.empty() || scalar(type) == kind) return text;
    return width(type) > 1 ? fmt::format("bitcast<vec{}<{}>>({})", width(type), kind, text)
                           : fmt::format("bitcast<{}>({})", kind, text);
  }
  std::string value_as(Id id, const std::string& kind) { return as(value(id), type_of_.at(id), kind); }
  /// Returns an expression of integers of a kind as the type of a result.
  std::string from(const std::string& kind, const std::string& text, Id result) {
    if (kind.empty() || !is_integer(result) || scalar(result) == kind) return text;
    return fmt::format("bitcast<{}>({})", type_text(result), text);
  }
  std::string kind_for(Wanted wanted, Id result, Id first) {
    switch (wanted) {
      case Wanted::like_result:
        return scalar(result);
      case Wanted::like_first:
        return scalar(type_of_.at(first));
      case Wanted::u32:
        return "u32";
      case Wanted::i32:
        return "i32";
      default:
        return "";
    }
  }

  std::string reference(Id id) {
    if (const auto variable = variables_.find(id); variable != variables_.end()) {
      used_.insert(id);
      return fmt::format("g{}", id);
    }
    const Pointer& p = pointers_.at(id);
    std::string text = reference(p.base);
    Id type = types_.at(type_of_.at(p.base)).operands.at(1);
    for (const Id index : p.indices) {
      const Type& t = types_.at(type);
      if (t.op == spv::OpTypeStruct) {
        text += fmt::format(".m{}", literals_.at(index));
        type = t.operands.at(literals_.at(index));
      } else {
        text += "[" + value(index) + "]";
        type = t.operands.at(0);
      }
    }
    return text;
  }
  bool is_atomic(Id pointer) {
    return atomic_.contains(root_of(pointer)) && is_integer(types_.at(type_of_.at(pointer)).operands.at(1));
  }

  /// Returns the text of a part of a composite.
  std::string part(std::string text, Id type, Operands indices) {
    for (const std::uint32_t n : indices) {
      const Type& t = types_.at(type);
      text += t.op == spv::OpTypeStruct   ? fmt::format(".m{}", n)
              : t.op == spv::OpTypeVector ? fmt::format(".{}", "xyzw"[n])
                                          : fmt::format("[{}]", n);
      type = t.op == spv::OpTypeStruct ? t.operands.at(n) : t.operands.at(0);
    }
    return text;
  }

  std::string shuffled(const Instruction& i) {
    const std::uint32_t first = width(type_of_.at(i.at(2)));
    std::vector<std::string> all;
    for (const std::uint32_t n : i.operands.subspan(4))
      all.push_back(fmt::format("{}.{}", value(n < first || n == ~0u ? i.at(2) : i.at(3)),
                                "xyzw"[n == ~0u    ? 0
                                       : n < first ? n
                                                   : n - first]));
    return type_text(i.at(0)) + "(" + joined(all) + ")";
  }

  /// Returns the value of an operation without effects; empty for any other. The result's type is the first
  /// operand of the instruction, `o` are those of the operation.
  std::string expression(const Instruction& i, Operands o) {
    const Id result = i.at(0);
    if (const auto found = kBinaries.find(i.op); found != kBinaries.end()) {
      const Binary& b = found->second;
      const std::string kind = kind_for(b.wanted, result, o[0]);
      const std::string text =
          from(kind, fmt::format("({}{}{})", value_as(o[0], kind), b.sign, value_as(o[1], kind)), result);
      return b.negated ? "(!" + text + ")" : text;
    }
    switch (i.op) {
      case spv::OpShiftRightLogical:
      case spv::OpShiftRightArithmetic:
      case spv::OpShiftLeftLogical: {
        const std::string kind = i.op == spv::OpShiftRightLogical      ? "u32"
                                 : i.op == spv::OpShiftRightArithmetic ? "i32"
                                                                       : scalar(result);
        const char* const sign = i.op == spv::OpShiftLeftLogical ? "<<" : ">>";
        return from(kind, fmt::format("({}{}{})", value_as(o[0], kind), sign, value_as(o[1], "u32")), result);
      }
      case spv::OpFNegate:
        return "(-" + value(o[0]) + ")";
      case spv::OpSNegate:
        return from("i32", "(-" + value_as(o[0], "i32") + ")", result);
      case spv::OpNot:
        return "(~" + value_as(o[0], scalar(result)) + ")";
      case spv::OpLogicalNot:
        return "(!" + value(o[0]) + ")";
      case spv::OpSelect:
        return fmt::format("select({},{},{})", value(o[2]), value(o[1]), value(o[0]));
      case spv::OpConvertFToU:
      case spv::OpConvertFToS:
      case spv::OpConvertSToF:
      case spv::OpConvertUToF:
        return type_text(result) + "(" + converted(i.op, o[0]) + ")";
      case spv::OpBitcast:
        return fmt::format("bitcast<{}>({})", type_text(result), value(o[0]));
      case spv::OpCopyObject:
      case spv::OpCopyLogical:
        return value(o[0]);
      case spv::OpTranspose:
        return "transpose(" + value(o[0]) + ")";
      case spv::OpOuterProduct: {
        std::vector<std::string> columns;
        for (std::uint32_t n = 0; n < types_.at(result).operands[1]; ++n)
          columns.push_back(fmt::format("{}*{}.{}", value(o[0]), value(o[1]), "xyzw"[n]));
        return type_text(result) + "(" + joined(columns) + ")";
      }
      case spv::OpDot:
        return fmt::format("dot({},{})", value(o[0]), value(o[1]));
      case spv::OpAny:
        return "any(" + value(o[0]) + ")";
      case spv::OpAll:
        return "all(" + value(o[0]) + ")";
      case spv::OpIsNan:
      case spv::OpIsInf: {
        // Compilers may take for granted that no number is NaN, but not that no bits are.
        const std::string type = width(result) > 1 ? fmt::format("vec{}<u32>", width(result)) : "u32";
        return fmt::format("((bitcast<{0}>({1})&{0}(0x7fffffffu)){2}{0}(0x7f800000u))", type, value(o[0]),
                           i.op == spv::OpIsNan ? ">" : "==");
      }
      case spv::OpFMod:
        return fmt::format("({0}-{1}*floor({0}/{1}))", value(o[0]), value(o[1]));
      case spv::OpSMod:
        return from("i32", fmt::format("((({0}%{1})+{1})%{1})", value_as(o[0], "i32"), value_as(o[1], "i32")),
                    result);
      case spv::OpBitFieldUExtract:
      case spv::OpBitFieldSExtract: {
        const std::string kind = i.op == spv::OpBitFieldUExtract ? "u32" : "i32";
        return from(kind,
                    fmt::format("extractBits({},{},{})", value_as(o[0], kind), value_as(o[1], "u32"),
                                value_as(o[2], "u32")),
                    result);
      }
      case spv::OpBitCount:
        return as("countOneBits(" + value(o[0]) + ")", type_of_.at(o[0]), scalar(result));
      case spv::OpUMulExtended:
        helpers_.insert(
            "fn high(a:u32,b:u32)->u32{let l=(a&0xffffu)*(b&0xffffu);let m=(a>>16u)*(b&0xffffu)+(l>>16u);\n"
            "let n=(a&0xffffu)*(b>>16u)+(m&0xffffu);return (a>>16u)*(b>>16u)+(m>>16u)+(n>>16u);}");
        return fmt::format("{0}({1}*{2},high({1},{2}))", type_text(result), value(o[0]), value(o[1]));
      case spv::OpIAddCarry:
        return fmt::format("{0}({1}+{2},select(0u,1u,{1}+{2}<{1}))", type_text(result), value(o[0]),
                           value(o[1]));
      case spv::OpCompositeConstruct:
        return type_text(result) + "(" + values(o) + ")";
      case spv::OpCompositeExtract:
        return part(value(o[0]), type_of_.at(o[0]), o.subspan(1));
      case spv::OpVectorExtractDynamic:
        return value(o[0]) + "[" + value(o[1]) + "]";
      case spv::OpVectorShuffle:
        return shuffled(i);
      case spv::OpArrayLength:
        return fmt::format("arrayLength(&{}.m{})", reference(o[0]), o[1]);
      case spv::OpLoad:
        return is_atomic(o[0]) ? "atomicLoad(&" + reference(o[0]) + ")" : reference(o[0]);
      case spv::OpExtInst: {
        const auto found = kFunctions.find(o[1]);
        if (found == kFunctions.end()) not_in_wgsl(fmt::format("function {} of GLSL", o[1]));
        const std::string kind = kind_for(found->second.wanted, result, o[2]);
        std::vector<std::string> all;
        for (const Id id : o.subspan(2)) all.push_back(value_as(id, kind));
        return from(kind, fmt::format("{}({})", found->second.name, joined(all)), result);
      }
      default:
        return "";
    }
  }
  std::string converted(spv::Op op, Id id) {
    return op == spv::OpConvertSToF   ? value_as(id, "i32")
           : op == spv::OpConvertUToF ? value_as(id, "u32")
                                      : value(id);
  }

  // Statements.

  void put(const std::string& line) { body_.push_back(line); }
  void define(Id id, Id type, const std::string& text, const char* word = "let") {
    type_of_[id] = type;
    defined_[id] = where_;
    put(fmt::format("{}x{}={};", hoisted_.contains(id) ? "" : word + std::string(" "), id, text));
  }

  void statement(const Instruction& i) {
    if (const auto atomic = kAtomics.find(i.op); atomic != kAtomics.end() && i.op != spv::OpAtomicLoad) {
      const bool stores = i.op == spv::OpAtomicStore, counts = i.op == spv::OpAtomicIIncrement;
      const std::string call = fmt::format("{}(&{},{})", atomic->second, reference(i.at(stores ? 0 : 2)),
                                           counts ? "1u" : value(i.at(stores ? 3 : 5)));
      if (stores)
        put(call + ";");
      else
        define(i.at(1), i.at(0), call);
      return;
    }
    switch (i.op) {
      case spv::OpVariable:
      case spv::OpNop:
        return;
      case spv::OpAtomicLoad:
        return define(i.at(1), i.at(0), "atomicLoad(&" + reference(i.at(2)) + ")");
      case spv::OpStore:
        return put(is_atomic(i.at(0))
                       ? fmt::format("atomicStore(&{},{});", reference(i.at(0)), value(i.at(1)))
                       : fmt::format("{}={};", reference(i.at(0)), value(i.at(1))));
      case spv::OpCopyMemory:
        return put(fmt::format("{}={};", reference(i.at(0)), reference(i.at(1))));
      case spv::OpControlBarrier:
        put("workgroupBarrier();");
        if ((literals_.at(i.at(2)) & spv::MemorySemanticsUniformMemoryMask) != 0) put("storageBarrier();");
        return;
      case spv::OpCompositeInsert:
        define(i.at(1), i.at(0), value(i.at(3)), "var");
        return put(part(fmt::format("x{}", i.at(1)), i.at(0), i.operands.subspan(4)) + "=" + value(i.at(2)) +
                   ";");
      case spv::OpVectorInsertDynamic:
        define(i.at(1), i.at(0), value(i.at(2)), "var");
        return put(fmt::format("x{}[{}]={};", i.at(1), value(i.at(4)), value(i.at(3))));
      default:
        break;
    }
    const std::string text = expression(i, i.operands.size() > 2 ? i.operands.subspan(2) : Operands());
    if (text.empty()) not_in_wgsl(fmt::format("instruction {}", int(i.op)));
    define(i.at(1), i.at(0), text);
  }

  /// Hands the phis of a block their values on one edge, all at once.
  void copies(Id from, Id to) {
    const auto& phis = blocks_.at(to).phis;
    std::vector<std::string> late;
    for (const Instruction& phi : phis) {
      Id given = 0;
      for (std::size_t n = 2; n + 1 < phi.operands.size(); n += 2)
        if (phi.operands[n + 1] == from) given = phi.operands[n];
      if (given == 0) not_in_wgsl("a phi lacks an edge");
      if (phis.size() == 1) return put(fmt::format("p{}={};", phi.at(1), value(given)));
      put(fmt::format("let t{}_{}={};", ++temporaries_, phi.at(1), value(given)));
      late.push_back(fmt::format("p{}=t{}_{};", phi.at(1), temporaries_, phi.at(1)));
    }
    for (const std::string& line : late) put(line);
  }

  template <class Write>
  void inside(Write write) {
    where_.push_back(++scopes_);
    write();
    where_.pop_back();
  }

  /// Writes an edge; true if it leaves the region.
  bool leaves(Id from, Id to, Id stop, const Context& context) {
    copies(from, to);
    if (to == stop) return true;
    if (context.switch_merge != 0 && to == context.switch_merge) return put("break;"), true;
    if (context.loop_head == 0) return false;
    if (to == context.loop_merge) {
      if (context.switch_merge != 0) not_in_wgsl("a loop is left from within a switch");
      return put("break;"), true;
    }
    if (to == context.loop_continue) return put("continue;"), true;
    return to == context.loop_head;
  }

  bool is_dead(Id label) const {
    const Block& b = blocks_.at(label);
    return b.end.op == spv::OpUnreachable && b.instructions.empty();
  }

  void loop(Id head, const Block& b) {
    put("loop{");
    inside([&] {
      const Context in{.loop_head = head, .loop_merge = b.loop_merge, .loop_continue = b.loop_continue};
      if (b.loop_continue == head) not_in_wgsl("a loop of one block");
      inside([&] { region(head, b.loop_continue, in, true); });
      put("continuing{");
      Context back = in;
      back.loop_continue = 0;
      back.continuing = true;
      inside([&] { region(b.loop_continue, head, back); });
      put("}");
    });
    put("}");
  }

  /// Writes the blocks from `label` to `stop`, which it does not write. `entered`: the loop that begins at
  /// `label` is written already.
  void region(Id label, Id stop, const Context& context, bool entered = false) {
    while (label != stop) {
      const Block& b = blocks_.at(label);
      if (b.loop_merge != 0 && !entered) {
        loop(label, b);
        label = b.loop_merge;
        if (is_dead(label)) return;
        continue;
      }
      entered = false;
      for (const Instruction& phi : b.phis) define(phi.at(1), phi.at(0), fmt::format("p{}", phi.at(1)));
      for (const Instruction& i : b.instructions) statement(i);
      switch (b.end.op) {
        case spv::OpReturn:
          return put("return;");
        case spv::OpUnreachable:
          return;
        case spv::OpBranch:
          if (leaves(label, b.end.at(0), stop, context)) return;
          label = b.end.at(0);
          break;
        case spv::OpSwitch:
          choose(label, b, context);
          label = b.selection_merge;
          if (is_dead(label)) return;
          break;
        case spv::OpBranchConditional:
          label = condition(label, b, stop, context);
          if (label == 0 || is_dead(label)) return;
          break;
        default:
          not_in_wgsl(fmt::format("terminator {}", int(b.end.op)));
      }
    }
  }

  void choose(Id label, const Block& b, Context context) {
    const Id merge = b.selection_merge, on = b.end.at(0);
    const bool is_signed = scalar(type_of_.at(on)) == "i32";
    std::map<Id, std::vector<std::string>> labels{{b.end.at(1), {"default"}}};
    for (std::size_t n = 2; n + 1 < b.end.operands.size(); n += 2)
      labels[b.end.operands[n + 1]].push_back(is_signed ? fmt::format("{}i", std::int32_t(b.end.operands[n]))
                                                        : fmt::format("{}u", b.end.operands[n]));
    context.switch_merge = merge;
    context.continuing = false;
    put(fmt::format("switch({}){{", value(on)));
    for (const auto& [to, cases] : labels) {
      put(fmt::format("case {}:{{", joined(cases)));
      inside([&, to = to] {
        copies(label, to);
        if (to != merge) region(to, merge, context);
      });
      put("}");
    }
    put("}");
  }

  /// Writes both ways of a branch; returns where it goes on, or 0.
  Id condition(Id label, const Block& b, Id stop, const Context& context) {
    const std::string test = value(b.end.at(0));
    const Id yes = b.end.at(1), no = b.end.at(2), merge = b.selection_merge;
    if (context.continuing && (yes == context.loop_head || no == context.loop_head)) {
      for (const Id to : {yes, no}) copies(label, to);
      put(fmt::format("break if {};", yes == context.loop_head ? "!" + test : test));
      return 0;
    }
    const auto way = [&](Id to) {
      inside([&] {
        if (!leaves(label, to, merge != 0 ? merge : stop, context) && merge != 0) region(to, merge, context);
      });
    };
    if (merge != 0) {
      put("if(" + test + "){");
      way(yes);
      if (no != merge || !blocks_.at(merge).phis.empty()) {
        put("}else{");
        way(no);
      }
      put("}");
      return merge;
    }
    // Without a merge one way leaves the loop or the switch.
    const auto is_exit = [&](Id to) {
      return to == stop || to == context.loop_merge || to == context.loop_continue ||
             to == context.switch_merge;
    };
    if (!is_exit(yes) && !is_exit(no)) not_in_wgsl("a branch without a merge");
    const Id out = is_exit(yes) ? yes : no, on = out == yes ? no : yes;
    put(fmt::format("if({}{}){{", out == yes ? "" : "!", test));
    way(out);
    if (is_exit(on)) {
      put("}else{");
      way(on);
      put("}");
      return 0;
    }
    put("}");
    copies(label, on);
    return on;
  }

  // The module.

  std::string declaration(Id id, const Variable& v) {
    const std::string type = type_text(v.pointee, atomic_.contains(id));
    const Decorations& d = decorations_[id];
    switch (v.storage) {
      case spv::StorageClassWorkgroup:
        return fmt::format("var<workgroup> g{}:{};", id, type);
      case spv::StorageClassPrivate:
        return fmt::format("var<private> g{}:{}{};", id, type, v.initial.empty() ? "" : "=" + v.initial);
      case spv::StorageClassPushConstant:
        return fmt::format("@group(0) @binding({}) var<uniform> g{}:{};", kWgslArguments, id, type);
      case spv::StorageClassStorageBuffer: {
        const bool reads = d.of(spv::DecorationNonWritable) ||
                           member_decorations_[v.pointee].contains(spv::DecorationNonWritable);
        return fmt::format("@group(0) @binding({}) var<storage,{}> g{}:{};",
                           d.of(spv::DecorationBinding).value_or(0), reads ? "read" : "read_write", id, type);
      }
      default:
        not_in_wgsl(fmt::format("storage class {}", int(v.storage)));
    }
  }

  std::string code() {
    std::vector<std::string> inputs, locals, lines;
    for (const Id id : used_) {
      const Variable& v = variables_.at(id);
      if (v.storage == spv::StorageClassInput) {
        const auto built_in = kBuiltIns.find(decorations_[id].of(spv::DecorationBuiltIn).value_or(0));
        if (built_in == kBuiltIns.end()) not_in_wgsl("an input that WGSL lacks");
        inputs.push_back(fmt::format("@builtin({}) g{}:{}", built_in->second, id, type_text(v.pointee)));
      } else if (v.storage == spv::StorageClassFunction) {
        locals.push_back(
            fmt::format("var g{}:{}{};", id, type_text(v.pointee), v.initial.empty() ? "" : "=" + v.initial));
      } else {
        globals_.push_back(declaration(id, v));
      }
    }
    for (const auto& [label, block] : blocks_)
      for (const Instruction& phi : block.phis)
        locals.push_back(fmt::format("var p{}:{};", phi.at(1), type_text(phi.at(0))));
    for (const Id id : hoisted_)
      if (defined_.contains(id)) locals.push_back(fmt::format("var x{}:{};", id, type_text(type_of_.at(id))));
    if (group_size_.empty()) not_in_wgsl("a workgroup without a size");
    for (const auto* part : {&structs_, &globals_}) lines.insert(lines.end(), part->begin(), part->end());
    lines.insert(lines.end(), helpers_.begin(), helpers_.end());
    lines.push_back(fmt::format("@compute @workgroup_size({}) fn main({}){{", group_size_, joined(inputs)));
    for (const auto* part : {&locals, &body_}) lines.insert(lines.end(), part->begin(), part->end());
    return fmt::format("{}\n}}\n", fmt::join(lines, "\n"));
  }

  std::map<Id, Type> types_;
  std::map<Id, Id> type_of_;
  std::map<Id, std::string> constants_;
  std::map<Id, std::uint32_t> literals_;
  std::map<Id, Variable> variables_;
  std::map<Id, Pointer> pointers_;
  std::map<Id, Decorations> decorations_;
  std::map<Id, std::set<std::uint32_t>> member_decorations_;
  std::map<Id, Block> blocks_;
  std::set<Id> atomic_;  ///< variables and structs whose integers are atomic
  std::vector<std::uint32_t> overrides_;
  std::string group_size_;
  int functions_ = 0;
  Id block_ = 0, first_ = 0;

  std::set<Id> declared_, used_, hoisted_;
  std::vector<std::string> structs_, globals_, body_;
  std::set<std::string> helpers_;
  std::map<Id, std::vector<int>> defined_;  ///< the braces in which values are declared
  std::vector<int> where_;                  ///< the braces that are open
  int scopes_ = 0, temporaries_ = 0;
};

}  // namespace

WgslModule for_webgpu(std::span<const std::uint32_t> words) { return Translator(words).result(); }

}  // namespace glueball::spirv
