// Tables and arrays in an HDF5 file that is complete at any moment.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace glueball::io {

using Hdf5Value = std::variant<std::int64_t, std::uint64_t, double, std::string, std::vector<std::int64_t>,
                               std::vector<double>>;

struct Hdf5Attribute {
  std::string name;
  Hdf5Value value;
};

/// A dataset, or its next row. A '/' in its name, which in HDF5 separates groups, becomes '|'.
struct Hdf5Column {
  std::string name;
  Hdf5Value value;
  /// shape of a vector, last index fastest; {}: one dimension of its length
  std::vector<std::size_t> shape{};
  std::vector<Hdf5Attribute> attributes{};
};

class Hdf5Content;

/// An HDF5 file in the layout of docs/reference/hdf5.md. The file is made in memory and written whole, under
/// another name that is then changed (AtomicFile). A process that is killed leaves the file of the last time.
/// Writing takes at most a twentieth of the time, so at most the last seconds are lost. Once a minute, and at
/// the end, the write waits for the disk; this matters only after a power cut.
///
/// Every function throws std::runtime_error if the HDF5 library refuses, such as for lack of memory. The
/// library is loaded with the first file; throws Error(bad_value) if it does not exist.
class Hdf5File {
 public:
  /// Throws as AtomicFile does, for an existing file without `force`. No file is written yet.
  Hdf5File(std::filesystem::path path, bool force);
  /// Writes data that was not written yet, if possible and unless they are held.
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Nothing is written from here on until `write` is called.
  void hold() { held_ = true; }
  /// Sets an attribute of a group ("/" is the file); it replaces an earlier value.
  void set(const std::string& group, const Hdf5Attribute& attribute);
  /// Puts an array, which replaces an earlier one. An array without numbers is left out.
  void put(const std::string& group, const Hdf5Column& array);
  /// Appends a row to the table of a group. Each column is a dataset with rows as first dimension, which can
  /// be extended. Missing values are NaN, the most negative integer or "": those of earlier rows in a new
  /// column, and columns that a row lacks. Attributes are taken from the first row that has the column.
  /// Writes the file if that is due, and then throws as AtomicFile does. Throws Error(bad_value) if the shape
  /// of a column changes.
  void append(const std::string& group, const std::vector<Hdf5Column>& row);
  /// Writes the file and waits for the disk. Throws as AtomicFile does.
  void write() { write(true); }

 private:
  using Clock = std::chrono::steady_clock;

  void write(bool durable);

  std::filesystem::path path_;
  bool force_, dirty_ = false, held_ = false;
  std::unique_ptr<Hdf5Content> content_;
  Clock::time_point written_at_{}, on_disk_at_ = Clock::now();
  Clock::duration write_time_{};
};

/// Returns a text or whole number that is an attribute of a file's root; nothing if there is no such file or
/// attribute.
std::optional<std::string> hdf5_root_attribute(const std::filesystem::path& path, const std::string& name);

}  // namespace glueball::io
