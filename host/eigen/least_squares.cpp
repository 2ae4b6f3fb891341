#include "eigen/least_squares.hpp"

#include <Eigen/QR>

namespace glueball {

std::vector<double> least_squares(std::span<const std::vector<double>> rows, std::span<const double> values,
                                  std::span<const double> weights) {
  if (rows.empty()) return {};
  const auto count = Eigen::Index(rows.size()), parameters = Eigen::Index(rows.front().size());
  Eigen::MatrixXd a(count, parameters);
  Eigen::VectorXd b(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double weight = weights[std::size_t(i)];
    for (Eigen::Index k = 0; k < parameters; ++k) a(i, k) = weight * rows[std::size_t(i)][std::size_t(k)];
    b(i) = weight * values[std::size_t(i)];
  }
  if (!a.allFinite() || !b.allFinite()) return {};
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(a);
  if (qr.rank() < parameters) return {};
  const Eigen::VectorXd x = qr.solve(b);
  return {x.begin(), x.end()};
}

}  // namespace glueball
