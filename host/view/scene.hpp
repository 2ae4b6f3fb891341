// A scene: everything that a picture depends on beside the fields, as command-line flags.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace glueball::view {

/// The fields that can be shown.
enum class FieldKind {
  action,     ///< E = tr F F summed over all planes, from clovers; non-negative
  charge,     ///< topological charge density from clovers; of both signs
  polyakov,   ///< Polyakov loop Tr / 3 at every point in space: phase as colour, magnitude as opacity
  force,      ///< sum over mu and a of F_a^2 of the fermion force of two Wilson flavours at hopping parameter
              ///< kappa
  gauge,      ///< gauge-fixing residual Tr Delta Delta^+ / 3
  pion,       ///< pion from a point source: sum over spins and colours of |S(x, 0)|^2, on a logarithmic scale
  zeromodes,  ///< sum over zero modes of overlap quarks, spins and colours of |psi|^2
  chirality,  ///< sum over zero modes of psi^+ gamma5 psi, whose sign is that of their part of the charge
};
enum class Mode {
  volume,    ///< volume rendering: colour and opacity increase with the field
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

/// A camera outside of the box that looks at its middle.
struct Camera {
  double azimuth = 35;        ///< degrees around the z axis, from the x axis
  double elevation = 20;      ///< degrees above the x-y plane, -90 to 90
  double distance = 3.2;      ///< from the middle, in units of the box's longest edge
  double field_of_view = 30;  ///< degrees, for the shorter side of the picture
  bool operator==(const Camera&) const = default;
};

struct Scene {
  FieldKind field = FieldKind::charge;
  double flow_time = 1;    ///< flow time of the links from which the field is computed, in units of a^2
  double flow_step = 0.1;  ///< step of this Wilson flow
  Mode mode = Mode::surfaces;
  /// Value of surfaces, and value below which a volume is transparent, as a fraction of the range.
  double threshold = 0.3;
  /// Opacity of surfaces, of slices, and of a volume's largest values along one lattice spacing.
  double opacity = 0.8;
  /// Euclidean time of the slice that is shown; between two slices it is their weighted mean; periodic.
  double time = 0;
  /// Positions of slices along x, y, z as fractions of the box; negative: no slice.
  std::array<double, 3> planes{0.5, 0.5, 0.5};
  MapKind map = MapKind::automatic;
  double range = 0;     ///< field value of the last colour; 0: the largest so far
  double kappa = 0.12;  ///< hopping parameter of the quarks of `force` and `pion`
  double m0 = 1.4;      ///< kernel mass of `zeromodes` and `chirality`, H = gamma5 (D_W - m0)
  std::array<int, 4> source{0, 0, 0, 0};  ///< source of the pion
  Camera camera;
  std::array<int, 3> background{12, 14, 22};  ///< red, green, blue, 0 to 255
  bool box = true;                            ///< edges of the box
  bool annotate = true;                       ///< colour bar and labels in headless pictures

  bool operator==(const Scene&) const = default;
};

std::string_view to_string(FieldKind field);
std::string_view to_string(Mode mode);
std::string_view to_string(MapKind map);
/// True for fields of zero modes, which some links do not have.
inline bool shows_zero_modes(FieldKind field) {
  return field == FieldKind::zeromodes || field == FieldKind::chirality;
}
/// Return the names in the order of the enumerations.
const std::vector<std::string>& field_names();
const std::vector<std::string>& mode_names();
const std::vector<std::string>& map_names();
/// Throw Error(bad_value) that names the most similar name.
FieldKind field_of(const std::string& name);
Mode mode_of(const std::string& name);
MapKind map_of(const std::string& name);

/// For example "35,20,2.6,30".
std::string to_string(const Camera& camera);
/// Throws Error(bad_value) for invalid text.
Camera camera_of(const std::string& text);

/// A flag of a scene, and how it is written and read. Values are words without blanks.
struct SceneFlag {
  const char *name, *type, *help;
  std::function<std::string(const Scene&)> say;
  /// Throws Error(bad_value) for an invalid value.
  std::function<void(Scene&, const std::string&)> read;
};
const std::vector<SceneFlag>& scene_flags();

/// Writes flags such as "--field charge --flow-time 2 ... --camera 35,20,2.6,30": all that differ from a
/// default scene, and always the camera.
std::string flags(const Scene& scene);
/// Reads a scene from such flags. Throws Error(bad_value) for unknown flags and bad values.
Scene scene_of(const std::string& flags);
/// Throws Error(bad_value) for values out of range.
void check(const Scene& scene);

}  // namespace glueball::view
