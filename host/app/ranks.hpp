// What the program does differently when several of it run together, one a rank.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/options.hpp"
#include "comm/communicator.hpp"
#include "io/read_options.hpp"
#include "lattice/configuration.hpp"

namespace glueball::app {

/// Ranks but the first print nothing from here on: all say the same. To be called before anything is said.
/// Ranks of one host share its processors, where neither the launcher nor OMP_NUM_THREADS has given each its
/// own: as many threads as there are processors in each of several ranks wait for each other most of the
/// time.
void join_ranks();
/// The threads of a rank on a host with `of_host` processors, `processors` of which it may use, beside
/// `ranks` in all. Fewer than all of them are the launcher's choice.
int threads_of_rank(int processors, int of_host, int ranks);

/// Throws Error(bad_value) where there are several ranks, or --ranks asks for them.
void require_one_rank(const std::string& command, const CommonOptions& flags);

/// Of an error, before it is told: ranks but the first wait whether the first has met it as well, which then
/// tells it and ends them. Afterwards this one may print.
void let_first_rank_tell();
/// Ends all ranks with this status where there are several; returns it where there is one.
int end_ranks(int status);

/// Whether `mine` is true on any rank.
bool on_any_rank(bool mine);

/// Part of a configuration that rank 0 reads from a file.
struct PartOfFile {
  Configuration part;
  std::string checksum;  ///< of the whole file's links (app/links_checksum.hpp); empty but on rank 0
};
/// Rank 0 reads and verifies, slice by slice; every rank keeps its own. `part_of`, the geometry of this
/// rank's part, is asked once the file's extents are known, on every rank.
PartOfFile read_part(const std::filesystem::path& path, const io::ReadOptions& options,
                     const std::function<Geometry(const Geometry& whole)>& part_of);

}  // namespace glueball::app
