// Declarations of shaders in C++: name, launch shape, arguments, and the fields that are read and written.
//
//   using Plaquette = Kernel<"gauge/plaquette", Shape::sums, args::SiteArgs,
//                            In<ParityLinks>, In<ParityLinks>, Out<Partials>>;
//   Plaquette::run(lattice, {.parity = 0}, u[Parity::even], u[Parity::odd], partials);
//
// A call with a wrong field does not compile. The stream derives its barriers from In, Out and InOut. A test
// compares every declaration with the SPIR-V of its shader.
//
// Fields know their format. The kernel selects the shader variant for it, and refuses fields that do not
// match. If the arguments have a number of reals a site and the call leaves it 0, it is the first field's.
//
// Comments of kernels give the formula, then the fields in the order of the call. Names end with _this for
// the parity whose sites are updated, and with _other for the other parity.
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

/// A field that a kernel reads.
template <class F>
struct In {
  using Reference = const F&;
  static constexpr gpu::Access access = gpu::Access::in;
};

/// A field that a kernel writes.
template <class F>
struct Out {
  using Reference = F&;
  static constexpr gpu::Access access = gpu::Access::out;
};

/// A field that a kernel reads and writes.
template <class F>
struct InOut {
  using Reference = F&;
  static constexpr gpu::Access access = gpu::Access::inout;
};

/// A field that is read in any format.
template <class F>
struct InAny : In<F> {
  static constexpr bool any_format = true;
};

/// Long links (shaders/lib/long_link.glsl), which may have another number of reals than the call's other
/// links.
template <class Access>
struct Far : Access {
  static constexpr bool long_links = true;
};

/// The common format of a call's fields.
class CommonFormat {
 public:
  CommonFormat(std::string_view kernel, const DeviceLattice& lattice)
      : kernel_(kernel), lattice_(lattice), format_(lattice.format()) {}
  enum Kind { vectors, links, long_links };
  /// Throws Error(bad_value) if a field's format does not match those before, or its lattice has another
  /// size.
  void add(const Field& field, Kind kind);
  const FieldFormat& format() const { return format_; }
  /// Returns the reals of long links, or 0 if there are none.
  int long_reconstruct() const { return long_reals_; }
  /// Returns the reals a site of the first field.
  std::uint32_t reals() const { return reals_; }

 private:
  std::string_view kernel_;
  const DeviceLattice& lattice_;
  FieldFormat format_;
  std::uint32_t reals_ = 0;
  int near_reals_ = 0, long_reals_ = 0;
};

/// Returns the offset in bytes of a shape's group counts within the scalars of a running solver
/// (args::CgControl and similar), or of those of a part of the hops. Shapes that no solver launches have 0.
constexpr std::size_t running_groups(Shape shape, Part::Kind part = Part::all) {
  if (shape == Shape::rhs_pairs) shape = Shape::hops;  // an iteration launches only one kind of hop
  if (part != Part::all) return shape == Shape::hops ? part == Part::interior ? 88 : 100 : 0;
  constexpr Shape kinds[] = {Shape::sites, Shape::hops, Shape::texels, Shape::vector_blocks, Shape::scalar};
  for (std::size_t k = 0; k < std::size(kinds); ++k)
    if (kinds[k] == shape) return 28 + 12 * k;
  return 0;
}

/// Where and how a kernel runs.
struct Launch {
  const DeviceLattice& lattice;
  std::uint32_t flags = 0;  ///< specialization flags, see the kernel
  /// Group counts are read from a solver's scalars (`running_groups`) instead of the lattice. They are zero
  /// once the solver has stopped.
  gpu::Memory* running = nullptr;
  std::uint32_t count = 1;   ///< constant 15: the number of right-hand sides, or as the kernel defines it
  Part part = {};            ///< part of the sites, if the lattice has parts for this shape
  std::uint32_t groups = 0;  ///< workgroups, if the shape does not determine them
  /// A field whose memory here is disjoint from what launches since the last barrier have used
  /// (gpu::Binding::apart).
  const BoundMemory* apart = nullptr;

  Launch(const DeviceLattice& l, std::uint32_t f = 0, gpu::Memory* r = nullptr, std::uint32_t n = 1)
      : lattice(l), flags(f), running(r), count(n) {}
};

/// A record of a declaration, which a test compares with the SPIR-V.
struct KernelRecord {
  std::string_view name;
  std::size_t argument_bytes;         ///< in single and half precision
  std::size_t argument_bytes_double;  ///< in double precision
  std::vector<gpu::Access> access;
};

/// The bindings of a kernel of the variant axis `split` (lib/link.glsl): piece n of the field in slot s is in
/// slot s + 8 n.
class SplitBindings {
 public:
  static constexpr std::uint32_t kStride = 8;

  /// Throws Error(device) for a kernel without that axis.
  explicit SplitBindings(const gpu::Pipeline& pipeline) {
    if (pipeline.info.bindings.empty() || pipeline.info.bindings.back().slot < kStride)
      throw Error(ErrorKind::device,
                  "kernel " + pipeline.kernel + " binds links in one range, for which these are too large",
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

/// The declaration of a kernel. Parameters are In, Out or InOut of its fields, in the order of the bindings.
template <Name kName, Shape kShape, class Arguments, class... Parameters>
struct Kernel {
  static_assert(sizeof(Arguments) <= 128, "push constants of more than 128 bytes are not guaranteed");
  // OpenGL guarantees 8. NaikDslashSum has one more, for devices that support it; other devices use other
  // kernels.
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
                                                      launch.count, format, common.long_reconstruct());
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

  /// Returns the common format of the fields. Throws as CommonFormat::add does.
  static CommonFormat format_of(const DeviceLattice& lattice, typename Parameters::Reference... fields) {
    CommonFormat common(name, lattice);
    const auto add = [&]<class P, class F>(std::type_identity<P>, const F& field) {
      if constexpr (std::is_base_of_v<Field, F> && !requires { P::any_format; })
        common.add(
            field, !std::is_base_of_v<ParityLinks, F> ? CommonFormat::vectors
                   : requires { P::long_links; }      ? CommonFormat::long_links
                                                      : CommonFormat::links);
    };
    (add(std::type_identity<Parameters>(), fields), ...);
    return common;
  }

  /// Calls `dispatch` with the bindings of these fields.
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
