// Text plots for terminals and files.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace glueball::app {

/// Plots values over 0, 1, 2, ... as `height` rows of text below a title, with a star for each value. The
/// axis has the largest and the smallest number. Missing values leave their column empty. Returns an empty
/// string if all are missing.
std::string text_plot(const std::string& title, const std::vector<std::optional<double>>& values,
                      int height = 10);

}  // namespace glueball::app
