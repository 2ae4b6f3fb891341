// Uniform random numbers of DRAW_BITS bits; the default has the digits of `real`. A draw of 32 bits is one
// word, u = (bits + 1/2) / 2^32, and single precision suffices for functions of it. A draw of 53 bits is two
// words, u = (n + 1) / 2^53 from their upper 53 bits. It is in (0, 1], and 1 - u is exact too. Include
// lib/philox before.
//
// A Draws is a block of four draws; DRAW(draws, x) is its first one, up to w.

#ifndef DRAW_BITS
#if PRECISION == 64
#define DRAW_BITS 53
#else
#define DRAW_BITS 32
#endif
#endif

/// Returns 1 - exp(-x) for x >= 0.
float one_minus_exp(float x) {
  float r;
  if (x < 0.5) {
    r = 1.0;
    [[unroll]] for (int n = 9; n > 1; --n) r = 1.0 - x / float(n) * r;
    r *= x;
  } else {
    r = 1.0 - exp(-x);
  }
  return r;
}

#if DRAW_BITS == 53
#include "lib/log.glsl"
#include "lib/roots.glsl"

#define Draw uvec2
struct Draws {
  uvec4 high, low;
};
#define DRAW(draws, component) uvec2(draws.high.component, draws.low.component)

/// Returns the lower words of a block, which are eight draws further on; callers leave these free.
uvec4 philox_lower(uvec4 counter, uvec2 key) { return philox(counter + uvec4(0, 8, 0, 0), key); }
Draws philox_draws(uvec4 counter, uvec2 key) {
  return Draws(philox(counter, key), philox_lower(counter, key));
}

/// Returns n + 1 without the high word's part: at most 2^21.
double low_part(Draw draw) { return double((draw.y >> 11) + 1u); }

double uniform_of(Draw draw) {
  return (double(draw.x) + low_part(draw) * 4.76837158203125e-07lf) * 2.3283064365386962890625e-10lf;
}

/// Returns 2 artanh s, |s| < 0.172, by ten terms; the next one is 2e-17 of the sum. Products are independent.
/// In Horner's scheme each would wait for the one before.
double twice_artanh_side_by_side(double s) {
  const double z = s * s, z2 = z * z, z4 = z2 * z2;
  const double low = 1.0 + z * (1.0lf / 3.0lf) + z2 * (0.2lf + z * (1.0lf / 7.0lf));
  const double middle = 1.0lf / 9.0lf + z * (1.0lf / 11.0lf) + z2 * (1.0lf / 13.0lf + z * (1.0lf / 15.0lf));
  const double high = 1.0lf / 17.0lf + z * (1.0lf / 19.0lf);
  return 2.0 * s * (low + z4 * (middle + z4 * high));
}

/// Returns -log(1 - d) to the last digits, from x = 1 - d if d > 1/4, from d alone if it is smaller.
/// lib/philox.glsl has the version in single precision.
double minus_log_of(double x, double d) {
  const uvec2 bits = unpackDouble2x32(x);
  const int exponent = int(bits.y - 0x3FE6A09Eu) >> 20;
  const double m = packDouble2x32(uvec2(bits.x, bits.y - (uint(exponent) << 20)));
  const bool near = d < 0.25;  // then x = m
  const double above = near ? -d : m - 1.0, sum = near ? 2.0 - d : m + 1.0;
  return double(-exponent) * LOG_2 - twice_artanh_side_by_side(above * inverse_of(sum));
}

/// Returns -log(1 - d), 0 <= d < 1.
double minus_log_one_minus(double d) { return minus_log_of(1.0 - d, d); }

/// Returns -log(u).
double minus_log_uniform(Draw draw) {
  const double u = uniform_of(draw);
  return minus_log_of(u, 1.0 - u);
}

/// Returns 2 pi u less its nearest multiple of a quarter turn, `quadrant` of them.
double within_quadrant(Draw draw, out uint quadrant) {
  quadrant = (draw.x + 0x20000000u) >> 30;
  const double rest = double(int(draw.x - (quadrant << 30))) + low_part(draw) * 4.76837158203125e-07lf;
  return rest * 1.4629180792671596810513378043097e-09lf;  // 2 pi / 2^32
}

