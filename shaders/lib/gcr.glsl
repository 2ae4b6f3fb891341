// These functions say where the vectors of a step of generalised conjugate residuals are (args/multigrid.h).

/// Returns how many earlier directions the newest one is made orthogonal to.
uint gcr_earlier() { return min(args.step, GCR_KEPT - 1); }
/// Returns the place of the n-th of these; that of the newest one for n = gcr_earlier().
uint gcr_place(uint n) { return (args.step - gcr_earlier() + n) % GCR_KEPT; }
/// Returns the first texel of the vector at a place, for one column.
uint gcr_first(uint column, uint place) { return (column * GCR_KEPT + place) * args.texels; }
