#include "measure/correlator.hpp"

#include "base/error.hpp"

namespace glueball {
namespace {

using Matrices = std::vector<Matrix3>;

/// Adds factor conj(a(k)) b(k), summed over `count` numbers that `pick` takes from a matrix.
template <class Pick>
void add_products(const BoxFourier& fourier, const Matrices& a, const Matrices& b, int count, Pick pick,
                  double factor, std::vector<Complex>& spectrum) {
  std::vector<std::vector<Complex>> products(static_cast<std::size_t>(count));
#pragma omp parallel for
  for (int k = 0; k < count; ++k) {
    const auto transform = [&](const Matrices& m) {
      std::vector<Complex> field(m.size());
      for (std::size_t n = 0; n < m.size(); ++n) field[n] = pick(m[n], k);
      fourier.to_momenta(field);
      return field;
    };
    auto& product = products[std::size_t(k)] = transform(a);
    const auto with = &a == &b ? product : transform(b);
    for (std::size_t n = 0; n < product.size(); ++n) product[n] = std::conj(product[n]) * with[n];
  }
  for (const auto& product : products)
    for (std::size_t n = 0; n < spectrum.size(); ++n) spectrum[n] += factor * product[n];
}

Complex trace_of(const Matrix3& m, int) { return trace(m); }
Complex entry_of(const Matrix3& m, int k) { return m[k / 3][k % 3]; }

void check(const MatrixSiteField& a, const MatrixSiteField& b) {
  if (a.extents() != b.extents())
    throw Error(ErrorKind::bad_value, "the fields of a correlator are over different boxes");
  for (std::size_t mu = 0; mu < kDirections; ++mu)
    if (const int e = a.extents()[mu]; e != 1 && e != a.lattice().geometry().whole_extents()[mu])
      throw Error(ErrorKind::bad_value, "the box of a correlator is no slice of the lattice");
}

}  // namespace

void add_spectrum(const BoxFourier& fourier, const Matrices& a, const Matrices& b, Combination combination,
                  std::vector<Complex>& spectrum) {
  switch (combination) {
    case Combination::average:
      return add_products(fourier, a, b, 1, trace_of, 1 / 9.0, spectrum);
    case Combination::singlet:
      return add_products(fourier, a, b, 9, entry_of, 1 / 3.0, spectrum);
    case Combination::octet:
      add_products(fourier, a, b, 1, trace_of, 1 / 8.0, spectrum);
      return add_products(fourier, a, b, 9, entry_of, -1 / 24.0, spectrum);
  }
}

Correlator correlator(const BoxFourier& fourier, std::vector<Complex> spectrum) {
  fourier.to_sites(spectrum);
  for (Complex& c : spectrum) c /= double(spectrum.size());
  return by_distance(fourier.extents(), spectrum);
}

Correlator correlator(const MatrixSiteField& a, const MatrixSiteField& b, Combination combination) {
  check(a, b);
  const BoxFourier fourier(a.extents());
  std::vector<Complex> spectrum(fourier.volume());
  const Matrices of_a = download(a);
  if (&a == &b)
    add_spectrum(fourier, of_a, of_a, combination, spectrum);
  else
    add_spectrum(fourier, of_a, download(b), combination, spectrum);
  return correlator(fourier, std::move(spectrum));
}

}  // namespace glueball
