// The second pass of a global sum: `count` partial results of each of `components`; total = before + their
// sum when `accumulate` is set, their sum otherwise.
struct SumArgs {
  uint count;
  uint components;
  uint accumulate;
};
