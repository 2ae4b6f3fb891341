// These are fields of overlap quarks on a device and as dense vectors, and the links of their tests.
#pragma once

#include "field/transfer.hpp"
#include "overlap/overlap_operator.hpp"
#include "quark/source.hpp"
#include "support/dense_overlap.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test {

inline const Geometry kFlat({2, 2, 2, 4});

inline FieldVector<SpinorField> on_device(const DeviceLattice& lattice, const Eigen::VectorXcd& v) {
  FieldVector<SpinorField> field = full_vector(lattice);
  const Full on_host = field_of(v);
  for (std::size_t part = 0; part < 2; ++part) upload(on_host[part], field[part]);
  return field;
}

inline Eigen::VectorXcd on_host(const FieldVector<SpinorField>& field) {
  Full full;
  for (std::size_t part = 0; part < 2; ++part) download(field[part], full[part]);
  return numbers_of(full);
}

inline Eigen::VectorXcd noise(const Geometry& g, std::uint64_t seed) {
  return numbers_of(make_source<ParitySpinorField>({.kind = SourceKind::z2xz2, .seed = seed}, g, 0, 1));
}

inline LatticeOptions options_of(const gpu::Device& device,
                                 gpu::Precision precision = gpu::Precision::double_) {
  return preferred_options(device, precision, kFlat);
}

inline double relative(const Eigen::VectorXcd& found, const Eigen::VectorXcd& wanted) {
  return (found - wanted).norm() / wanted.norm();
}

inline const Configuration& links() {
  static const Configuration u = weak_configuration(kFlat, 0.5, 71);
  return u;
}
inline const DenseOverlap& dense() {
  static const DenseOverlap d(links(), {});
  return d;
}

}  // namespace glueball::test
