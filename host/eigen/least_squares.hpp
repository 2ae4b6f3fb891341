// Linear least squares of a few parameters, on the host.
#pragma once

#include <span>
#include <vector>

namespace glueball {

/// The x that makes sum_i weights[i]^2 (sum_k rows[i][k] x[k] - values[i])^2 least, by a QR decomposition.
/// Empty where the rows do not determine it, or a number is not finite. All three have one length; rows too
/// among each other.
std::vector<double> least_squares(std::span<const std::vector<double>> rows, std::span<const double> values,
                                  std::span<const double> weights);

}  // namespace glueball
