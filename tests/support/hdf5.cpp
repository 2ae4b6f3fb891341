#include "support/hdf5.hpp"

#include <hdf5.h>

#include <stdexcept>

namespace glueball::test {
namespace {

struct Open {
  hid_t id;
  herr_t (*close)(hid_t);
  Open(hid_t made, herr_t (*end)(hid_t)) : id(made), close(end) {
    if (id < 0) throw std::runtime_error("HDF5: it cannot be read");
  }
  ~Open() { close(id); }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
};

Open file_of(const std::filesystem::path& file) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  return {H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose};
}

}  // namespace

std::vector<std::size_t> hdf5_shape(const std::filesystem::path& path, const std::string& dataset) {
  const Open file = file_of(path), data(H5Dopen2(file.id, dataset.c_str(), H5P_DEFAULT), H5Dclose),
             space(H5Dget_space(data.id), H5Sclose);
  std::vector<hsize_t> extents(std::size_t(H5Sget_simple_extent_ndims(space.id)));
  H5Sget_simple_extent_dims(space.id, extents.data(), nullptr);
  return {extents.begin(), extents.end()};
}

std::vector<double> hdf5_numbers(const std::filesystem::path& path, const std::string& dataset) {
  std::size_t count = 1;
  for (const std::size_t n : hdf5_shape(path, dataset)) count *= n;
  const Open file = file_of(path), data(H5Dopen2(file.id, dataset.c_str(), H5P_DEFAULT), H5Dclose);
  std::vector<double> all(count);
  if (H5Dread(data.id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0)
    throw std::runtime_error("HDF5: " + dataset + " cannot be read");
  return all;
}

std::vector<std::string> hdf5_texts(const std::filesystem::path& path, const std::string& dataset) {
  const std::size_t count = hdf5_shape(path, dataset).at(0);
  const Open file = file_of(path), data(H5Dopen2(file.id, dataset.c_str(), H5P_DEFAULT), H5Dclose),
             type(H5Dget_type(data.id), H5Tclose);
  std::vector<char*> all(count, nullptr);
  if (H5Tis_variable_str(type.id) <= 0 ||
      H5Dread(data.id, type.id, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0)
    throw std::runtime_error("HDF5: " + dataset + " cannot be read");
  std::vector<std::string> texts;
  for (char* text : all) {
    texts.emplace_back(text == nullptr ? "" : text);
    H5free_memory(text);
  }
  return texts;
}

double hdf5_attribute(const std::filesystem::path& path, const std::string& object, const std::string& name) {
  const Open file = file_of(path),
             attribute(H5Aopen_by_name(file.id, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                       H5Aclose);
  double value = 0;
  if (H5Aread(attribute.id, H5T_NATIVE_DOUBLE, &value) < 0)
    throw std::runtime_error("HDF5: " + name + " cannot be read");
  return value;
}

}  // namespace glueball::test
