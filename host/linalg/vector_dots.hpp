// Scalar products of one vector with many, read back together.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "linalg/global_sums.hpp"

namespace glueball {

/// Computes many products with one wait for the device.
class VectorDots {
 public:
  explicit VectorDots(const DeviceLattice& lattice) : lattice_(lattice), sums_(lattice), totals_(lattice) {}

  /// Returns <x_n, y> = sum conj(x_n) y of vectors in as many fields as y, on all ranks.
  template <class F>
  std::vector<Complex> operator()(std::span<const std::vector<F>> x, const std::vector<F>& y) {
    std::vector<Complex> all;
    std::vector<int> handles;
    for (std::size_t n = 0; n < x.size(); n += 2) {
      const std::size_t next = std::min(n + 1, x.size() - 1);  // the last of an odd number is computed twice
      for (std::size_t part = 0; part < y.size(); ++part) add(x[n][part], x[next][part], y[part], part > 0);
      handles.push_back(ask());
      if (handles.size() == kAtOnce || n + 2 >= x.size()) collect(handles, all);
    }
    all.resize(x.size());
    return all;
  }
  template <class F>
  Complex operator()(const std::vector<F>& x, const std::vector<F>& y) {
    return (*this)(std::span(&x, 1), y).front();
  }

  struct Product {
    const Field &x, &y;
  };
  /// Returns <x, y> of each product, on all ranks. Two consecutive ones with the same y read it once.
  std::vector<Complex> of(std::span<const Product> products);

 private:
  static constexpr std::size_t kAtOnce = gpu::Stream::kReadbackSlots / 2;

  /// Computes <a, y> and <b, y> as the totals, or adds to them.
  void add(const Field& a, const Field& b, const Field& y, bool to_last);
  /// Requests the present totals; returns a handle.
  int ask();
  void collect(std::vector<int>& handles, std::vector<Complex>& all);

  const DeviceLattice& lattice_;
  GlobalSums sums_;
  Totals totals_;
};

}  // namespace glueball
