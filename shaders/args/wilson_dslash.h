// out(x) = a * x(x) + b * (H psi)(x) at the sites of `parity`.
struct WilsonDslashArgs {
  uint parity;
  float a;
  float b;
};
