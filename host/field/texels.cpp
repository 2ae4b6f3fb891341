#include "field/texels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "base/error.hpp"
#include "base/float16.hpp"

namespace glueball {
namespace {

using Packed = std::array<std::uint16_t, 4>;

/// Numbers in half precision on the host, as in shaders/lib/field.glsl.
class HalfNumbers {
 public:
  explicit HalfNumbers(gpu::HalfFormat format) : floating_(format == gpu::HalfFormat::floating) {}

  /// Returns the scale of fields without scales of their own.
  float link_scale() const { return floating_ ? 1.0f : 1.0f / kLargest; }
  /// Returns the scale of a site whose largest number is `most`; 0 if that is indistinguishable from 0.
  float half_scale(float most) const {
    if (!floating_) return most / kLargest;
    return most >= std::numeric_limits<float>::min() ? std::exp2(float(std::ilogb(most))) : 0.0f;
  }
  /// Returns a number as stored, given in multiples of the scale.
  std::uint16_t stored(float x) const {
    if (floating_) return to_float16(x);
    return std::uint16_t(std::int16_t(std::lrint(std::clamp(x, -kLargest, kLargest))));
  }
  float number(std::uint16_t stored) const {
    return floating_ ? from_float16(stored) : float(std::int16_t(stored));
  }

