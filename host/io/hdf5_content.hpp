// The content of an HDF5 file in memory, by the HDF5 library, which is loaded when it is first needed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"

namespace glueball::io {

/// `set`, `put` and `append` are those of Hdf5File, but write no file.
class Hdf5Content {
 public:
  virtual ~Hdf5Content() = default;
  virtual void set(const std::string& group, const Hdf5Attribute& attribute) = 0;
  virtual void put(const std::string& group, const Hdf5Column& array) = 0;
  virtual void append(const std::string& group, const std::vector<Hdf5Column>& row) = 0;
  /// Returns the bytes of the file as it is now.
  virtual std::vector<std::byte> image() const = 0;
};

/// The functions of libglueball_hdf5.so (host/io/hdf5).
struct Hdf5Library {
  std::unique_ptr<Hdf5Content> (*make)(const std::string& path);
  std::optional<std::string> (*root_attribute)(const std::string& path, const std::string& name);
};

}  // namespace glueball::io
