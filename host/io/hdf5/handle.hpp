// Handles of HDF5 objects, which close them at the end of their life.
#pragma once

#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace glueball::io {

/// Checks the result of a call of the library, which is negative on failure.
template <class Result>
Result hdf5_good(Result result, const char* what) {
  if (result < 0) throw std::runtime_error(std::string("HDF5: cannot ") + what);
  return result;
}

class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Handle() = default;
  /// Throws std::runtime_error for a negative `id`.
  Hdf5Handle(hid_t id, Close close, const char* what) : id_(hdf5_good(id, what)), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }

  operator hid_t() const { return id_; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

}  // namespace glueball::io
