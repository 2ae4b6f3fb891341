#include "solvers/precise_operator.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "comm/domain.hpp"
#include "comm/of_all.hpp"
#include "cpu/linalg.hpp"
#include "field/transfer.hpp"
#include "lattice/quark_field.hpp"
#include "linalg/copy.hpp"
#include "linalg/global_sums.hpp"
#include "solvers/device_control.hpp"

namespace glueball {
namespace {

/// True if Mhat^+ has to be applied to make the normal equations of Mhat x = b.
template <class F>
bool takes_adjoint(System system) {
  return system == System::normal_equations && !std::is_same_v<F, ColourField>;
}

/// Returns |r| of a system and |b - M x|; `root` is |b - Mhat x| if the system computes it. For Wilson quarks
/// with x_o = T_oo^-1 (b_o + kappa H_oe x_e), the residual on all sites is that of the Schur complement at
/// the even sites, and 0 at the odd ones. For staggered quarks with x_o = (b_o - D_oe x_e) / m, the even-odd
/// form is m times the Schur complement, and its residual is divided by m.
template <class Operator>
Residuals residuals(const Operator& op, System system, double r, double root) {
  Residuals found{r, system == System::normal_equations ? root : r};
  if constexpr (requires { op.mass(); })
    if (system != System::normal) found.full /= std::abs(op.mass());
  return found;
}

/// Least |b| whose square, times that of a tolerance, is far from underflow.
constexpr double kLeastNorm = 1e-135;

/// Returns `norm`, the |b| of M x = b on all sites of all ranks; `b` is this rank's part. Throws for a
/// nonzero source whose square underflows, on all ranks or none.
template <class OneParity>
double checked_norm(double norm, const std::array<OneParity, 2>& b, const Domain* domain) {
  if (!(norm < kLeastNorm)) return norm;
  // A NullDevice, with which memory is measured, returns 0 for every source. Such a source counts as `usual`.
  enum Size : std::uint8_t { nothing, small, usual };
  Size largest = nothing;
  for (const OneParity& half : b)
    for (const auto& site : half)
      for (int k = 0; k < kComponents<OneParity>; ++k)
        if (component(site, k) != Complex{}) largest = small;
  if (!(std::sqrt(cpu::norm2(b[0]) + cpu::norm2(b[1])) < kLeastNorm)) largest = usual;
  if (domain != nullptr) largest = std::ranges::max(of_all(domain->ranks(), largest));
  if (largest == small)
    throw Error(ErrorKind::not_converged,
                "solver: the right-hand side is so small that its square underflows",
                "scale the source towards 1");
  return norm;
}

template <class F>
class PreciseOnHost : public PreciseOperator<F> {
 public:
  using typename PreciseOperator<F>::Vector, typename PreciseOperator<F>::OneParity,
      typename PreciseOperator<F>::Full;
  explicit PreciseOnHost(std::shared_ptr<const typename Operators<F>::Host> op) : op_(std::move(op)) {}

  bool on_host() const override { return true; }
  Vector make() const override { return Vector(OneParity(op_->geometry().half_volume())); }

  void even_odd(const Vector& in, Vector& out, bool dagger) override {
    op_->even_odd(in.host(), out.host(), dagger);
  }
  void normal(const Vector& in, Vector& out) override { normal(in.host(), out.host()); }
  void prepare(const Vector& b_even, const Vector& b_odd, Vector& source) override {
    op_->prepare(Full{b_even.host(), b_odd.host()}, source.host());
  }
  double log_det() override { return op_->log_det(); }

  double norm2(const Vector& x) override { return cpu::norm2(x.host()); }
  Complex dot(const Vector& x, const Vector& y) override { return cpu::dot(x.host(), y.host()); }
  void scale(double a, Vector& x) override { cpu::scale(a, x.host()); }
  void axpy(double a, const Vector& x, Vector& y) override { cpu::axpy(a, x.host(), y.host()); }

  void put(OneParity from, Vector& to) override { to.host() = std::move(from); }
  void take(const F& from, Vector& to) override { download(from, to.host()); }
  void send(const Vector& from, F& to) override { upload(from.host(), to); }

