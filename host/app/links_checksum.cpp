#include "app/links_checksum.hpp"

#include <span>

#include "io/checksums.hpp"
#include "io/gauge_source.hpp"

namespace glueball::app {

std::string checksum_of(const Configuration& u) {
  const auto bytes = std::as_bytes(std::span(u.links()));
  io::ScidacChecksum sum(kDirections * sizeof(Matrix3));
  sum.add(bytes, 0);
  return sum.to_string();
}

std::string checksum_of_file(const std::string& file, bool ignore_checksum) {
  io::ReadOptions read;
  read.ignore_checksum = ignore_checksum;
  const auto source = io::open_source(file, read);
  const std::size_t sites = source->links_per_slice() / kDirections;
  io::ScidacChecksum sum(kDirections * sizeof(Matrix3));
  io::stream(*source, [&](int t, std::span<const Matrix3> links) {
    sum.add(std::as_bytes(links), std::size_t(t) * sites);
  });
  return sum.to_string();
}

}  // namespace glueball::app
