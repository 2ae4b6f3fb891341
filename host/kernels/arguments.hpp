// Argument structs of kernels: shaders/args as C++ sees them.
//
// A shader's `real` is double on the host. ARGUMENT_STRUCT(T) is a template there, and calls are written with
// T<double>. A kernel in single or half precision gets a T<float> converted from it.
#pragma once

#include <cstdint>
#include <type_traits>

namespace glueball::args {

using uint = std::uint32_t;

#define OF_FIRST_FIELD = 0
#define ARGUMENT_STRUCT(T) \
  template <class real>    \
  struct T
#include "args/aggregate_hops.h"
#include "args/bicgstab.h"
#include "args/cg.h"
#include "args/clover.h"
#include "args/clover_term.h"
#include "args/convert.h"
#include "args/direction.h"
#include "args/fat_links.h"
#include "args/flow.h"
#include "args/gauge_force.h"
#include "args/gaussian_ranlux.h"
#include "args/gcr_scalars.h"
#include "args/grid.h"
#include "args/halo.h"
#include "args/heatbath.h"
#include "args/heatbath_ranlux.h"
#include "args/hop_force.h"
#include "args/line.h"
#include "args/linear.h"
#include "args/march.h"
#include "args/multigrid.h"
#include "args/naik_dslash.h"
#include "args/overrelax.h"
#include "args/plane.h"
#include "args/poles.h"
#include "args/random.h"
#include "args/reals.h"
#include "args/relax.h"
#include "args/scaled.h"
#include "args/separation.h"
#include "args/shift.h"
#include "args/site.h"
#include "args/smear.h"
#include "args/staggered_dslash.h"
#include "args/stochastic.h"
#include "args/sum.h"
#include "args/volume.h"
#include "args/weights.h"
#include "args/wilson_cg.h"
#include "args/wilson_dslash.h"
#include "args/wilson_full.h"
#include "args/wilson_loop.h"
#undef ARGUMENT_STRUCT
#undef BOUNDARY_PHASES
#undef OF_FIRST_FIELD

/// The arguments of kernels that need none.
struct None {};

namespace detail {

/// Maps T<double> to T<float>, and other types to themselves.
template <class T>
struct Single {
  using type = T;
};
template <template <class> class T>
struct Single<T<double>> {
  using type = T<float>;
};

/// A value that converts to every type, for counting members.
struct Anything {
  template <class T>
  operator T() const;
};

/// Counts the members of an aggregate.
template <class T, class... Found>
constexpr int members() {
  if constexpr (requires { T{Found{}..., Anything{}}; })
    return members<T, Found..., Anything>();
  else
    return int(sizeof...(Found));
}

constexpr std::uint32_t narrow(std::uint32_t x) { return x; }
constexpr float narrow(double x) { return float(x); }

template <class S, class... Members>
constexpr S narrowed(const Members&... m) {
  return S{narrow(m)...};
}

}  // namespace detail

/// The same arguments with float for `real`; structs without a `real` stay as they are.
template <class T>
using InSingle = typename detail::Single<T>::type;

template <class T>
constexpr InSingle<T> in_single(const T& t) {
  using S = InSingle<T>;
  if constexpr (std::is_same_v<S, T>) {
    return t;
  } else {
    // C++20 has no packs of structured bindings, so that each number of members needs a branch.
    constexpr int count = detail::members<T>();
    static_assert((count >= 2 && count <= 8) || (count >= 10 && count <= 14) || count == 16,
                  "add a line for this number of members");
#define GLUEBALL_MEMBERS(n, ...)             \
  if constexpr (count == n) {                \
    const auto& [__VA_ARGS__] = t;           \
    return detail::narrowed<S>(__VA_ARGS__); \
  }
    GLUEBALL_MEMBERS(2, a, b)
    GLUEBALL_MEMBERS(3, a, b, c)
    GLUEBALL_MEMBERS(4, a, b, c, d)
    GLUEBALL_MEMBERS(5, a, b, c, d, e)
    GLUEBALL_MEMBERS(6, a, b, c, d, e, f)
    GLUEBALL_MEMBERS(7, a, b, c, d, e, f, g)
    GLUEBALL_MEMBERS(8, a, b, c, d, e, f, g, h)
    GLUEBALL_MEMBERS(10, a, b, c, d, e, f, g, h, i, j)
    GLUEBALL_MEMBERS(11, a, b, c, d, e, f, g, h, i, j, k)
    GLUEBALL_MEMBERS(12, a, b, c, d, e, f, g, h, i, j, k, l)
    GLUEBALL_MEMBERS(13, a, b, c, d, e, f, g, h, i, j, k, l, m)
    GLUEBALL_MEMBERS(14, a, b, c, d, e, f, g, h, i, j, k, l, m, n)
    GLUEBALL_MEMBERS(16, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
#undef GLUEBALL_MEMBERS
  }
}

}  // namespace glueball::args
