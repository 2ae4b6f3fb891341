#include "kernels/kernel.hpp"

#include <string>

namespace glueball {
namespace {

std::string described(const FieldFormat& f) {
  std::string words(gpu::to_string(f.precision));
  if (f.in_half()) words += f.half_format == gpu::HalfFormat::fixed ? " (fixed point)" : " (floats)";
  return words + " in " + std::string(gpu::to_string(f.storage)) + " storage";
}

}  // namespace

void CommonFormat::add(const Field& field, Kind kind) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::bad_value, "kernel " + std::string(kernel_) + ": " + why);
  };
  if (&field.lattice() != &lattice_ && !(field.lattice().geometry() == lattice_.geometry()))
    refuse("a field of " + field.lattice().geometry().to_string() + " on a lattice of " +
           lattice_.geometry().to_string());
  const FieldFormat& f = field.format();
  if (reals_ == 0) {
    reals_ = field.reals();
    const int reconstruct = format_.reconstruct;  // the lattice's, until a field of links is added
    format_ = f;
    format_.reconstruct = reconstruct;
  } else if (!format_.goes_with(f)) {
    refuse("a field of " + described(f) + " beside one of " + described(format_));
  }
  if (kind == vectors) return;
  if (kind == links && f.reconstruct == FieldFormat::kFarReals)
    refuse("links of 14 reals can be used for hops over three links only");
  int& agreed = kind == links ? near_reals_ : long_reals_;
  if (agreed != 0 && f.reconstruct != agreed)
    refuse("links of " + std::to_string(f.reconstruct) + " reals beside links of " + std::to_string(agreed));
  agreed = f.reconstruct;
  if (kind == links) format_.reconstruct = f.reconstruct;
}

}  // namespace glueball
