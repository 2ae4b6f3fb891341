// Files of eigenvectors: what they are of, and what solvers are deflated by.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "comm/domain.hpp"
#include "eigen/normal_matrix.hpp"
#include "fermion/quark.hpp"
#include "io/link_averages.hpp"
#include "lattice/configuration.hpp"
#include "lattice/low_modes.hpp"

namespace glueball {

/// What eigenvectors are of. Plaquettes and the trace of links tell configurations apart, in any gauge, file
/// format and precision.
struct EigenvectorOrigin {
  QuarkParameters quark;
  Sites sites = Sites::even;
  io::LinkAverages averages;
  std::size_t count = 0;  ///< of vectors: a file with fewer is torn
};

/// As a file says it (io::QuarkWriteOptions::facts).
std::vector<std::pair<std::string, std::string>> facts_of(const EigenvectorOrigin& origin);

/// Of the whole configuration, on all ranks; `part` is this rank's.
io::LinkAverages averages_of_all(const Configuration& part, const Domain* domain);

/// The eigenvectors of a file, for a solver of this quark on this configuration; `u` is this rank's part of
/// it, where it is split the first reads. Vectors are read when they are asked for. Throws Error(bad_file)
/// for a file that is none or torn, for vectors of another quark (but for the mass of a staggered one),
/// lattice or configuration, on all sites, or too far from eigenvectors.
LowModes read_low_modes(const std::filesystem::path& path, const QuarkParameters& quark,
                        const Configuration& u, const Domain* domain = nullptr, bool ignore_checksum = false);

}  // namespace glueball
