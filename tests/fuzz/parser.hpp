// The targets share this code: an input becomes a file in memory, and its format's reader reads it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>

#include "base/error.hpp"
#include "io/gauge_source.hpp"

namespace glueball::fuzz {

/// A file of no directory that holds the last input given.
class MemoryFile {
 public:
  MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  void put(const std::uint8_t* data, std::size_t size);
  const std::filesystem::path& path() const { return path_; }

 private:
  int descriptor_;
  std::filesystem::path path_;
};

using Open = std::unique_ptr<io::GaugeSource> (*)(std::shared_ptr<const io::InputFile>,
                                                  const io::ReadOptions&);

/// Reads the input to its end, first as a user would, then past stale checksums and links that are not SU(3).
/// Only Error(bad_file) may come out of the readers; anything else aborts.
void read_everything(Open open, const std::uint8_t* data, std::size_t size);

/// Runs `body`, which may return or throw an Error of one of these statuses; any other exception ends the
/// process.
template <class Body>
void expect_refusal_or_success(Body body, std::initializer_list<ErrorKind> refusals = {ErrorKind::bad_file}) {
  try {
    body();
  } catch (const Error& error) {
    if (std::find(refusals.begin(), refusals.end(), error.kind()) == refusals.end()) throw;
  }
}

}  // namespace glueball::fuzz
