// A change of precision, of one of three: a colour vector, `planes` RGBA planes, or `texels` texels of links.
// Links go from texel `from` of one field to texel `to` of the other, because only one of the two may be
// split.
struct ConvertArgs {
  uint planes;
  uint texels;
  uint from;
  uint to;
};
