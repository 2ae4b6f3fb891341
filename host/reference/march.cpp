#include "reference/march.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace glueball::reference {
namespace {

int wrap(int n, int extent) { return (n % extent + extent) % extent; }

Vector along(const Vector& a, double t, const Vector& b) {
  return {a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]};
}
double scalar(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector unit(const Vector& a) { return along({}, 1 / std::sqrt(scalar(a, a)), a); }

class Tracer {
 public:
  Tracer(const Volume& volume, const View& view, int i, int j) : f_(volume), view_(view) {
    const double u = 2 * (i + 0.5) / view.width - 1, v = 1 - 2 * (j + 0.5) / view.height;
    way_ = along(along(view.forward, u, view.right), v, view.up);
    for (double& component : way_)
      if (std::abs(component) < 1e-6) component += 1e-6;
  }
  Vector colour();

 private:
  std::complex<double> field(const Vector& p) const;
  double magnitude(const Vector& p) const;
  Vector colour_of(std::complex<double> v) const;
  void behind(const Vector& colour, double opacity);
  Vector shaded(const Vector& p) const;
  void part(double first, double last);
  void cut(double near);
  void march(double near, double far);
  void slices();
  void edges(double near, double far);

  const Volume& f_;
  const View& view_;
  Vector way_, gathered_{};
  double opacity_ = 0;
};

std::complex<double> Tracer::field(const Vector& p) const {
  std::complex<double> sum;
  for (int corner = 0; corner < 8; ++corner) {
    double weight = 1;
    std::array<int, 3> c;
    for (std::size_t k = 0; k < 3; ++k) {
      const double low = std::floor(p[k]);
      const int bit = corner >> k & 1;
      c[k] = int(low) + bit;
      weight *= bit ? p[k] - low : 1 - (p[k] - low);
    }
    sum += weight *
           std::complex<double>(f_.at(c[0], c[1], c[2]), f_.planes == 2 ? f_.at(c[0], c[1], c[2], 1) : 0);
  }
  return sum;
}

double Tracer::magnitude(const Vector& p) const {
  const auto v = field(p);
  return f_.planes == 2 || view_.is_signed ? std::abs(v) : v.real();
}

Vector Tracer::colour_of(std::complex<double> v) const {
  const double share = view_.range > 0 ? v.real() / view_.range : 0;
  const double at = f_.planes == 2    ? 0.5 + (v == 0.0 ? 0 : std::arg(v)) / (2 * std::numbers::pi)
                    : view_.is_signed ? (1 + share) / 2
                                      : share;
  return view_.colours[std::size_t(std::lround(std::clamp(at, 0.0, 1.0) * double(view_.colours.size() - 1)))];
}

void Tracer::behind(const Vector& colour, double opacity) {
  const double share = (1 - opacity_) * opacity;
  gathered_ = along(gathered_, share, colour);
  opacity_ += share;
}

Vector Tracer::shaded(const Vector& p) const {
  Vector normal{};
  for (std::size_t k = 0; k < 3; ++k) {
    Vector step{};
    step[k] = 1;
    normal[k] = magnitude(along(p, 1, step)) - magnitude(along(p, -1, step));
  }
  if (scalar(normal, normal) > 0) normal = unit(normal);
  const Vector to_eye = along({}, -1, unit(way_));
  if (scalar(normal, to_eye) < 0) normal = along({}, -1, normal);
  const Vector light = unit(along(along(to_eye, -0.5, unit(view_.right)), 0.7, unit(view_.up)));
  const double diffuse = std::max(scalar(normal, light), 0.0);
  const double shine = 0.35 * std::pow(std::max(scalar(normal, unit(along(light, 1, to_eye))), 0.0), 24);
  return along({shine, shine, shine}, 0.25 + 0.75 * diffuse, colour_of(field(p)));
}

void Tracer::part(double first, double last) {
  const double least = view_.threshold * view_.range;
  if (view_.mode == View::Mode::surfaces) {
    const auto height = [&](double t) { return magnitude(along(view_.eye, t, way_)) - least; };
    const double a = height(first), b = height(last);
    if ((a < 0) == (b < 0)) return;
    double at = first + (last - first) * a / (a - b);
    const double m = height(at);
    if ((m < 0) == (a < 0))
      at += (last - at) * m / (m - b);
    else
      at = first + (at - first) * a / (a - m);
    behind(shaded(along(view_.eye, at, way_)), view_.opacity);
  } else {
    const Vector middle = along(view_.eye, (first + last) / 2, way_);
    const double above = (magnitude(middle) - least) / ((1 - view_.threshold) * view_.range);
    if (!(above > 0)) return;
    const double length = (last - first) * std::sqrt(scalar(way_, way_)) / view_.spacing;
    const double clear = 1 - std::min(view_.opacity * std::min(above, 1.0), 0.999);
    behind(colour_of(field(middle)), 1 - std::pow(clear, length));
  }
}

void Tracer::cut(double near) {
  const Vector p = along(view_.eye, near, way_);
  if (magnitude(p) < view_.threshold * view_.range) return;
  // This is the side of the box through which the ray enters.
  std::size_t side = 0;
  double last = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const double t = std::min(-view_.eye[k] / way_[k], (f_.extents[k] - view_.eye[k]) / way_[k]);
    if (t > last) {
      last = t;
      side = k;
    }
  }
  behind(along({}, 0.4 + 0.6 * std::abs(unit(way_)[side]), colour_of(field(p))), view_.opacity);
}

