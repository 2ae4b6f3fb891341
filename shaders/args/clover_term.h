// The site-diagonal part of clover quarks, a T + i a5 gamma5.
ARGUMENT_STRUCT(CloverTermArgs) {
  real a;
  real a5;
};
