// A change of precision: `planes` RGBA planes from plane `from` of one field to plane `to` of the other. Only links, which may be
// split in one of the two and not in the other, begin elsewhere than at 0.
struct ConvertArgs {
  uint planes;
  uint from;
  uint to;
};
