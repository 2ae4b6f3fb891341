#include "measure/box_fourier.hpp"

#include <fftw3.h>

#include <new>

namespace glueball {
namespace {

fftw_complex* raw(std::vector<Complex>& field) { return reinterpret_cast<fftw_complex*>(field.data()); }

struct PlanEnd {
  void operator()(fftw_plan plan) const { fftw_destroy_plan(plan); }
};
using Plan = std::unique_ptr<std::remove_pointer_t<fftw_plan>, PlanEnd>;

/// Makes a plan by fixed rules instead of timing, and for memory of any alignment, because the bits of the
/// result depend on the plan.
Plan plan_of(const Site& e, std::vector<Complex>& field, int sign) {
  const int slowest_first[] = {e[3], e[2], e[1], e[0]};
  Plan plan(fftw_plan_dft(kDirections, slowest_first, raw(field), raw(field), sign,
                          FFTW_ESTIMATE | FFTW_UNALIGNED));
  if (!plan) throw std::bad_alloc();
  return plan;
}

}  // namespace

struct BoxFourier::Plans {
  Plan to_momenta, to_sites;
};

BoxFourier::BoxFourier(const Site& extents) : extents_(extents) {
  std::vector<Complex> field(volume());
  plans_ = std::make_unique<Plans>(
      Plans{plan_of(extents, field, FFTW_FORWARD), plan_of(extents, field, FFTW_BACKWARD)});
}

BoxFourier::~BoxFourier() = default;

std::size_t BoxFourier::volume() const {
  return std::size_t(extents_[0]) * std::size_t(extents_[1]) * std::size_t(extents_[2]) *
         std::size_t(extents_[3]);
}

void BoxFourier::to_momenta(std::vector<Complex>& field) const {
  fftw_execute_dft(plans_->to_momenta.get(), raw(field), raw(field));
}

void BoxFourier::to_sites(std::vector<Complex>& field) const {
  fftw_execute_dft(plans_->to_sites.get(), raw(field), raw(field));
}

}  // namespace glueball
