// HDF5 files, written by the HDF5 library. This is a library of its own, loaded when such a file is asked
// for: other runs do not wait for the fifty libraries behind it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.hpp"
#include "io/hdf5/handle.hpp"
#include "io/hdf5_content.hpp"

namespace glueball::io {
namespace {

constexpr std::int64_t kNoInteger = std::numeric_limits<std::int64_t>::min();
constexpr hsize_t kChunkBytes = 8192;

/// Suppresses messages of the HDF5 library.
void be_quiet() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

Hdf5Handle text_type() {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a type");
  hdf5_good(H5Tset_size(type, H5T_VARIABLE), "make a type");
  hdf5_good(H5Tset_cset(type, H5T_CSET_UTF8), "make a type");
  return type;
}

/// A value in the form that the library accepts.
struct Raw {
  explicit Raw(const Hdf5Value& value, const std::vector<std::size_t>& shape = {}) {
    if (const auto* number = std::get_if<double>(&value)) {
      data = number;
      type = H5T_NATIVE_DOUBLE;
    } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      data = whole;
      type = H5T_NATIVE_INT64;
    } else if (const auto* unsigned_whole = std::get_if<std::uint64_t>(&value)) {
      data = unsigned_whole;
      type = H5T_NATIVE_UINT64;
    } else if (const auto* words = std::get_if<std::string>(&value)) {
      text = words->c_str();
      data = &text;
      own = text_type();
      type = own;
      bytes = sizeof text;
    } else if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
      data = numbers->data();
      type = H5T_NATIVE_DOUBLE;
      take_shape(numbers->size(), shape);
    } else if (const auto* wholes = std::get_if<std::vector<std::int64_t>>(&value)) {
      data = wholes->data();
      type = H5T_NATIVE_INT64;
      take_shape(wholes->size(), shape);
    }
  }
  void take_shape(std::size_t size, const std::vector<std::size_t>& shape) {
    extents.assign(shape.begin(), shape.end());
    if (extents.empty()) extents = {size};
    for (const hsize_t n : extents) count *= n;
    if (count != size) throw std::logic_error("HDF5: values that do not fill their shape");
  }

  const void* data = nullptr;
  const char* text = nullptr;
  hid_t type = -1;
  Hdf5Handle own;
  hsize_t bytes = 8, count = 1;  ///< bytes of a number; how many numbers
  std::vector<hsize_t> extents;
};

Hdf5Handle space_of(const std::vector<hsize_t>& extents) {
  if (extents.empty()) return {H5Screate(H5S_SCALAR), H5Sclose, "make a space"};
  return {H5Screate_simple(int(extents.size()), extents.data(), nullptr), H5Sclose, "make a space"};
}

void set_attribute(hid_t object, const Hdf5Attribute& a) {
  if (hdf5_good(H5Aexists(object, a.name.c_str()), "look for an attribute") > 0)
    hdf5_good(H5Adelete(object, a.name.c_str()), "replace an attribute");
  const Raw raw(a.value);
  if (raw.count == 0) return;
  const Hdf5Handle space = space_of(raw.extents);
  const Hdf5Handle attribute(H5Acreate2(object, a.name.c_str(), raw.type, space, H5P_DEFAULT, H5P_DEFAULT),
                             H5Aclose, "make an attribute");
  hdf5_good(H5Awrite(attribute, raw.type, raw.data), "write an attribute");
}

std::string name_of(const Hdf5Column& column) {
  std::string name = column.name;
  std::ranges::replace(name, '/', '|');
  return name;
}

/// A dataset whose first dimension grows.
struct Growing {
  Hdf5Handle data;
  std::vector<hsize_t> extents;  ///< extents of a row
};

Growing new_growing(hid_t group, const std::string& name, const Raw& raw) {
  std::vector<hsize_t> now{0}, most{H5S_UNLIMITED},
      chunk{std::max<hsize_t>(1, kChunkBytes / raw.bytes / raw.count)};
  for (const hsize_t n : raw.extents)
    for (auto* all : {&now, &most, &chunk}) all->push_back(n);
  const Hdf5Handle space(H5Screate_simple(int(now.size()), now.data(), most.data()), H5Sclose,
                         "make a space");
  const Hdf5Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make a list");
  hdf5_good(H5Pset_chunk(how, int(chunk.size()), chunk.data()), "chunk a dataset");
  const double no_number = std::numeric_limits<double>::quiet_NaN();
  if (H5Tequal(raw.type, H5T_NATIVE_DOUBLE) > 0)
    hdf5_good(H5Pset_fill_value(how, raw.type, &no_number), "choose a value");
  if (H5Tequal(raw.type, H5T_NATIVE_INT64) > 0)
    hdf5_good(H5Pset_fill_value(how, raw.type, &kNoInteger), "choose a value");
  if (raw.text == nullptr) {
    hdf5_good(H5Pset_shuffle(how), "compress a dataset");
    hdf5_good(H5Pset_deflate(how, 4), "compress a dataset");
  }
  return {{H5Dcreate2(group, name.c_str(), raw.type, space, H5P_DEFAULT, how, H5P_DEFAULT), H5Dclose,
           "make a dataset"},
          raw.extents};
}

void set_rows(const Growing& column, hsize_t rows) {
  std::vector<hsize_t> extents{rows};
  extents.insert(extents.end(), column.extents.begin(), column.extents.end());
  hdf5_good(H5Dset_extent(column.data, extents.data()), "make a dataset longer");
}

