// The fields of scenes, computed from a copy of a run's links.
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

/// Densities on the whole lattice, or Polyakov loops, at a scene's flow time. The field is computed again
/// only if links, flow time or parameters have changed. A later flow time continues from an earlier one.
class ScratchField {
 public:
  explicit ScratchField(LiveRun& run);

  /// Updates the field for a scene; on several ranks all must call it. With `slices` only those time slices
  /// of the whole lattice are computed for charge and action, and others may be those of earlier links.
  /// `pause` is called during the flow, as GradientFlow does.
  ///
  /// Throws Error(not_converged) if quarks are too light for the links, or if zero modes of a fixed
  /// configuration cannot be separated from other modes. Throws Error(bad_value) for fields of quarks on
  /// several ranks. The density is 0 for links without zero modes, and for those of a chain whose zero modes
  /// cannot be separated: later links may be better.
  void update(const Scene& scene, const std::vector<int>& slices = {},
              const std::function<void()>& pause = {});

  /// Makes the next `update` compute the field again.
  void forget() { key_ = flow_key_ = Key(); }

  /// Return the density of every field except Polyakov loops, and the weights of its components in the field
  /// shown.
  const DensityField& density() const { return density_; }
  std::array<float, 4> weights() const;
  /// Marks the time slices of the whole lattice that belong to the links of the last `update`; others may
  /// belong to earlier links.
  const std::vector<bool>& fresh() const { return fresh_; }
  /// Returns Tr / 3 at all points in space, for any Euclidean time.
  const MatrixSiteField& loops() const { return loops_->field; }
  /// Returns how many zero modes there are, or why none are shown; empty for other fields.
  const std::string& remark() const { return remark_; }
  /// Counts changes of the field.
  std::uint64_t version() const { return version_; }
  /// Returns log10 of a pion's largest density. Pictures show kDecades below it, as values from 0 to
  /// kDecades.
  double pion_top() const { return pion_top_; }
  static constexpr double kDecades = 6;
  /// Returns the sum of the shown field over all sites; waits for the device.
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
