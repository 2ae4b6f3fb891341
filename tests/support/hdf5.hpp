// HDF5 files read by the library alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glueball::test {

/// All numbers of a dataset, last index fastest; whole numbers as doubles. Throws std::runtime_error where
/// the file or the dataset cannot be read.
std::vector<double> hdf5_numbers(const std::filesystem::path& file, const std::string& dataset);
std::vector<std::size_t> hdf5_shape(const std::filesystem::path& file, const std::string& dataset);
/// All texts of a dataset of one dimension. Throws likewise.
std::vector<std::string> hdf5_texts(const std::filesystem::path& file, const std::string& dataset);
/// Of an object ("/" is the file), a number.
double hdf5_attribute(const std::filesystem::path& file, const std::string& object, const std::string& name);

}  // namespace glueball::test