void write_row(const Growing& column, hsize_t row, const Raw& raw) {
  std::vector<hsize_t> from{row}, count{1};
  for (const hsize_t n : raw.extents) {
    from.push_back(0);
    count.push_back(n);
  }
  const Hdf5Handle space(H5Dget_space(column.data), H5Sclose, "see a space");
  hdf5_good(H5Sselect_hyperslab(space, H5S_SELECT_SET, from.data(), nullptr, count.data(), nullptr),
            "choose a row");
  const Hdf5Handle memory(H5Screate_simple(int(count.size()), count.data(), nullptr), H5Sclose,
                          "make a space");
  hdf5_good(H5Dwrite(column.data, raw.type, memory, space, H5P_DEFAULT, raw.data), "write a row");
}

class Content final : public Hdf5Content {
 public:
  explicit Content(const std::string& path) : path_(path) {
    be_quiet();
    // The file exists in memory alone.
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a list");
    hdf5_good(H5Pset_fapl_core(access, 1 << 16, 0), "work in memory");
    file_ = {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, "make a file"};
  }

  void set(const std::string& group, const Hdf5Attribute& attribute) override {
    set_attribute(group_named(group), attribute);
  }

  void put(const std::string& group, const Hdf5Column& array) override {
    const Raw raw(array.value, array.shape);
    if (raw.count == 0) return;
    const Hdf5Handle parent = group_named(group);
    const std::string name = name_of(array);
    if (hdf5_good(H5Lexists(parent, name.c_str(), H5P_DEFAULT), "look for a dataset") > 0)
      hdf5_good(H5Ldelete(parent, name.c_str(), H5P_DEFAULT), "replace a dataset");
    const Hdf5Handle space = space_of(raw.extents);
    const Hdf5Handle data(
        H5Dcreate2(parent, name.c_str(), raw.type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose,
        "make a dataset");
    hdf5_good(H5Dwrite(data, raw.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw.data), "write a dataset");
    for (const Hdf5Attribute& a : array.attributes) set_attribute(data, a);
  }

  void append(const std::string& group, const std::vector<Hdf5Column>& row) override {
    const Hdf5Handle parent = group_named(group);
    Table& table = tables_[group];
    for (const Hdf5Column& column : row) {
      const Raw raw(column.value, column.shape);
      if (raw.count == 0) continue;
      const std::string name = name_of(column);
      auto known = table.columns.find(name);
      if (known == table.columns.end()) {
        known = table.columns.emplace(name, new_growing(parent, name, raw)).first;
        for (const Hdf5Attribute& a : column.attributes) set_attribute(known->second.data, a);
      }
      if (known->second.extents != raw.extents)
        throw Error(ErrorKind::bad_value,
                    fmt::format("{}: {} has {} numbers here and {} in rows before", path_, name,
                                fmt::join(raw.extents, "x"), fmt::join(known->second.extents, "x")),
                    "give configurations of one lattice, or a file to those of each");
      set_rows(known->second, table.rows + 1);
      write_row(known->second, table.rows, raw);
    }
    ++table.rows;
    for (const auto& [name, column] : table.columns) set_rows(column, table.rows);
  }

  std::vector<std::byte> image() const override {
    hdf5_good(H5Fflush(file_, H5F_SCOPE_GLOBAL), "finish a file");
    std::vector<std::byte> bytes(
        std::size_t(hdf5_good(H5Fget_file_image(file_, nullptr, 0), "read a file from memory")));
    hdf5_good(H5Fget_file_image(file_, bytes.data(), bytes.size()), "read a file from memory");
    return bytes;
  }

 private:
  struct Table {
    hsize_t rows = 0;
    std::map<std::string, Growing> columns;
  };

  /// Opens a group; makes it if it does not exist.
  Hdf5Handle group_named(const std::string& name) const {
    if (name == "/" || hdf5_good(H5Lexists(file_, name.c_str(), H5P_DEFAULT), "look for a group") > 0)
      return {H5Gopen2(file_, name.c_str(), H5P_DEFAULT), H5Gclose, "open a group"};
    return {H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "make a group"};
  }

  std::string path_;
  Hdf5Handle file_;
  std::map<std::string, Table> tables_;  ///< closed before the file is
};

std::unique_ptr<Hdf5Content> make(const std::string& path) { return std::make_unique<Content>(path); }

std::optional<std::string> root_attribute(const std::string& path, const std::string& name) {
  be_quiet();
  const hid_t found = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (found < 0) return {};
  const Hdf5Handle file(found, H5Fclose, "open a file");
  if (H5Aexists(file, name.c_str()) <= 0) return {};
  const Hdf5Handle attribute(H5Aopen(file, name.c_str(), H5P_DEFAULT), H5Aclose, "open an attribute");
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose, "see a type");
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose, "see a space");
  if (H5Sget_simple_extent_npoints(space) != 1) return {};
  if (H5Tget_class(type) == H5T_INTEGER && H5Tget_sign(type) == H5T_SGN_NONE) {
    std::uint64_t number = 0;
    hdf5_good(H5Aread(attribute, H5T_NATIVE_UINT64, &number), "read an attribute");
    return std::to_string(number);
  }
  if (H5Tget_class(type) == H5T_INTEGER) {
    std::int64_t number = 0;
    hdf5_good(H5Aread(attribute, H5T_NATIVE_INT64, &number), "read an attribute");
    return std::to_string(number);
  }
  if (H5Tis_variable_str(type) <= 0) return {};
  char* text = nullptr;
  if (H5Aread(attribute, text_type(), &text) < 0 || text == nullptr) return {};
  std::string words = text;
  H5free_memory(text);
  return words;
}

}  // namespace
}  // namespace glueball::io

extern "C" __attribute__((visibility("default"))) glueball::io::Hdf5Library glueball_hdf5_library() {
  return {glueball::io::make, glueball::io::root_attribute};
}
