#include "view/colours.hpp"

#include <algorithm>
#include <cmath>

namespace glueball::view {
namespace {

double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double encoded(double c) {
  c = std::clamp(c, 0.0, 1.0);
  return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

Rgb of_oklab(const Rgb& lab) {
  const double l = std::pow(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2], 3);
  const double m = std::pow(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2], 3);
  const double s = std::pow(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2], 3);
  return {encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

/// Colours at equal distances, with linear interpolation in Oklab.
struct Anchors {
  std::vector<Rgb> colours;

  Rgb at(double share) const {
    const double place = std::clamp(share, 0.0, 1.0) * double(colours.size() - 1);
    const std::size_t n = std::min(std::size_t(place), colours.size() - 2);
    const Rgb a = oklab(colours[n]), b = oklab(colours[n + 1]);
    const double t = place - double(n);
    return of_oklab({a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])});
  }
};

const Anchors& anchors(MapKind map) {
  // These are Okabe and Ito's blue, sky blue, orange, vermilion and yellow, which people with all common
  // kinds of colour vision can tell apart.
  static const Anchors blue_orange{{{0.72, 0.90, 1.0},
                                    {0.50, 0.78, 1.0},
                                    {0.26, 0.62, 0.95},
                                    {0.07, 0.43, 0.82},
                                    {0.07, 0.07, 0.10},
                                    {0.79, 0.31, 0.03},
                                    {0.93, 0.49, 0.10},
                                    {1.0, 0.71, 0.26},
                                    {1.0, 0.90, 0.50}}};
  static const Anchors purple_green{{{0.95, 0.88, 1.0},
                                     {0.80, 0.67, 0.96},
                                     {0.63, 0.45, 0.84},
                                     {0.45, 0.26, 0.66},
                                     {0.07, 0.07, 0.10},
                                     {0.08, 0.42, 0.20},
                                     {0.25, 0.60, 0.30},
                                     {0.54, 0.80, 0.45},
                                     {0.88, 0.98, 0.75}}};
  static const Anchors adelaide{{{0.35, 1.0, 0.45},
                                 {0.05, 0.75, 0.65},
                                 {0.05, 0.45, 0.85},
                                 {0.08, 0.12, 0.60},
                                 {0.07, 0.07, 0.10},
                                 {0.45, 0.02, 0.05},
                                 {0.85, 0.12, 0.05},
                                 {1.0, 0.55, 0.05},
                                 {1.0, 0.95, 0.25}}};
  static const Anchors heat{{{0.03, 0.03, 0.08},
                             {0.20, 0.06, 0.36},
                             {0.50, 0.10, 0.45},
                             {0.80, 0.22, 0.32},
                             {0.96, 0.48, 0.14},
                             {0.99, 0.76, 0.28},
                             {1.0, 0.97, 0.75}}};
  static const Anchors grey{{{0.04, 0.04, 0.05}, {1.0, 1.0, 1.0}}};
  // The colours go from -pi over 0 to pi. The three elements of the centre, at -2 pi / 3, 0 and 2 pi / 3, are
  // blue, vermilion and pale yellow.
  static const Anchors phase{{{0.45, 0.62, 0.42},
                              {0.10, 0.42, 0.80},
                              {0.42, 0.18, 0.42},
                              {0.86, 0.33, 0.05},
                              {0.90, 0.62, 0.20},
                              {0.98, 0.93, 0.55},
                              {0.45, 0.62, 0.42}}};
  switch (map) {
    case MapKind::purple_green:
      return purple_green;
    case MapKind::adelaide:
      return adelaide;
    case MapKind::heat:
      return heat;
    case MapKind::grey:
      return grey;
    case MapKind::phase:
      return phase;
    default:
      return blue_orange;
  }
}

bool is_diverging(MapKind map) {
  return map == MapKind::blue_orange || map == MapKind::purple_green || map == MapKind::adelaide;
}

}  // namespace

MapKind map_for(const Scene& scene) {
  if (scene.map != MapKind::automatic) return scene.map;
  if (scene.field == FieldKind::polyakov) return MapKind::phase;
  return is_signed(scene.field) ? MapKind::blue_orange : MapKind::heat;
}

std::vector<std::uint32_t> colour_table(MapKind map, bool of_signed_field) {
  const Anchors& a = anchors(map);
  const bool upper_half = is_diverging(map) && !of_signed_field;
  std::vector<std::uint32_t> table;
  for (std::size_t n = 0; n < kColours; ++n) {
    const double share = double(n) / double(kColours - 1);
    table.push_back(pixel(a.at(upper_half ? 0.5 + 0.5 * share : share)));
  }
  return table;
}

std::uint32_t pixel(const Rgb& colour) {
  std::uint32_t word = 0xff000000u;
  for (std::size_t k = 0; k < 3; ++k)
    word |= std::uint32_t(std::lround(std::clamp(colour[k], 0.0, 1.0) * 255)) << 8 * k;
  return word;
}

Rgb rgb(std::uint32_t pixel) {
  return {double(pixel & 255) / 255, double(pixel >> 8 & 255) / 255, double(pixel >> 16 & 255) / 255};
}

Rgb oklab(const Rgb& c) {
  const double r = linear(c[0]), g = linear(c[1]), b = linear(c[2]);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

}  // namespace glueball::view
