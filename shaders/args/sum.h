// The second pass of a global sum, a workgroup a component: `count` partial results of each; total = before +
// their sum when `accumulate` is set, their sum otherwise.
struct SumArgs {
  uint count;
  uint accumulate;
  uint first;  // the component of the first workgroup
};
