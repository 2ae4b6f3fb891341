// Tunes the options that the common flags leave free (host/tune).
#pragma once

#include "app/options.hpp"
#include "tune/autotune.hpp"

namespace glueball::app {

/// The choices that a command wants tuned: `workload`, `images` and `two_per_site` as in TuneRequest;
/// reconstruction and threads per site if true. Storage and workgroup are tuned unless a flag sets them.
struct TuneFor {
  const kernel_specs::Benchmark* workload;
  bool reconstruct = false, images = true, threads_per_site = false, two_per_site = true;
};

/// `options` come from preferred_options. Sets in them the values of flags and tunes the rest, unless
/// --no-tune is given. Returns true if something was tuned, now or in an earlier run.
bool choose_options(const CommonOptions& flags, gpu::Device& device, const Geometry& geometry,
                    const TuneFor& what, LatticeOptions& options);

/// Returns how many of `columns` right-hand sides to solve at once for quarks with that hop (block_request).
/// The answer is 1 with --no-tune, on several ranks and on lattices too small for a search.
int choose_block(const CommonOptions& flags, std::string_view hop, gpu::Device& device,
                 const Geometry& geometry, const LatticeOptions& options, int columns);

}  // namespace glueball::app