 private:
  static constexpr float kLargest = 32767.0f;
  bool floating_;
};

void check_size(std::size_t texels, const Field& field) {
  if (texels != field.texels())
    throw Error(ErrorKind::bad_value, "a stack of texels that is not the size of its field");
}

/// Returns the offset of a site's scale in the bytes of a field that has scales: after the planes, or after
/// the first two numbers of its last texel.
std::size_t scale_at(const Field& field, std::size_t site) {
  const std::size_t half = field.lattice().plane_sites(), planes = field.planes();
  return field.half_scale() == HalfScale::beside
             ? planes * half * sizeof(Packed) + site * sizeof(float)
             : ((planes - 1) * half + site) * sizeof(Packed) + 2 * sizeof(std::uint16_t);
}

/// Returns a field in the form that shaders/lib/field.glsl reads in half precision.
std::vector<std::byte> packed(const Texels<float>& texels, const Field& field) {
  const std::size_t half = field.lattice().plane_sites(), planes = field.planes();
  const HalfNumbers numbers(field.format().half_format);
  std::vector<std::byte> bytes(field.memory().bytes());
  const bool scaled = field.half_scale() != HalfScale::none;
#pragma omp parallel for
  for (std::size_t site = 0; site < half; ++site) {
    float half_scale = numbers.link_scale();
    if (scaled) {
      float most = 0;
      for (std::size_t plane = 0; plane < planes; ++plane)
        for (const float x : texels[plane * half + site]) most = std::max(most, std::abs(x));
      half_scale = numbers.half_scale(most);
    }
    const float inverse = half_scale > 0 ? 1.0f / half_scale : 0.0f;
    for (std::size_t plane = 0; plane < planes; ++plane) {
      Packed stored;
      for (std::size_t k = 0; k < 4; ++k) {
        const float x = texels[plane * half + site][k];
        stored[k] = numbers.stored((scaled ? x : std::clamp(x, -1.0f, 1.0f)) * inverse);
      }
      std::memcpy(&bytes[(plane * half + site) * sizeof stored], &stored, sizeof stored);
    }
    if (scaled) std::memcpy(&bytes[scale_at(field, site)], &half_scale, sizeof half_scale);
  }
  return bytes;
}

Texels<float> unpacked(const std::vector<std::byte>& bytes, const Field& field) {
  const std::size_t half = field.lattice().plane_sites(), planes = field.planes();
  const HalfNumbers numbers(field.format().half_format);
  Texels<float> texels(half * planes);
#pragma omp parallel for
  for (std::size_t site = 0; site < half; ++site) {
    float half_scale = numbers.link_scale();
    if (field.half_scale() != HalfScale::none)
      std::memcpy(&half_scale, &bytes[scale_at(field, site)], sizeof half_scale);
    for (std::size_t plane = 0; plane < planes; ++plane) {
      Packed stored;
      std::memcpy(&stored, &bytes[(plane * half + site) * sizeof stored], sizeof stored);
      const bool with_scale = field.half_scale() == HalfScale::within && plane == planes - 1;
      for (std::size_t k = 0; k < (with_scale ? 2 : 4); ++k)
        texels[plane * half + site][k] = half_scale * numbers.number(stored[k]);
    }
  }
  return texels;
}

enum class Order { planes, memory };

/// Returns true if a field's planes are interleaved in memory.
bool in_blocks(const Field& field) {
  return field.interleaved().planes > 1 && field.lattice().site_block(field.format()) > 1;
}

/// Converts between the order of planes and that of the device's memory (interleaved_texel in
/// shaders/lib/lattice.glsl). `Texel` has the size of a texel.
template <class Texel>
void arrange(Texel* texels, const Field& field, Order to) {
  const std::size_t plane = field.lattice().plane_sites(), interleaved = field.interleaved().planes,
                    block = field.lattice().site_block(field.format()),
                    stretch = plane * field.interleaved().reals / 4, piece = field.texels() / field.pieces();
  std::vector<Texel> whole(interleaved * plane);
  for (std::size_t n = 0; n < field.pieces(); ++n)
    for (std::size_t from = 0; from + stretch <= piece; from += stretch) {
      Texel* const here = texels + n * piece + from;
      std::copy_n(here, whole.size(), whole.begin());
#pragma omp parallel for
      for (std::size_t site = 0; site < plane; site += block)
        for (std::size_t k = 0; k < interleaved; ++k) {
          const std::size_t in_planes = k * plane + site, in_memory = site * interleaved + k * block;
          const bool out = to == Order::memory;
          std::copy_n(&whole[out ? in_planes : in_memory], block, here + (out ? in_memory : in_planes));
        }
    }
}

template <class Real>
void send_pieces(const Texels<Real>& texels, const Field& to) {
  const std::size_t piece = texels.size() / to.pieces();
  for (std::uint32_t n = 0; n < to.pieces(); ++n)
    to.lattice().stream().upload(*to.piece(n), std::as_bytes(std::span(texels).subspan(n * piece, piece)));
}

}  // namespace

template <class Real>
void send(const Texels<Real>& texels, const Field& to) {
  check_size(texels.size(), to);
  if constexpr (std::is_same_v<Real, float>)
    if (to.format().in_half()) {
      auto bytes = packed(texels, to);
      if (in_blocks(to)) arrange(reinterpret_cast<Packed*>(bytes.data()), to, Order::memory);
      to.lattice().stream().upload(to.memory(), bytes);
      return;
    }
  if (in_blocks(to)) {
    Texels<Real> arranged = texels;
    arrange(arranged.data(), to, Order::memory);
    send_pieces(arranged, to);
  } else {
    send_pieces(texels, to);
  }
}

template <class Real>
Texels<Real> fetch(const Field& from) {
  gpu::Stream& stream = from.lattice().stream();
  if constexpr (std::is_same_v<Real, float>)
    if (from.format().in_half()) {
      std::vector<std::byte> bytes(from.memory().bytes());
      stream.download(from.memory(), bytes);
      if (in_blocks(from)) arrange(reinterpret_cast<Packed*>(bytes.data()), from, Order::planes);
      return unpacked(bytes, from);
    }
  Texels<Real> texels(from.texels());
  const std::size_t piece = texels.size() / from.pieces();
  for (std::uint32_t n = 0; n < from.pieces(); ++n)
    stream.download(*from.piece(n), std::as_writable_bytes(std::span(texels).subspan(n * piece, piece)));
  if (in_blocks(from)) arrange(texels.data(), from, Order::planes);
  return texels;
}

template void send(const Texels<float>&, const Field&);
template void send(const Texels<double>&, const Field&);
template Texels<float> fetch(const Field&);
template Texels<double> fetch(const Field&);

}  // namespace glueball
