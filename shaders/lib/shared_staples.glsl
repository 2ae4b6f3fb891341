// The staples of a link by the invocations of a site (lib/threads_per_site.glsl). With two, each computes one
// side; with four, two are idle. Include lib/staple.glsl and lib/threads_per_site.glsl before.
THREAD_PARTS(18)

/// Returns the staples, valid in the first invocation of a site. The whole workgroup must call it; if not
/// `wanted` nothing is computed.
Su3 shared_staples(bool wanted, Site s, uint mu, bool rectangles, real c0, real c1) {
  Su3 v = Su3(real3x3(0), real3x3(0));
  if (THREADS_PER_SITE == 1) {
    if (wanted) v = staples(s, mu, rectangles, c0, c1);
  } else {
    if (wanted && site_thread() < 2)
      v = staples(s, mu, rectangles, c0, c1, site_thread() == 0 ? ABOVE : BELOW);
    if (site_thread() == 1)
      [[unroll]] for (uint column = 0; column < 3; ++column) {
        store_partial(3 * column, v.re[column]);
        store_partial(9 + 3 * column, v.im[column]);
      }
    barrier();
    if (site_thread() == 0)
      [[unroll]] for (uint column = 0; column < 3; ++column) {
        v.re[column] = add_partial(1, 3 * column, v.re[column]);
        v.im[column] = add_partial(1, 9 + 3 * column, v.im[column]);
      }
  }
  return v;
}
