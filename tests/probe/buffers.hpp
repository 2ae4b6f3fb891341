// These are plain buffers for probes: numbers go in, numbers come out.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "kernels/probe.hpp"
#include "lattice/su3.hpp"

namespace glueball::test {

template <class T>
BoundMemory input(const DeviceLattice& lattice, const std::vector<T>& values) {
  BoundMemory buffer(lattice.allocate_buffer(values.size() * sizeof(T)));
  lattice.stream().upload(buffer.memory(), std::as_bytes(std::span(values)));
  return buffer;
}

/// An output buffer, filled with a pattern that no probe writes.
template <class T>
BoundMemory output(const DeviceLattice& lattice, std::size_t count) {
  return input(lattice, std::vector<T>(count, T(-12345)));
}

template <class T>
std::vector<T> contents(const DeviceLattice& lattice, const BoundMemory& buffer) {
  std::vector<T> values(buffer.memory().bytes() / sizeof(T));
  lattice.stream().download(buffer.memory(), std::as_writable_bytes(std::span(values)));
  return values;
}

inline void append(std::vector<double>& to, Complex z) {
  to.push_back(z.real());
  to.push_back(z.imag());
}
inline void append(std::vector<double>& to, const std::array<Complex, 3>& c) {
  for (const Complex& z : c) append(to, z);
}
inline void append(std::vector<double>& to, const Matrix3& m) {
  for (const auto& row : m.e) append(to, row);
}

inline std::vector<float> rounded(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

/// Reads complex numbers one after the other from reals.
class Reader {
 public:
  explicit Reader(const std::vector<float>& values, std::size_t at = 0) : values_(values), at_(at) {}
  double real() { return values_[at_++]; }
  Complex complex() {
    const double re = real();
    return {re, real()};
  }
  std::array<Complex, 3> colour() {
    const Complex a = complex(), b = complex();
    return {a, b, complex()};
  }
  Matrix3 matrix() {
    Matrix3 m;
    for (auto& row : m.e) row = colour();
    return m;
  }

 private:
  const std::vector<float>& values_;
  std::size_t at_;
};

}  // namespace glueball::test
