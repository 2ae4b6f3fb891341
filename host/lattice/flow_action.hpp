// Actions of the gradient flow, and the scheme that integrates it.
#pragma once

#include <array>
#include <string_view>

namespace glueball {

/// The flow dV/dt = Z(V) V, Z = -g^2 dS/dV of an action of the c1 family, S = 2/g^2 sum [c0 Re tr(1-P) + c1
/// Re tr(1-R)], c0 = 1 - 8 c1 (Luescher, arXiv:1006.4518). With `zeuthen` Z_mu <- (1 + D*_mu D_mu / 12) Z_mu
/// (Ramos and Sint, arXiv:1508.05552).
struct FlowAction {
  double c1 = 0.0;
  bool zeuthen = false;
  double c0() const { return 1.0 - 8.0 * c1; }
};

inline constexpr FlowAction kWilsonFlow{0.0, false}, kSymanzikFlow{-1.0 / 12.0, false},
    kZeuthenFlow{-1.0 / 12.0, true};

/// Returns the action of "wilson", "symanzik" or "zeuthen". Throws Error(bad_value) for other words.
FlowAction flow_action_of(std::string_view word);

/// A stage of the third-order Runge-Kutta scheme in its form with one accumulator (arXiv:1006.4518, appendix
/// C): K <- keep K + force eps Z(W), W <- exp(move K) W.
struct FlowStage {
  double keep, force, move;
};
inline constexpr std::array<FlowStage, 3> kFlowStages{
    {{0.0, 1.0, 0.25}, {-17.0 / 36.0, 8.0 / 9.0, 1.0}, {-1.0, 3.0 / 4.0, 1.0}}};

/// Coefficients of the embedded second-order result exp(2 Z_1 - Z_0) W_0 (Fritzsch and Ramos,
/// arXiv:1301.4388, appendix D). By the accumulator K after the first and second stage, 2 Z_1 - Z_0 = K_0 /
/// 16 + 9/4 K_1.
inline constexpr double kEmbeddedFirst = 1.0 / 16.0, kEmbeddedSecond = 9.0 / 4.0;

}  // namespace glueball
