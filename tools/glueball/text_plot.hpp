// Plots of letters, for terminals and for files alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace glueball::app {

/// Values over 0, 1, 2, ... as `height` rows of text below a title, a star a value, the axis labelled with
/// its largest and smallest number; values that are missing leave their column empty. Nothing when all are
/// missing.
std::string text_plot(const std::string& title, const std::vector<std::optional<double>>& values,
                      int height = 10);

}  // namespace glueball::app
