// Files of eigenvectors, with their origin, for deflation of solvers.
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

/// The origin of eigenvectors. Plaquettes and the trace of links identify a configuration in any gauge, file
/// format and precision.
struct EigenvectorOrigin {
  QuarkParameters quark;
  Sites sites = Sites::even;
  io::LinkAverages averages;
  std::size_t count = 0;  ///< number of vectors; a file with fewer is incomplete
};

/// Returns the origin as a file states it (io::QuarkWriteOptions::facts).
std::vector<std::pair<std::string, std::string>> facts_of(const EigenvectorOrigin& origin);

/// Returns the averages of the whole configuration on all ranks; `part` is this rank's.
io::LinkAverages averages_of_all(const Configuration& part, const Domain* domain);

/// Returns the eigenvectors of a file for a solver of this quark on this configuration. `u` is this rank's
/// part; on a split lattice rank 0 reads. Vectors are read when they are needed. Throws Error(bad_file) for a
/// file that is invalid or incomplete, and for vectors of another quark (the mass of a staggered one may
/// differ), lattice or configuration, on all sites, or with large residuals.
LowModes read_low_modes(const std::filesystem::path& path, const QuarkParameters& quark,
                        const Configuration& u, const Domain* domain = nullptr, bool ignore_checksum = false);

}  // namespace glueball
