// How a shader is declared to C++: its name, its launch shape, its arguments, and what it reads and writes.
//
//   using Plaquette = Kernel<"gauge/plaquette", Shape::sums, args::SiteArgs, In<ParityLinks>,
//   In<ParityLinks>, Out<Partials>>; Plaquette::run(lattice, {.parity = 0}, u[Parity::even], u[Parity::odd],
//   partials);
//
// A call with a wrong field does not compile; In, Out and InOut are what the stream derives its barriers
// from. A test compares every declaration with the SPIR-V of its shader.
//
// Fields know their format: the kernel takes the variant that they ask for, and refuses fields that do not go
// together. Where its arguments have the number of reals a site and the call leaves that 0, it is the first
// field's.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "field/field.hpp"
#include "kernels/arguments.hpp"

namespace glueball {

/// A string literal as a template argument.
template <std::size_t N>
struct Name {
  char text[N];
  constexpr Name(const char (&literal)[N]) { std::copy_n(literal, N, text); }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

template <class F>
struct In {
  using Reference = const F&;
  static constexpr gpu::Access access = gpu::Access::in;
};
template <class F>
struct Out {
  using Reference = F&;
  static constexpr gpu::Access access = gpu::Access::out;
};
template <class F>
struct InOut {
  using Reference = F&;
  static constexpr gpu::Access access = gpu::Access::inout;
};

/// A field that is read in whatever format it is.
template <class F>
struct InAny : In<F> {
  static constexpr bool any_format = true;
};

/// Links that are far ones for the kernel (shaders/lib/far_link.glsl): these may have other reals than the
/// others of the call.
template <class Access>
struct Far : Access {
  static constexpr bool far = true;
};

/// What the fields of a call agree on.
class CommonFormat {
 public:
  CommonFormat(std::string_view kernel, const DeviceLattice& lattice)
      : kernel_(kernel), lattice_(lattice), format_(lattice.format()) {}
  enum Kind { vectors, links, far_links };
  /// Throws Error(bad_value) where a field does not go with those before, or is on a lattice of another size.
  void add(const Field& field, Kind kind);
  const FieldFormat& format() const { return format_; }
  /// Reals of far links; 0: there are none.
  int far_reconstruct() const { return far_reals_; }
  /// Of the first field.
  std::uint32_t reals() const { return reals_; }

 private:
  std::string_view kernel_;
  const DeviceLattice& lattice_;
  FieldFormat format_;
  std::uint32_t reals_ = 0;
  int near_reals_ = 0, far_reals_ = 0;
};

/// Where the scalars of a running solver (args::CgControl and its like) hold the group counts of a shape, or
/// of a part of hops, in bytes; 0 for shapes that no solver launches.
constexpr std::size_t running_groups(Shape shape, Part::Kind part = Part::all) {
  if (shape == Shape::pairs) shape = Shape::hops;  // an iteration launches one kind of hop
  if (part != Part::all) return shape == Shape::hops ? part == Part::interior ? 88 : 100 : 0;
  constexpr Shape kinds[] = {Shape::sites, Shape::hops, Shape::texels, Shape::vector_blocks, Shape::scalar};
  for (std::size_t k = 0; k < std::size(kinds); ++k)
    if (kinds[k] == shape) return 28 + 12 * k;
  return 0;
}

/// Where and how a kernel runs.
struct Launch {
  const DeviceLattice& lattice;
  std::uint32_t flags = 0;  ///< specialisation flags, see the kernel
  /// Group counts from a solver's scalars (`running_groups`) rather than from the lattice: zero once it has
  /// stopped.
  gpu::Memory* running = nullptr;
  std::uint32_t count = 1;   ///< constant 15: right-hand sides, or what else a kernel takes it for
  Part part = {};            ///< of the sites, where the lattice has parts for this shape
  std::uint32_t groups = 0;  ///< workgroups, where these are not for the shape to say
  /// A field of which it uses nothing that launches since the last barrier have used (gpu::Binding::apart).
  const BoundMemory* apart = nullptr;

  Launch(const DeviceLattice& l, std::uint32_t f = 0, gpu::Memory* r = nullptr, std::uint32_t n = 1)
      : lattice(l), flags(f), running(r), count(n) {}
};

/// One entry per declaration, for the test that holds it against the SPIR-V.
struct KernelRecord {
  std::string_view name;
  std::size_t argument_bytes;         ///< of the arguments as single and half precision take them
  std::size_t argument_bytes_double;  ///< and as double precision does
  std::vector<gpu::Access> access;
};

/// What a kernel of the axis `split` binds (lib/link.glsl): piece n of the field in slot s is in slot s + 8
/// n.
class SplitBindings {
 public:
  static constexpr std::uint32_t kStride = 8;

