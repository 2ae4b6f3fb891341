// A frame of `width` x `height` pixels in tiles of 16 x 16, and the rectangle of it that the picture fills.
struct OverlayArgs {
  uint width;
  uint height;
  uint picture_width;
  uint picture_height;
  uint left;
  uint top;
  uint right;
  uint bottom;
  uint background;
  uint font_width;
  uint blue_first;
  uint changed;  // tiles to draw, and the start of their list
  uint first_changed;
};
