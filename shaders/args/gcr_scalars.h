// The scalars of generalised conjugate residuals, which stay on the device: 1 / |w_d|^2, the coefficients of
// the newest step, and its alpha.
#define GCR_STEPS 64
struct GcrScalars {
  float inverse_size[GCR_STEPS];
  float c_re[GCR_STEPS];
  float c_im[GCR_STEPS];
  float alpha_re;
  float alpha_im;
};