  /// Throws Error(device) for a kernel without that axis.
  explicit SplitBindings(const gpu::Pipeline& pipeline) {
    if (pipeline.info.bindings.empty() || pipeline.info.bindings.back().slot < kStride)
      throw Error(ErrorKind::device,
                  "kernel " + pipeline.kernel + " binds links in one range, which these are too large for",
                  "use a smaller lattice, a shorter <precision> or fewer reals a link");
  }
  void add(std::uint32_t slot, const BoundMemory& field, gpu::Access access) {
    for (std::uint32_t n = 0; n < field.pieces(); ++n)
      bindings_[slot + kStride * n] = {field.piece(n).get(), access};
  }
  std::span<const gpu::Binding> all() const { return bindings_; }

 private:
  std::array<gpu::Binding, kStride * kDirections> bindings_{};
};

template <Name kName, Shape kShape, class Arguments, class... Parameters>
struct Kernel {
  static_assert(sizeof(Arguments) <= 128, "push constants of more than 128 bytes are not guaranteed");
  // OpenGL guarantees 8. A kernel with one more is for devices that have it (NaikDslashSum), and there is
  // another way without it.
  static_assert(sizeof...(Parameters) <= 9, "more storage blocks a shader than devices have");

  static constexpr auto stored_name = kName;
  static constexpr std::string_view name = stored_name.view();
  static constexpr Shape shape = kShape;
  using Args = Arguments;
  using SingleArgs = args::InSingle<Arguments>;

  static void run(const Launch& launch, const Arguments& given, typename Parameters::Reference... fields) {
    const CommonFormat common = format_of(launch.lattice, fields...);
    const FieldFormat& format = common.format();
    gpu::Pipeline& pipeline = launch.lattice.pipeline(name, shape, launch.flags | launch.part.flags(),
                                                      launch.count, format, common.far_reconstruct());
    Arguments arguments = given;
    if constexpr (requires { arguments.reals; })
      if (arguments.reals == 0) arguments.reals = common.reals();
    const SingleArgs single = args::in_single(arguments);
    const auto bytes = format.precision == gpu::Precision::double_ ? bytes_of(arguments) : bytes_of(single);
    bound(
        pipeline, launch.apart,
        [&](std::span<const gpu::Binding> bindings) {
          gpu::Stream& stream = launch.lattice.stream();
          if (const std::size_t at = running_groups(shape, launch.part.kind); launch.running && at != 0)
            stream.dispatch(pipeline, bindings, bytes, gpu::IndirectGroups{launch.running, at});
          else
            stream.dispatch(pipeline, bindings, bytes,
                            launch.groups != 0
                                ? launch.groups
                                : launch.lattice.grid(shape, launch.count, format, launch.part).count());
        },
        fields...);
  }

  /// What the fields of a call agree on. Throws as CommonFormat::add does.
  static CommonFormat format_of(const DeviceLattice& lattice, typename Parameters::Reference... fields) {
    CommonFormat common(name, lattice);
    const auto add = [&]<class P, class F>(std::type_identity<P>, const F& field) {
      if constexpr (std::is_base_of_v<Field, F> && !requires { P::any_format; })
        common.add(
            field, !std::is_base_of_v<ParityLinks, F> ? CommonFormat::vectors
                   : requires { P::far; }             ? CommonFormat::far_links
                                                      : CommonFormat::links);
    };
    (add(std::type_identity<Parameters>(), fields), ...);
    return common;
  }

  /// Hands `dispatch` what the pipeline is to bind of these fields.
  template <class Dispatch>
  static void bound(const gpu::Pipeline& pipeline, const BoundMemory* apart, Dispatch dispatch,
                    typename Parameters::Reference... fields) {
    if (((static_cast<const BoundMemory&>(fields).pieces() == 1) && ...)) {
      const gpu::Memory* const alone = apart != nullptr ? &apart->memory() : nullptr;
      const std::array<gpu::Binding, sizeof...(Parameters)> bindings{
          gpu::Binding{&static_cast<const BoundMemory&>(fields).memory(), Parameters::access,
                       &static_cast<const BoundMemory&>(fields).memory() == alone}...};
      dispatch(bindings);
    } else {
      SplitBindings bindings(pipeline);
      std::uint32_t slot = 0;
      (bindings.add(slot++, fields, Parameters::access), ...);
      dispatch(bindings.all());
    }
  }

  static KernelRecord record() {
    return {name, bytes_of(SingleArgs()).size(), bytes_of(Arguments()).size(), {Parameters::access...}};
  }

 private:
  template <class T>
  static std::span<const std::byte> bytes_of(const T& arguments) {
    return std::as_bytes(std::span(&arguments, std::is_empty_v<T> ? 0 : 1));
  }
};

}  // namespace glueball
