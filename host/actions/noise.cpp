#include "actions/noise.hpp"

#include "field/transfer.hpp"
#include "kernels/fermion.hpp"
#include "kernels/ranlux.hpp"
#include "lattice/random_stream.hpp"

namespace glueball {

void draw_spinors(const ActionContext& context, std::uint32_t step, SpinorField& eta, Parity parity) {
  if (context.ranlux)
    kernels::GaussianRanlux::pseudofermion(context.lattice, *context.ranlux, parity, eta);
  else
    kernels::GaussianSpinor::run(context.lattice,
                                 {.parity = std::uint32_t(parity),
                                  .seed_low = std::uint32_t(context.seed),
                                  .seed_high = std::uint32_t(context.seed >> 32),
                                  .step = step,
                                  .stream = stream_word(Stream::pseudofermion, context.number)},
                                 eta);
}

}  // namespace glueball
