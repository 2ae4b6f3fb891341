#include "solvers/block_residuals.hpp"

#include <cmath>

#include "lattice/transfer.hpp"
#include "linalg/copy.hpp"
#include "linalg/global_sums.hpp"
#include "reference/axpy.hpp"
#include "reference/norm2.hpp"
#include "solvers/quark_column.hpp"

namespace glueball {
namespace {

class OnHost : public BlockResiduals {
 public:
  OnHost(const reference::EvenOddOperator<HalfSpinorField>& exact, const DeviceLattice& inner,
         std::size_t count)
      : exact_(exact), inner_(inner), columns_(count) {}

  double start(std::size_t n, const Full& b) override {
    const std::size_t half = b[0].size();
    scratch_.resize(half);
    HalfSpinorField source(half);
    exact_.prepare_normal(b, source);
    columns_[n] = {source, source, HalfSpinorField(half)};
    return std::sqrt(reference::norm2(source));
  }

  void send(std::size_t n, double scale, SpinorField& to) override {
    reference::axpby(scale, columns_[n].r, 0.0, scratch_);
    upload(scratch_, to);
  }

  double correct(std::size_t n, double scale, const SpinorField& dx) override {
    Column& c = columns_[n];
    download(dx, scratch_);
    reference::axpy(scale, scratch_, c.x);
    exact_.normal(c.x, scratch_);
    c.r = c.b;
    reference::axpy(-1.0, scratch_, c.r);
    return std::sqrt(reference::norm2(c.r));
  }

  double finish(std::size_t n, const Full& b, Full& x) override {
    x[0] = std::move(columns_[n].x);
    return finish_on_host(exact_, b, x);
  }

 private:
  struct Column {
    HalfSpinorField b, r, x;
  };
  const reference::EvenOddOperator<HalfSpinorField>& exact_;
  const DeviceLattice& inner_;
  std::vector<Column> columns_;
  HalfSpinorField scratch_;
};

class OnDevice : public BlockResiduals {
 public:
  OnDevice(FermionOperator<SpinorField>& outer, const DeviceLattice& inner, std::size_t count)
      : outer_(outer),
        inner_(inner),
        middle_(outer.lattice()),
        image_(outer.lattice()),
        sums_(outer.lattice()),
        column_(outer) {
    for (std::size_t n = 0; n < count; ++n) columns_.emplace_back(outer.lattice());
  }

  double start(std::size_t n, const Full& b) override {
    Column& c = columns_[n];
    column_.set(b);
    column_.prepare(c.b);
    kernels::Copy::run(lattice(), {}, c.b, c.r);
    upload(HalfSpinorField(b[0].size()), c.x);
    return std::sqrt(sums_.norm2(c.r));
  }

  void send(std::size_t n, double scale, SpinorField& to) override {
    kernels::Axpby::run(lattice(), {.a = scale, .b = 0}, columns_[n].r, columns_[n].r, middle_);
    copy(middle_, to);
  }

  double correct(std::size_t n, double scale, const SpinorField& dx) override {
    Column& c = columns_[n];
    copy(dx, middle_);
    kernels::Axpy::run(lattice(), {.a = scale, .b = 0}, middle_, c.x);
    outer_.normal(c.x, middle_, image_);
    kernels::Axpby::run(lattice(), {.a = 1, .b = -1}, c.b, image_, c.r);
    return std::sqrt(sums_.norm2(c.r));
  }

  double finish(std::size_t n, const Full& b, Full& x) override {
    column_.set(b);
    return column_.finish(columns_[n].x, image_, x);
  }

 private:
  static constexpr std::uint32_t kPlanes = SpinorField::kPlanes;
  struct Column {
    explicit Column(const DeviceLattice& lattice) : b(lattice), r(lattice), x(lattice) {}
    SpinorField b, r, x;
  };
  const DeviceLattice& lattice() const { return outer_.lattice(); }

  FermionOperator<SpinorField>& outer_;
  const DeviceLattice& inner_;
  std::vector<Column> columns_;
  SpinorField middle_, image_;
  GlobalSums sums_;
  QuarkColumn<SpinorField> column_;
};

}  // namespace

std::unique_ptr<BlockResiduals> residuals_on_host(const reference::EvenOddOperator<HalfSpinorField>& exact,
                                                  const DeviceLattice& inner, std::size_t count) {
  return std::make_unique<OnHost>(exact, inner, count);
}

std::unique_ptr<BlockResiduals> residuals_on_device(FermionOperator<SpinorField>& outer,
                                                    const DeviceLattice& inner, std::size_t count) {
  return std::make_unique<OnDevice>(outer, inner, count);
}

}  // namespace glueball
