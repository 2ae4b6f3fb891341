#include "measure/taylor.hpp"

#include "comm/gather.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "quark/condensate.hpp"
#include "quark/source.hpp"

namespace glueball {
namespace {

using Full = FullQuarkField<ParityColourField>;

/// Applies d^k M / dmu^k on all sites.
class Derivative {
 public:
  explicit Derivative(const ColourOperator& op) : op_(op), in_(op.lattice()), out_(op.lattice()) {}
  Full operator()(int k, const Full& x) {
    Full result;
    for (const Parity target : {Parity::even, Parity::odd}) {
      upload(x[std::size_t(other(target))], in_);
      op_.hop_derivative(k, target, in_, out_);
      download(out_, result[std::size_t(target)]);
    }
    return result;
  }

 private:
  const ColourOperator& op_;
  ColourField in_, out_;
};

/// Applies epsilon(x) = (-1)^(x+y+z+t): epsilon M epsilon = M^+.
Full with_signs(Full x) {
  for (ColourVector& v : x[std::size_t(Parity::odd)])
    for (Complex& z : v.c) z = -z;
  return x;
}

}  // namespace

std::array<Complex, 4> TaylorTraces::derivatives() const {
  return {t_1, t_2 - t_11, t_3 - 3.0 * t_12 + 2.0 * t_111,
          t_4 - 4.0 * t_13 - 3.0 * t_22 + 12.0 * t_112 - 6.0 * t_1111};
}

TaylorTraces& TaylorTraces::operator+=(const TaylorTraces& t) {
  t_1 += t.t_1, t_2 += t.t_2, t_3 += t.t_3, t_4 += t.t_4;
  t_11 += t.t_11, t_12 += t.t_12, t_13 += t.t_13, t_22 += t.t_22;
  t_111 += t.t_111, t_112 += t.t_112, t_1111 += t.t_1111;
  return *this;
}

TaylorTraces& TaylorTraces::operator*=(double f) {
  for (Complex* t : {&t_1, &t_2, &t_3, &t_4, &t_11, &t_12, &t_13, &t_22, &t_111, &t_112, &t_1111}) *t *= f;
  return *this;
}

TaylorTraces taylor_traces(QuarkSolver<ParityColourField>& solver, const ColourOperator& op,
                           std::span<const Full> eta) {
  Derivative d(op);
  const Domain* domain = op.lattice().domain();
  const std::size_t count = eta.size();
  const auto solved = [&](std::vector<Full> b) {
    std::vector<Full> x(b.size());
    solver.solve_all(b, x);
    return x;
  };
  // left = (M^+)^-1 eta, and M^-1 of M' eta and M'' eta: these solves are independent.
  std::vector<Full> b;
  for (const Full& e : eta) b.push_back(with_signs(e));
  for (const int k : {1, 2})
    for (const Full& e : eta) b.push_back(d(k, e));
  const std::vector<Full> x = solved(std::move(b));
  const auto first = [&](std::size_t n) -> const Full& { return x[count + n]; };
  std::vector<Full> again;
  for (std::size_t n = 0; n < count; ++n) again.push_back(d(1, first(n)));
  const std::vector<Full> second = solved(std::move(again));
  again.clear();
  for (std::size_t n = 0; n < count; ++n) again.push_back(d(1, second[n]));
  const std::vector<Full> third = solved(std::move(again));

  TaylorTraces sum;
  for (std::size_t n = 0; n < count; ++n) {
    Full left = with_signs(x[n]);
    if (domain != nullptr) left = gathered(*domain, std::move(left));
    const auto form = [&](int k, const Full& right) {
      Full product = d(k, right);
      if (domain != nullptr) product = gathered(*domain, std::move(product));
      return domain == nullptr || domain->ranks().first() ? inner_product(left, product) : Complex();
    };
    // The last derivative of a product is moved to the front, which does not change a trace.
    sum += {.t_1 = form(1, eta[n]),
            .t_2 = form(2, eta[n]),
            .t_3 = form(3, eta[n]),
            .t_4 = form(4, eta[n]),
            .t_11 = form(1, first(n)),
            .t_12 = form(2, first(n)),
            .t_13 = form(3, first(n)),
            .t_22 = form(2, x[2 * count + n]),
            .t_111 = form(1, second[n]),
            .t_112 = form(2, second[n]),
            .t_1111 = form(1, third[n])};
  }
  if (domain != nullptr) domain->ranks().broadcast(std::as_writable_bytes(std::span(&sum, 1)), 0);
  return sum;
}

std::vector<std::array<double, 4>> taylor_derivatives(gpu::Device& device, const Configuration& u,
                                                      const CondensateOptions& options,
                                                      const Boundary& boundary, std::uint64_t seed,
                                                      const Domain* domain) {
  const Geometry& g = u.geometry();
  const bool doubles = device.info().limits.float64;
  LatticeOptions how =
      preferred_options(device, doubles ? gpu::Precision::double_ : gpu::Precision::single, g);
  how.domain = domain;
  how.ghosts = std::uint32_t(layers_of(options.action));
  const DeviceLattice lattice(device, g, how);
  GaugeField links(lattice);
  upload(u, links);
  Halo(lattice).exchange(links);
  // The operator has phases on wrapping links only. Traces are the same in every equivalent form.
  QuarkParameters quark{
      .action = options.action, .epsilon = options.epsilon, .boundary = boundary.wrapped(g)};
  const auto op = operator_kind<ColourField>(options.action).on_device(lattice, links, quark);
  op->links_changed();
  const SourceSpec noise = trace_noise(seed);
  std::vector<std::array<double, 4>> results;
  const auto low_modes = low_modes_of(device, u, options, quark.boundary, domain);
  for (const double mass : options.masses) {
    quark.mass = mass;
    // Residuals are on the device as on several ranks, so that one rank has the same numbers.
    const auto solver = make_staggered_solver(device, u, quark,
                                              {.restart = doubles ? Restart::gpu : Restart::automatic,
                                               .tolerance = trace_tolerance(mass),
                                               .block = options.block,
                                               .domain = domain,
                                               .low_modes = low_modes});
    TaylorTraces sum;
    for (int first = 0; first < options.vectors; first += options.block) {
      std::vector<Full> eta;
      for (int n = first; n < std::min(first + options.block, options.vectors); ++n)
        eta.push_back(make_source<ParityColourField>(noise, g, 0, 1, std::uint32_t(n)));
      sum += taylor_traces(*solver, *op, eta);
    }
    sum *= 1.0 / (options.vectors * 3.0 * double(g.whole_volume()));
    const auto d = sum.derivatives();
    results.push_back({d[0].imag(), d[1].real(), d[2].imag(), d[3].real()});
  }
  return results;
}

}  // namespace glueball
