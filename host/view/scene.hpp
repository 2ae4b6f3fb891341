// Everything a picture depends on beside the fields, as command-line flags.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace glueball::view {

/// What is looked at.
enum class FieldKind {
  action,     ///< E = tr F F summed over all planes, from clovers; not negative
  charge,     ///< topological charge density, from clovers; of either sign
  polyakov,   ///< Polyakov loop Tr / 3 at every point of space: phase as colour, magnitude as opacity
  force,      ///< sum over mu and a of F_a^2 of the fermion force of two Wilson flavours at hopping parameter
              ///< kappa
  gauge,      ///< gauge-fixing residual Tr Delta Delta^+ / 3
  pion,       ///< pion from a point source: sum over spins and colours of |S(x, 0)|^2, on a logarithmic scale
  zeromodes,  ///< of overlap quarks: sum over zero modes, spins and colours of |psi|^2
  chirality,  ///< sum over zero modes of psi^+ gamma5 psi, whose sign is that of the charge they go with
};
enum class Mode {
  volume,    ///< seen through: colour and opacity grow with the field
  surfaces,  ///< where the field is plus or minus the threshold; cut open at the box's sides
  slices,    ///< planes through the box
};
enum class MapKind {
  automatic,     ///< the first of those below that suits the field
  blue_orange,   ///< diverging: negative blue, positive orange
  purple_green,  ///< diverging
  adelaide,      ///< diverging: negative blue to green, positive red to yellow
  heat,          ///< from dark to light
  grey,          ///< from dark to light
  phase,         ///< periodic, for phases
};

/// Looks at the middle of the box from outside.
struct Camera {
  double azimuth = 35;        ///< degrees around the z axis, from the x axis
  double elevation = 20;      ///< degrees above the x-y plane, -90 to 90
  double distance = 3.2;      ///< from the middle, in units of the box's longest edge
  double field_of_view = 30;  ///< degrees, of the shorter side of the picture
  bool operator==(const Camera&) const = default;
};

struct Scene {
  FieldKind field = FieldKind::charge;
  double flow_time = 1;    ///< of the scratch copy the field is computed from, in units of a^2
  double flow_step = 0.1;  ///< of its Wilson flow
  Mode mode = Mode::surfaces;
  double threshold = 0.3;  ///< of surfaces, and below which a volume is clear; share of the range
  double opacity =
      0.8;          ///< of surfaces, of slices, and of a volume's strongest points along one lattice spacing
  double time = 0;  ///< Euclidean time slice shown; between two of them their mean, weighted; periodic
  std::array<double, 3> planes{
      0.5, 0.5, 0.5};  ///< where slices cut x, y, z: shares of the box; negative: no such slice
  MapKind map = MapKind::automatic;
  double range = 0;     ///< field that has the map's last colour; 0: the largest seen
  double kappa = 0.12;  ///< of the quarks of `force` and `pion`
  double m0 = 1.4;      ///< of the kernel of `zeromodes` and `chirality`, H = gamma5 (D_W - m0)
  std::array<int, 4> source{0, 0, 0, 0};  ///< of the pion
  Camera camera;
  std::array<int, 3> background{12, 14, 22};  ///< red, green, blue, 0 to 255
  bool box = true;                            ///< edges of the box
  bool annotate = true;                       ///< colour bar and labels in headless pictures

  bool operator==(const Scene&) const = default;
};

std::string_view to_string(FieldKind field);
std::string_view to_string(Mode mode);
std::string_view to_string(MapKind map);
/// Whether it is of zero modes, which some links have none of.
inline bool shows_zero_modes(FieldKind field) {
  return field == FieldKind::zeromodes || field == FieldKind::chirality;
}
/// Their names, in the order of the enumerations.
const std::vector<std::string>& field_names();
const std::vector<std::string>& mode_names();
const std::vector<std::string>& map_names();
/// Throw Error(bad_value) that names the nearest.
FieldKind field_of(const std::string& name);
Mode mode_of(const std::string& name);
MapKind map_of(const std::string& name);

/// "35,20,2.6,30"
std::string to_string(const Camera& camera);
/// Throws Error(bad_value) for what is no camera.
Camera camera_of(const std::string& text);

/// A flag of a scene: how it is told and read. Values are words without blanks.
struct SceneFlag {
  const char *name, *type, *help;
  std::function<std::string(const Scene&)> say;
  std::function<void(Scene&, const std::string&)>
      read;  ///< throws Error(bad_value) for what is no such value
};
const std::vector<SceneFlag>& scene_flags();

/// "--field charge --flow-time 2 ... --camera 35,20,2.6,30": what differs from a default-made scene, and the
/// camera always.
std::string flags(const Scene& scene);
/// The same scene back from such flags. Throws Error(bad_value) for unknown flags and bad values.
Scene scene_of(const std::string& flags);
/// Throws Error(bad_value) for values out of range.
void check(const Scene& scene);

}  // namespace glueball::view
