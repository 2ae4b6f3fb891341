#include "eigen/normal_matrix.hpp"

#include <type_traits>

namespace glueball {

template <class F>
NormalMatrix<F>::NormalMatrix(FermionOperator<F>& op, Sites sites)
    : op_(op), sites_(sites), middle_(NormalMatrix::make()) {}

template <class F>
FieldVector<F> NormalMatrix<F>::make() const {
  FieldVector<F> v;
  for (int part = 0; part < (sites_ == Sites::all ? 2 : 1); ++part) v.emplace_back(lattice());
  return v;
}

template <class F>
std::size_t NormalMatrix<F>::dimension() const {
  return dimension_of<F>(lattice().geometry(), sites_);
}

template <class F>
void NormalMatrix<F>::apply(const FieldVector<F>& in, FieldVector<F>& out) {
  if (sites_ == Sites::even) return op_.normal(in[0], middle_[0], out[0]);
  for (const bool dagger : {false, true}) {
    const FieldVector<F>& from = dagger ? middle_ : in;
    FieldVector<F>& to = dagger ? out : middle_;
    for (const Parity target : {Parity::even, Parity::odd})
      op_.apply(target, from[std::size_t(target)], from[std::size_t(other(target))], to[std::size_t(target)],
                dagger);
  }
}

template <class F>
std::size_t dimension_of(const Geometry& geometry, Sites sites) {
  return geometry.whole_volume() / (sites == Sites::even ? 2 : 1) * (std::is_same_v<F, ColourField> ? 3 : 12);
}

template class NormalMatrix<SpinorField>;
template class NormalMatrix<ColourField>;
template std::size_t dimension_of<SpinorField>(const Geometry&, Sites);
template std::size_t dimension_of<ColourField>(const Geometry&, Sites);

}  // namespace glueball
