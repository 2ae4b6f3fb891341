// These parameters are shared by the files of seeds and the targets that read them.
#pragma once

#include "app/rational_cache.hpp"
#include "fermion/quark.hpp"
#include "lattice/configuration.hpp"

namespace glueball::fuzz {

inline Configuration sample_links() { return hot_configuration(Geometry({2, 2, 2, 2}), 1); }

inline const QuarkParameters kWilson{.action = QuarkAction::wilson, .kappa = 0.12};
inline const QuarkParameters kStaggered{.action = QuarkAction::staggered, .mass = 0.1};

/// A file is looked for, and what is not in it is refused at once: the interval is empty.
inline const app::MinimaxRequest kRequest{
    .f = {{.numerator = -1, .denominator = 2}}, .on = {1, 1}, .order = 1};

}  // namespace glueball::fuzz
