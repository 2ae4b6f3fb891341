// What the common flags leave to host/tune.
#pragma once

#include "app/options.hpp"
#include "tune/autotune.hpp"

namespace glueball::app {

/// What a command wants tuned: `workload`, `images` and `pairs` as in TuneRequest, and whether
/// reconstruction and lanes are free. Storage and workgroup are where no flag asks for one.
struct TuneFor {
  const cards::Benchmark* workload;
  bool reconstruct = false, images = true, lanes = false, pairs = true;
};

/// `options` come from preferred_options. Sets in them what the flags ask for, and tunes the rest, unless
/// there is --no-tune. Returns whether something was tuned, now or in an earlier run.
bool choose_options(const CommonOptions& flags, gpu::Device& device, const Geometry& geometry,
                    const TuneFor& what, LatticeOptions& options);

/// How many of `columns` right-hand sides of quarks with that hop to solve for at once (block_request). With
/// --no-tune, on several ranks and on lattices too small for a search, one.
int choose_block(const CommonOptions& flags, std::string_view hop, gpu::Device& device,
                 const Geometry& geometry, const LatticeOptions& options, int columns);

}  // namespace glueball::app
