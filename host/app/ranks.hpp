// The program on several ranks.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/options.hpp"
#include "comm/communicator.hpp"
#include "io/read_options.hpp"
#include "lattice/configuration.hpp"

namespace glueball::app {

/// Silences all ranks but the first, because all would print the same. Call this before anything is printed.
/// Ranks of one host share its processors unless the launcher or OMP_NUM_THREADS has set their threads. With
/// as many threads in each rank as processors, the ranks wait for each other most of the time.
void join_ranks();
/// Returns the number of threads of a rank on a host with `of_host` processors and `ranks` ranks. The rank
/// may use `processors` of them; fewer than all are the launcher's choice.
int threads_of_rank(int processors, int of_host, int ranks);

/// Throws Error(bad_value) if there are several ranks, or if --ranks asks for them.
void require_one_rank(const std::string& command, const CommonOptions& flags);

/// Waits before an error is printed. If the first rank has the same error, it prints it and ends all ranks
/// meanwhile. Afterwards this rank may print.
void let_first_rank_tell();
/// Ends all ranks with this status if there are several; otherwise returns it.
int end_ranks(int status);

/// Returns true if `mine` is true on any rank.
bool on_any_rank(bool mine);

/// A rank's part of a configuration that rank 0 reads from a file.
struct PartOfFile {
  Configuration part;
  /// checksum of the whole file's links (app/links_checksum.hpp); empty on other ranks
  std::string checksum;
};
/// Rank 0 reads and verifies the file slice by slice; every rank keeps its own part. Each rank calls
/// `part_of` for the geometry of its part once the file's extents are known.
PartOfFile read_part(const std::filesystem::path& path, const io::ReadOptions& options,
                     const std::function<Geometry(const Geometry& whole)>& part_of);

}  // namespace glueball::app