  void clear(const Vector& y, Vector& x) override { x.host().assign(y.host().size(), {}); }
  Residuals at_zero(System system, const Vector& b, Vector& r) override {
    const double root = std::sqrt(cpu::norm2(b.host()));
    if (!takes_adjoint<F>(system)) {
      r.host() = b.host();
      return residuals(*op_, system, root, root);
    }
    op_->even_odd(b.host(), r.host(), true);
    return residuals(*op_, system, std::sqrt(cpu::norm2(r.host())), root);
  }
  void add(double scale, const F& dx, Vector& x) override {
    download(dx, scratch_);
    cpu::axpy(scale, scratch_, x.host());
  }
  Residuals residual(System system, const Vector& b, const Vector& x, Vector& r) override {
    scratch_.resize(x.host().size());
    if (system == System::normal)
      normal(x.host(), scratch_);
    else
      op_->even_odd(x.host(), scratch_);
    OneParity& left = takes_adjoint<F>(system) ? root_ : r.host();
    left = b.host();
    cpu::axpy(-1.0, scratch_, left);
    const double root = std::sqrt(cpu::norm2(left));
    if (!takes_adjoint<F>(system)) return residuals(*op_, system, root, root);
    op_->even_odd(root_, r.host(), true);
    return residuals(*op_, system, std::sqrt(cpu::norm2(r.host())), root);
  }

  void reserve(std::size_t columns) override { b_.resize(std::max(b_.size(), columns)); }
  double set(std::size_t n, const Full& b) override {
    reserve(n + 1);
    b_[n] = &b;
    return checked_norm(std::sqrt(cpu::norm2(b[0]) + cpu::norm2(b[1])), b, nullptr);
  }
  void prepare(std::size_t n, Vector& source) override { op_->prepare(*b_[n], source.host()); }
  double finish(std::size_t n, Vector& x_even, Full& x) override {
    const Full& b = *b_[n];
    x[0] = std::move(x_even.host());
    x[1].resize(b[1].size());
    op_->reconstruct(b, x);
    Full mx{OneParity(b[0].size()), OneParity(b[1].size())};
    op_->full(x, mx);
    for (int parity = 0; parity < 2; ++parity) cpu::axpy(-1.0, b[parity], mx[parity]);
    const double norm = cpu::norm2(b[0]) + cpu::norm2(b[1]);
    return norm > 0 ? std::sqrt((cpu::norm2(mx[0]) + cpu::norm2(mx[1])) / norm) : 0.0;
  }

 private:
  void normal(const OneParity& in, OneParity& out) {
    op_->normal(in, out);
    if (this->shift() != 0) cpu::axpy(this->shift(), in, out);
  }

  std::shared_ptr<const typename Operators<F>::Host> op_;
  OneParity scratch_, root_;
  std::vector<const Full*> b_;
};

template <class F>
class PreciseOnDevice : public PreciseOperator<F> {
 public:
  using typename PreciseOperator<F>::Vector, typename PreciseOperator<F>::OneParity,
      typename PreciseOperator<F>::Full;
  explicit PreciseOnDevice(std::shared_ptr<typename Operators<F>::Device> op)
      : op_(std::move(op)), middle_(op_->lattice()), image_(op_->lattice()), sums_(op_->lattice()) {}

  bool on_host() const override { return false; }
  Vector make() const override { return Vector(F(op_->lattice())); }
  void links_changed() override { op_->links_changed(); }

  void even_odd(const Vector& in, Vector& out, bool dagger) override {
    op_->even_odd(in.device(), out.device(), dagger);
  }
  void normal(const Vector& in, Vector& out) override { normal(in.device(), out.device()); }
  void prepare(const Vector& b_even, const Vector& b_odd, Vector& source) override {
    op_->prepare(b_even.device(), b_odd.device(), source.device());
  }
  double log_det() override { return op_->log_det(sums_); }

  double norm2(const Vector& x) override { return sums_.norm2(x.device()); }
  Complex dot(const Vector& x, const Vector& y) override { return sums_.dot(x.device(), y.device()); }
  void scale(double a, Vector& x) override { kernels::Scale::run(all(), {.a = a, .b = 0}, x.device()); }
  void axpy(double a, const Vector& x, Vector& y) override {
    kernels::Axpy::run(all(), {.a = a, .b = 0}, x.device(), y.device());
  }

  void put(OneParity from, Vector& to) override { upload(from, to.device()); }
  void take(const F& from, Vector& to) override { copy(from, to.device()); }
  void send(const Vector& from, F& to) override { copy(from.device(), to); }