void Tracer::march(double near, double far) {
  if (view_.mode == View::Mode::surfaces && near > 0) cut(near);
  // The list has every crossing with a plane of the grid.
  std::vector<double> walls{near, far};
  for (std::size_t k = 0; k < 3; ++k)
    for (int n = 0; n <= f_.extents[k]; ++n)
      if (const double t = (n - view_.eye[k]) / way_[k]; t > near && t < far) walls.push_back(t);
  std::sort(walls.begin(), walls.end());
  for (std::size_t n = 0; n + 1 < walls.size() && opacity_ < 0.995; ++n) {
    const double middle = (walls[n] + walls[n + 1]) / 2;
    part(walls[n], middle);
    part(middle, walls[n + 1]);
  }
}

void Tracer::slices() {
  std::vector<std::pair<double, std::size_t>> met;
  for (std::size_t k = 0; k < 3; ++k)
    if (view_.planes[k] >= 0) met.emplace_back((view_.planes[k] - view_.eye[k]) / way_[k], k);
  std::sort(met.begin(), met.end());
  for (const auto& [t, k] : met) {
    const Vector p = along(view_.eye, t, way_);
    bool inside = t > 0;
    for (std::size_t l = 0; l < 3; ++l) inside = inside && p[l] >= 0 && p[l] <= f_.extents[l];
    if (!inside) continue;
    const auto v = field(p);
    behind(colour_of(v), view_.opacity * (f_.planes == 2 ? std::min(std::abs(v) / view_.range, 1.0) : 1.0));
  }
}

void Tracer::edges(double near, double far) {
  const double pixel = 2 * std::sqrt(scalar(view_.up, view_.up)) / view_.height;
  double front = 0, back = 0;
  for (std::size_t k = 0; k < 3; ++k)
    for (int edge = 0; edge < 4; ++edge) {
      const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
      Vector corner{};
      corner[l] = edge & 1 ? f_.extents[l] : 0;
      corner[m] = edge & 2 ? f_.extents[m] : 0;
      // This is the closest point of two straight lines.
      const double t = (way_[l] * (corner[l] - view_.eye[l]) + way_[m] * (corner[m] - view_.eye[m])) /
                       (way_[l] * way_[l] + way_[m] * way_[m]);
      const Vector p = along(view_.eye, t, way_);
      const double apart = std::hypot(p[l] - corner[l], p[m] - corner[m]);
      const double beyond = std::max({-p[k], p[k] - f_.extents[k], 0.0});
      if (t <= 0) continue;
      const double share = std::clamp(1.3 - std::max(apart, beyond) / (pixel * t), 0.0, 1.0);
      double& side = near >= far || t <= near * 1.0001 + 1e-3 ? front : back;
      side = std::max(side, share);
    }
  if (front > 0) behind(view_.box, 0.8 * front);
  if (near < far && view_.mode == View::Mode::slices) slices();
  if (near < far && view_.mode != View::Mode::slices) march(near, far);
  behind(view_.box, 0.45 * back);
}

Vector Tracer::colour() {
  double near = 0, far = 1e30;
  for (std::size_t k = 0; k < 3; ++k) {
    const double a = -view_.eye[k] / way_[k], b = (f_.extents[k] - view_.eye[k]) / way_[k];
    near = std::max(near, std::min(a, b));
    far = std::min(far, std::max(a, b));
  }
  if (view_.with_box)
    edges(near, far);
  else if (near < far && view_.mode == View::Mode::slices)
    slices();
  else if (near < far)
    march(near, far);
  behind(view_.background, 1);
  return gathered_;
}

}  // namespace

double Volume::at(int x, int y, int z, int plane) const {
  const auto& e = extents;
  const std::size_t n =
      (std::size_t(wrap(z, e[2])) * std::size_t(e[1]) + std::size_t(wrap(y, e[1]))) * std::size_t(e[0]) +
      std::size_t(wrap(x, e[0]));
  return values[std::size_t(plane) * std::size_t(e[0]) * std::size_t(e[1]) * std::size_t(e[2]) + n];
}

Volume refined(const Volume& volume) {
  // All three axes are interpolated at once. An even point takes one neighbour, an odd one four.
  static constexpr double kWeights[] = {-1.0 / 16, 9.0 / 16, 9.0 / 16, -1.0 / 16};
  const auto weight = [](int fine, int n) { return fine % 2 ? kWeights[n + 1] : n == 0 ? 1.0 : 0.0; };
  Volume result{{2 * volume.extents[0], 2 * volume.extents[1], 2 * volume.extents[2]}, volume.planes, {}};
  for (int plane = 0; plane < volume.planes; ++plane)
    for (int z = 0; z < result.extents[2]; ++z)
      for (int y = 0; y < result.extents[1]; ++y)
        for (int x = 0; x < result.extents[0]; ++x) {
          double sum = 0;
          for (int c = -1; c <= 2; ++c)
            for (int b = -1; b <= 2; ++b)
              for (int a = -1; a <= 2; ++a)
                if (const double w = weight(x, a) * weight(y, b) * weight(z, c); w != 0)
                  sum += w * volume.at(x / 2 + a, y / 2 + b, z / 2 + c, plane);
          result.values.push_back(sum);
        }
  return result;
}

Vector march(const Volume& volume, const View& view, int i, int j) {
  return Tracer(volume, view, i, j).colour();
}

}  // namespace glueball::reference
