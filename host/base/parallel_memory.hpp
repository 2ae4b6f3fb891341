// Fills and copies large memory with all threads. One thread reaches a tenth of the bandwidth of a GPU's
// host, and most of the time goes into the first touch of a page.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

namespace glueball {

/// Calls work(offset, size) for pieces of `bytes`, with several threads if there are many.
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

/// Copies like memcpy, with all threads.
inline void copy_in_parallel(void* to, const void* from, std::size_t bytes) {
  in_pieces(bytes, [&](std::size_t at, std::size_t size) {
    std::memcpy(static_cast<std::byte*>(to) + at, static_cast<const std::byte*>(from) + at, size);
  });
}

/// An allocator for vectors of numbers that are made once with their size: all threads fill them with zeros.
/// A vector that shrinks and grows again would contain old numbers.
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

/// Resizes a vector. If it is empty, all threads touch the pages of its new memory. A single thread takes 60
/// ms for the solution of a column on 24^3 x 48, as long as a GPU for the solve.
template <class Vector>
void resize_in_parallel(Vector& v, std::size_t count) {
  if (v.empty() && v.capacity() < count) {
    v.reserve(count);
    std::byte* const memory = reinterpret_cast<std::byte*>(v.data());
    in_pieces(count * sizeof(*v.data()),
              [&](std::size_t at, std::size_t size) { std::memset(memory + at, 0, size); });
  }
  v.resize(count);
}

}  // namespace glueball
