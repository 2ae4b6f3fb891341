// Large memory, filled and copied by all threads: one alone reaches a tenth of what a GPU's host can, and the
// first touch of a page is most of the time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

namespace glueball {

/// Calls work(offset, size) for pieces of `bytes`, by several threads where there are many.
template <class Work>
void in_pieces(std::size_t bytes, Work work) {
  constexpr std::size_t kPiece = std::size_t(1) << 20;
  const auto pieces = std::ptrdiff_t((bytes + kPiece - 1) / kPiece);
#pragma omp parallel for schedule(static) if (pieces > 3)
  for (std::ptrdiff_t n = 0; n < pieces; ++n) {
    const std::size_t at = std::size_t(n) * kPiece;
    work(at, std::min(kPiece, bytes - at));
  }
}

/// As memcpy.
inline void copy_in_parallel(void* to, const void* from, std::size_t bytes) {
  in_pieces(bytes, [&](std::size_t at, std::size_t size) {
    std::memcpy(static_cast<std::byte*>(to) + at, static_cast<const std::byte*>(from) + at, size);
  });
}

/// For vectors of numbers that are made once with their size: they are zero, by all threads. One that shrinks
/// and grows again would find old numbers.
template <class T>
struct ZeroAllocator : std::allocator<T> {
  template <class Other>
  struct rebind {
    using other = ZeroAllocator<Other>;
  };
  T* allocate(std::size_t count) {
    T* const memory = std::allocator<T>::allocate(count);
    in_pieces(count * sizeof(T), [&](std::size_t at, std::size_t size) {
      std::memset(reinterpret_cast<std::byte*>(memory) + at, 0, size);
    });
    return memory;
  }
  template <class U>
  void construct(U*) {}
  template <class U, class First, class... Rest>
  void construct(U* at, First&& first, Rest&&... rest) {
    std::construct_at(at, std::forward<First>(first), std::forward<Rest>(rest)...);
  }
};

}  // namespace glueball
