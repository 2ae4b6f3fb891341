// Uniform numbers with the digits of `real`. In single precision a draw is a word of 32 bits and u = (bits +
// 1/2) / 2^32. In double it is two words, and u = (n + 1) / 2^53 of their upper 53 bits: in (0, 1], and 1 - u
// exact too. Include lib/philox before it.
//
// A Draws is a block of four; DRAW(draws, x) is its first Draw, up to w.

/// 1 - exp(-x) for x >= 0.
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

#if PRECISION == 64
#include "lib/log.glsl"

#define Draw uvec2
struct Draws {
  uvec4 high, low;
};
#define DRAW(draws, component) uvec2(draws.high.component, draws.low.component)

/// The lower words of a block lie eight draws further on: its users leave room there.
uvec4 philox_lower(uvec4 counter, uvec2 key) { return philox(counter + uvec4(0, 8, 0, 0), key); }
Draws philox_draws(uvec4 counter, uvec2 key) {
  return Draws(philox(counter, key), philox_lower(counter, key));
}

/// n + 1 without the high word's part: at most 2^21.
double low_part(Draw draw) { return double((draw.y >> 11) + 1u); }

double uniform_of(Draw draw) {
  return (double(draw.x) + low_part(draw) * 4.76837158203125e-07lf) * 2.3283064365386962890625e-10lf;
}

/// -log(1 - d), good to the last digits, 0 <= d < 1
double minus_log_one_minus(double d) { return d < 0.25 ? twice_artanh(d / (2.0 - d)) : -log_of(1.0 - d); }

/// -log(u)
double minus_log_uniform(Draw draw) { return -log_of(uniform_of(draw)); }

/// (cos, sin) of 2 pi u: quadrants exactly, polynomials inside, since GLSL has none in double.
dvec2 cos_sin_uniform(Draw draw) {
  const uint quadrant = (draw.x + 0x20000000u) >> 30;  // nearest multiple of a quarter turn
  const double rest = double(int(draw.x - (quadrant << 30))) + low_part(draw) * 4.76837158203125e-07lf;
  const double x = rest * 1.4629180792671596810513378043097e-09lf, x2 = x * x;  // 2 pi / 2^32
  double s = 1.0, c = 1.0;
  [[unroll]] for (int n = 18; n >= 2; n -= 2) {
    s = 1.0 - x2 * (1.0lf / double(n * (n + 1))) * s;
    c = 1.0 - x2 * (1.0lf / double(n * (n - 1))) * c;
  }
  const dvec2 turned = (quadrant & 1u) == 0u ? dvec2(c, x * s) : dvec2(-x * s, c);
  return quadrant < 2u ? turned : -turned;
}

/// 1 - exp(-x) for x >= 0.
double one_minus_exp(double x) {
  double r = 1.0;
  if (x < 0.5) {
    [[unroll]] for (int n = 16; n > 1; --n) r = 1.0 - x * (1.0lf / double(n)) * r;
    return r * x;
  }
  // exp(-x) = 2^-halvings exp(-f), |f| < 0.35; it is nothing beside 1 from 40 on.
  const double y = min(x, double(40));
  const int halvings = int(y * 1.4426950408889634074lf + 0.5);
  const double f = y - double(halvings) * LOG_2;
  [[unroll]] for (int n = 14; n >= 1; --n) r = 1.0 - f * (1.0lf / double(n)) * r;
  return 1.0 - r * packDouble2x32(uvec2(0, uint(1023 - halvings) << 20));
}

#else

#define Draw uint
#define Draws uvec4
#define DRAW(draws, component) draws.component

Draws philox_draws(uvec4 counter, uvec2 key) { return philox(counter, key); }
#endif

/// The first, second or third; chosen, never indexed (lib/su2.glsl).
Draw draw_of(int number, Draws draws) {
  return number == 0 ? DRAW(draws, x) : number == 1 ? DRAW(draws, y) : DRAW(draws, z);
}
