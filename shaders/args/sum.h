// The second pass of a global sum, one workgroup a component, over `count` partial results of each. total =
// before + their sum if `accumulate` is set, otherwise their sum.
struct SumArgs {
  uint count;
  uint accumulate;
  uint first;  // the component of the first workgroup
};
