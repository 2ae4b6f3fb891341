// The readable configurations of other codes, and what is known of them: shared/configs/manifest.md.
#pragma once

#include <span>

#include "lattice/geometry.hpp"

namespace glueball::test {

struct KnownConfiguration {
  const char* file;  ///< below configs_directory()
  const char* format;
  int precision;  ///< bits of a number in the file
  Site extents;
  const char* checksum;  ///< null where the manifest has none
  bool verified;         ///< whether the file's own checksum can be verified
  double plaquette;
  double link_trace;        ///< NaN where it is not known
  double tolerance = 1e-8;  ///< of both, as far as the file's digits and the manifest's go
};

std::span<const KnownConfiguration> known_configurations();

}  // namespace glueball::test
