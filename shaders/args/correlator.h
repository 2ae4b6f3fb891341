// Pairs of sites of a periodic box: partners x + d of the x in rows first_row .. first_row + rows - 1 (a row
// is all x coordinates), for every displacement d. The first pass over some rows sets the sums, the others
// add to them.
struct CorrelatorArgs {
  uint extent_x;
  uint extent_y;
  uint extent_z;
  uint extent_t;
  uint first_row;
  uint rows;
};
