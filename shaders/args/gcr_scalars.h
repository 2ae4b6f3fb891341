// The scalars of generalised conjugate residuals for one column, which stay on the device: 1 / |w_d|^2 of the
// directions that are kept, the coefficients of the newest step, and its alpha.
#define GCR_KEPT 16
#define GCR_COLUMNS 16
struct GcrScalars {
  float inverse_size[GCR_KEPT];
  float c_re[GCR_KEPT];
  float c_im[GCR_KEPT];
  float alpha_re;
  float alpha_im;
};
