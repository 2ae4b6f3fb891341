// Tables and arrays in an HDF5 file that is whole at any moment.
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

/// A dataset, or its next row. A '/' in its name, by which HDF5 parts groups, becomes '|'.
struct Hdf5Column {
  std::string name;
  Hdf5Value value;
  std::vector<std::size_t> shape{};  ///< of a vector, last index fastest; {}: one dimension of its length
  std::vector<Hdf5Attribute> attributes{};
};

class Hdf5Content;

/// What host/io/HDF5.md says of the layout. The file is made in memory, and each time whole, under another
/// name that it then changes (AtomicFile): a process that is killed at any moment leaves the file of the last
/// time. That takes at most a twentieth of the time, so that what is lost is of the last seconds. What waits
/// for the disk does so once a minute, and at the end: only a power cut could tell.
///
/// Everything throws std::runtime_error where the HDF5 library refuses, such as for want of memory. It is
/// loaded with the first file: Error(bad_value) where it is not there.
class Hdf5File {
 public:
  /// Throws as AtomicFile does: for a file that is there, without `force`. None is written yet.
  Hdf5File(std::filesystem::path path, bool force);
  /// Writes what was not written yet, where that is possible.
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Of a group ("/" is the file); the value takes the place of one before.
  void set(const std::string& group, const Hdf5Attribute& attribute);
  /// An array of its own, in place of one before. One without numbers is left out.
  void put(const std::string& group, const Hdf5Column& array);
  /// The next row of the table that is a group: a dataset a column, with rows as first dimension, which can
  /// be extended. Columns that come later, and values that a row has none of, are NaN, the most negative
  /// integer or "". Attributes are taken from the first row that has the column. Writes the file
  /// where that is due, and throws then as AtomicFile does; Error(bad_value) where the shape of a column
  /// changes.
  void append(const std::string& group, const std::vector<Hdf5Column>& row);
  /// Writes the file, which is then on the disk. Throws as AtomicFile does.
  void write() { write(true); }

 private:
  using Clock = std::chrono::steady_clock;

  void write(bool durable);

  std::filesystem::path path_;
  bool force_, dirty_ = false;
  std::unique_ptr<Hdf5Content> content_;
  Clock::time_point written_at_{}, on_disk_at_ = Clock::now();
  Clock::duration write_time_{};
};

/// A text or whole number that a file has as attribute of its root; nothing where there is no such file or
/// attribute.
std::optional<std::string> hdf5_root_attribute(const std::filesystem::path& path, const std::string& name);

}  // namespace glueball::io
