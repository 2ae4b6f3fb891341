// Stochastic relaxation and simulated annealing of the gauge at the sites of one parity.
ARGUMENT_STRUCT(StochasticArgs) {
  uint parity;
  real strength;  // probability of a double step, or the inverse temperature
  uint seed_low;
  uint seed_high;
  uint step;
  uint stream;
};
