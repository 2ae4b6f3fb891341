// These functions read HDF5 files by the library alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glueball::test {

/// Returns all numbers of a dataset, last index fastest; whole numbers become doubles. Throws
/// std::runtime_error if the file or the dataset cannot be read.
std::vector<double> hdf5_numbers(const std::filesystem::path& file, const std::string& dataset);
std::vector<std::size_t> hdf5_shape(const std::filesystem::path& file, const std::string& dataset);
/// Returns all texts of a dataset of one dimension. Throws likewise.
std::vector<std::string> hdf5_texts(const std::filesystem::path& file, const std::string& dataset);
/// Returns a number that is an attribute of an object ("/" is the file).
double hdf5_attribute(const std::filesystem::path& file, const std::string& object, const std::string& name);

}  // namespace glueball::test
