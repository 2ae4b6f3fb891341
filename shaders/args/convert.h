// A change of precision: of a colour vector, or else of `planes` RGBA planes, or of links `texels` texels,
// from texel `from` of one field to texel `to` of the other: they may be split in one of the two and not in
// the other.
struct ConvertArgs {
  uint planes;
  uint texels;
  uint from;
  uint to;
};