  void clear(const Vector& y, Vector& x) override {
    kernels::Axpby::run(all(), {.a = 0, .b = 0}, y.device(), y.device(), x.device());
  }
  Residuals at_zero(System system, const Vector& b, Vector& r) override {
    if (!takes_adjoint<F>(system)) {
      kernels::Copy::run(all(), {}, b.device(), r.device());
      return measured(system, r);
    }
    op_->even_odd(b.device(), r.device(), true);
    return measured(system, r, b.device());
  }
  void add(double scale, const F& dx, Vector& x) override {
    copy(dx, middle_);
    kernels::Axpy::run(all(), {.a = scale, .b = 0}, middle_, x.device());
  }
  Residuals residual(System system, const Vector& b, const Vector& x, Vector& r) override {
    if (system == System::normal)
      normal(x.device(), image_);
    else
      op_->even_odd(x.device(), image_);
    F& left = takes_adjoint<F>(system) ? middle_ : r.device();
    kernels::Axpby::run(all(), {.a = 1, .b = -1}, b.device(), image_, left);
    if (!takes_adjoint<F>(system)) return measured(system, r);
    op_->even_odd(left, r.device(), true);
    return measured(system, r, left);
  }

  void reserve(std::size_t columns) override {
    while (columns_.size() < columns) columns_.emplace_back(op_->lattice());
  }
  double set(std::size_t n, const Full& b) override {
    reserve(n + 1);
    Column& c = columns_[n];
    upload(b[0], c.even);
    upload(b[1], c.odd);
    c.norm = std::sqrt(sums_.norm2(c.even) + sums_.norm2(c.odd));
    return checked_norm(c.norm, b, op_->lattice().domain());
  }
  void prepare(std::size_t n, Vector& source) override {
    op_->prepare(columns_[n].even, columns_[n].odd, source.device());
  }
  double finish(std::size_t n, Vector& x_even, Full& x) override {
    const auto& [even, odd, norm] = columns_[n];
    F& x_odd = middle_;
    op_->reconstruct(odd, x_even.device(), x_odd);
    download(x_even.device(), x[0]);
    download(x_odd, x[1]);
    const double left = squared_residual(Parity::even, x_even.device(), x_odd, even) +
                        squared_residual(Parity::odd, x_odd, x_even.device(), odd);
    return norm > 0 ? std::sqrt(left) / norm : 0.0;
  }

 private:
  struct Column {
    explicit Column(const DeviceLattice& lattice) : even(lattice), odd(lattice) {}
    F even, odd;
    double norm = 0;
  };

  Launch all() const { return {op_->lattice(), kFieldFlags<F>}; }
  void normal(const F& in, F& out) {
    op_->normal(in, middle_, out);
    if (this->shift() != 0) kernels::Axpy::run(all(), {.a = this->shift(), .b = 0}, in, out);
  }
  Residuals measured(System system, const Vector& r) {
    const double found = std::sqrt(sums_.norm2(r.device()));
    return residuals(*op_, system, found, found);
  }
  Residuals measured(System system, const Vector& r, const F& root) {
    const double found = std::sqrt(sums_.norm2(r.device()));
    return residuals(*op_, system, found, std::sqrt(sums_.norm2(root)));
  }
  /// Returns |b - M x|^2 at the sites of `target`.
  double squared_residual(Parity target, const F& this_parity, const F& other_parity, const F& b) {
    op_->apply(target, this_parity, other_parity, image_);
    kernels::Axpy::run(all(), {.a = -1, .b = 0}, b, image_);
    return sums_.norm2(image_);
  }

  std::shared_ptr<typename Operators<F>::Device> op_;
  F middle_, image_;
  GlobalSums sums_;
  std::vector<Column> columns_;  ///< b on all sites
};

}  // namespace

template <class F>
std::unique_ptr<PreciseOperator<F>> precise_on_host(std::shared_ptr<const typename Operators<F>::Host> op) {
  return std::make_unique<PreciseOnHost<F>>(std::move(op));
}

template <class F>
std::unique_ptr<PreciseOperator<F>> precise_on_device(std::shared_ptr<typename Operators<F>::Device> op) {
  return std::make_unique<PreciseOnDevice<F>>(std::move(op));
}

template std::unique_ptr<PreciseOperator<SpinorField>> precise_on_host<SpinorField>(
    std::shared_ptr<const Operators<SpinorField>::Host>);
template std::unique_ptr<PreciseOperator<ColourField>> precise_on_host<ColourField>(
    std::shared_ptr<const Operators<ColourField>::Host>);
template std::unique_ptr<PreciseOperator<SpinorField>> precise_on_device<SpinorField>(
    std::shared_ptr<Operators<SpinorField>::Device>);
template std::unique_ptr<PreciseOperator<ColourField>> precise_on_device<ColourField>(
    std::shared_ptr<Operators<ColourField>::Device>);

}  // namespace glueball
