// The hop of a colour vector at a site, shared by the invocations of the site. Include
// lib/threads_per_site.glsl and lib/time_hops.glsl before, and define
//   Colour hop_up(Colour sum, Site s, uint mu), hop_down: sum + the terms of one direction, forwards or
//     backwards.

/// Returns sum + both terms of a direction, or sum alone for hops in time only.
Colour hop_both(Colour sum, Site s, uint mu) {
  if (TIME == 0 || mu == 3) sum = hop_down(hop_up(sum, s, mu), s, mu);
  return sum;
}
Colour hop_along(Site s, uint mu) { return hop_both(Colour(real3(0), real3(0)), s, mu); }

THREAD_PARTS(6)

/// Returns the sum of all terms, valid in the first invocation of a site. The whole workgroup must call it.
Colour hop(Site s) {
  Colour sum = Colour(real3(0), real3(0));
  if (THREADS_PER_SITE == 1) {
    [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_both(sum, s, mu);
  } else {
    if (THREADS_PER_SITE == 2) {
      if (site_thread() == 0) {
        [[unroll]] for (uint mu = 0; mu < 4; ++mu)
          if (TIME == 0 || mu == 3) sum = hop_up(sum, s, mu);
      } else {
        [[unroll]] for (uint mu = 0; mu < 4; ++mu)
          if (TIME == 0 || mu == 3) sum = hop_down(sum, s, mu);
      }
    } else {
      if (site_thread() == 0)
        sum = hop_along(s, 0);
      else if (site_thread() == 1)
        sum = hop_along(s, 1);
      else if (site_thread() == 2)
        sum = hop_along(s, 2);
      else
        sum = hop_along(s, 3);
    }
    if (site_thread() != 0) store_partial(0, sum);
    barrier();
    if (site_thread() == 0) [[unroll]]
      for (uint from = 1; from < 4; ++from)
        if (from < THREADS_PER_SITE) sum = add_partial(from, 0, sum);
  }
  return sum;
}
