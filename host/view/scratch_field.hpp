// What a scene shows of a run's links, computed from a copy of them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flow/flow.hpp"
#include "kernels/view.hpp"
#include "measure/polyakov.hpp"
#include "view/live_run.hpp"
#include "view/scene.hpp"

namespace glueball::view {

/// Densities on all of the lattice, or Polyakov loops, at a scene's flow time. What links, flow time and
/// parameters have not changed is kept; a later flow time goes on from an earlier one.
class ScratchField {
 public:
  explicit ScratchField(LiveRun& run);

  /// Brings the field to the scene. With `slices`, of charge and action those time slices of the whole
  /// lattice alone (the others may be those of earlier links); otherwise all. Of several ranks all call it.
  /// Calls `pause` while it flows, as GradientFlow does. Throws Error(not_converged) where quarks are too
  /// light for the links, or zero modes of a configuration that does not move are not to be told from others;
  /// Error(bad_value) for fields of quarks on several ranks. Links without zero modes have a density of 0,
  /// and so have those of a chain whose zero modes are not to be told: the next ones may do better.
  void update(const Scene& scene, const std::vector<int>& slices = {},
              const std::function<void()>& pause = {});

  /// The next `update` computes anew.
  void forget() { key_ = flow_key_ = Key(); }

  /// Of every field but Polyakov loops: the part of a texel's components that is shown.
  const DensityField& density() const { return density_; }
  std::array<float, 4> weights() const;
  /// The time slices of the whole lattice that are of the links of the last `update`; the others may be of
  /// earlier ones.
  const std::vector<bool>& fresh() const { return fresh_; }
  /// Tr / 3 on the points of all of space, at any Euclidean time.
  const MatrixSiteField& loops() const { return loops_->field; }
  /// Of zero modes: how many there are, or why none are shown; else empty.
  const std::string& remark() const { return remark_; }
  /// Counts changes of what it holds.
  std::uint64_t version() const { return version_; }
  /// Of a pion: the logarithm of the largest density, base 10. What is shown are kDecades below it, from 0 to
  /// kDecades.
  double pion_top() const { return pion_top_; }
  static constexpr double kDecades = 6;
  /// The sum over all sites of what is shown; waits.
  double total(const Scene& scene);

 private:
  struct Key {
    std::uint64_t links = 0;
    double flow_time = -1, flow_step = 0;
    bool operator==(const Key&) const = default;
  };
  const GaugeField& flowed(const Scene& scene, const std::function<void()>& pause);
  void clover(const GaugeField& u, const std::vector<int>& slices);
  void force(const GaugeField& u, const Scene& scene);
  void residual(const GaugeField& u);
  void pion(const GaugeField& u, const Scene& scene);
  void zero_modes(const GaugeField& u, const Scene& scene);

  LiveRun& run_;
  const DeviceLattice& lattice_;
  std::optional<GradientFlow> flow_;
  Key flow_key_;
  DensityField density_;
  std::optional<MomentumField> momenta_;
  std::optional<TransformField> unit_;
  std::optional<PolyakovLoops> loops_;
  GlobalSums sums_;
  FieldKind field_ = FieldKind::charge;
  Key key_;
  double kappa_ = 0, m0_ = 0;
  std::array<int, 4> source_{};
  std::vector<bool> fresh_;
  double pion_top_ = 0;
  std::string remark_;
  std::uint64_t version_ = 0;
};

}  // namespace glueball::view
