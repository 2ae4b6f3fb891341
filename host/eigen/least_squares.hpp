// Linear least squares with few parameters, on the host.
#pragma once

#include <span>
#include <vector>

namespace glueball {

/// Returns the x that minimizes sum_i weights[i]^2 (sum_k rows[i][k] x[k] - values[i])^2, by a QR
/// decomposition. The result is empty if the rows do not determine x or if a number is not finite. All three
/// arguments must have one length, and all rows one length.
std::vector<double> least_squares(std::span<const std::vector<double>> rows, std::span<const double> values,
                                  std::span<const double> weights);

}  // namespace glueball