/// Returns cos x from x^2, |x| <= pi/4, summed like twice_artanh_side_by_side.
double cos_within(double z) {
  const double z2 = z * z, z4 = z2 * z2;
  const double low = 1.0 - 0.5 * z + z2 * (4.16666666666666666667e-2lf - z * 1.38888888888888888889e-3lf);
  const double middle = 2.48015873015873015873e-5lf - z * 2.75573192239858906526e-7lf +
                        z2 * (2.08767569878680989792e-9lf - z * 1.14707455977297247138e-11lf);
  return low + z4 * (middle + z4 * 4.77947733238738529744e-14lf);  // 1/16!
}

/// Returns (sin x)/x from x^2, |x| <= pi/4.
double sin_within(double z) {
  const double z2 = z * z, z4 = z2 * z2;
  const double low = 1.0 - z * 1.66666666666666666667e-1lf +
                     z2 * (8.33333333333333333333e-3lf - z * 1.98412698412698412698e-4lf);
  const double middle = 2.75573192239858906526e-6lf - z * 2.50521083854417187750e-8lf +
                        z2 * (1.60590438368216145994e-10lf - z * 7.64716373181981647590e-13lf);
  return low + z4 * (middle + z4 * 2.81145725434552076320e-15lf);  // 1/17!
}

/// Returns (cos, sin) of 2 pi u by exact quadrants and polynomials, since GLSL has none in double.
dvec2 cos_sin_uniform(Draw draw) {
  uint quadrant;
  const double x = within_quadrant(draw, quadrant), z = x * x, c = cos_within(z), s = x * sin_within(z);
  const dvec2 turned = (quadrant & 1u) == 0u ? dvec2(c, s) : dvec2(-s, c);
  return quadrant < 2u ? turned : -turned;
}

/// Returns cos^2 of 2 pi u.
double cos2_uniform(Draw draw) {
  uint quadrant;
  const double x = within_quadrant(draw, quadrant), c = cos_within(x * x);
  return (quadrant & 1u) == 0u ? c * c : 1.0 - c * c;
}

/// Returns 1 - exp(-x) for x >= 0.
double one_minus_exp(double x) {
  // exp(-x) = 2^-halvings exp(-f), f < 0.5; from x = 40 on it is negligible beside 1.
  const double y = min(x, double(40));
  const int halvings = y < 0.5 ? 0 : int(y * 1.4426950408889634074lf + 0.5);
  const double f = y - double(halvings) * LOG_2;
  double r = 7.64716373181981647590e-13lf;  // 1/15!
  r = r * f - 1.14707455977297247138e-11lf;
  r = r * f + 1.60590438368216145994e-10lf;
  r = r * f - 2.08767569878680989792e-9lf;
  r = r * f + 2.50521083854417187750e-8lf;
  r = r * f - 2.75573192239858906526e-7lf;
  r = r * f + 2.75573192239858906526e-6lf;
  r = r * f - 2.48015873015873015873e-5lf;
  r = r * f + 1.98412698412698412698e-4lf;
  r = r * f - 1.38888888888888888889e-3lf;
  r = r * f + 8.33333333333333333333e-3lf;
  r = r * f - 4.16666666666666666667e-2lf;
  r = r * f + 1.66666666666666666667e-1lf;
  r = r * f - 0.5;
  r = f + f * f * r;  // 1 - exp(-f)
  const double scale = packDouble2x32(uvec2(0, uint(1023 - halvings) << 20));
  return (1.0 - scale) + scale * r;
}

#else

#define Draw uint
#define Draws uvec4
#define DRAW(draws, component) draws.component

Draws philox_draws(uvec4 counter, uvec2 key) { return philox(counter, key); }
#endif

/// Returns the first, second or third draw by choice, never by index (lib/su2.glsl).
Draw draw_of(int number, Draws draws) {
  return number == 0 ? DRAW(draws, x) : number == 1 ? DRAW(draws, y) : DRAW(draws, z);
}
