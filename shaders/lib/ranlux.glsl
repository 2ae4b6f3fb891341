// RANLUX (Luescher, Comp. Phys. Comm. 79 (1994) 100, hep-lat/9309020; James, ibid. 111) is subtraction with
// borrow of Marsaglia and Zaman, x_n = x_(n-10) - x_(n-24) - c mod 2^24. After every 24 used numbers some are
// skipped. There is one generator a site: 24 numbers, the oldest first, and a word with the borrow c (bit 0)
// and the number of used blocks (from bit 8).
//
// RANLUX_INOUT(slot) binds the generators of a parity's sites. Call ranlux_load(site), read any number of
// blocks, call ranlux_save(site). All indices are constant after unrolling, because arrays indexed at run
// time are in slow memory.
const uint RANLUX_WORDS = 24, RANLUX_BLOCK = 6, RANLUX_BLOCKS = 4;

#define RANLUX_INOUT(slot) \
  layout(std430, binding = slot) restrict buffer RanluxMemory { uint ranlux_data[]; }; \
  void ranlux_load(uint site) { \
    [[unroll]] for (uint k = 0; k < RANLUX_WORDS; ++k) ranlux_x[k] = ranlux_data[k * PLANE_SITES + site]; \
    const uint rest = ranlux_data[RANLUX_WORDS * PLANE_SITES + site]; \
    ranlux_borrow = rest & 1u; \
    ranlux_used = rest >> 8; \
  } \
  void ranlux_save(uint site) { \
    [[unroll]] for (uint k = 0; k < RANLUX_WORDS; ++k) ranlux_data[k * PLANE_SITES + site] = ranlux_x[k]; \
    ranlux_data[RANLUX_WORDS * PLANE_SITES + site] = ranlux_borrow | ranlux_used << 8; \
  }

uint ranlux_x[24], ranlux_borrow, ranlux_used;

/// Returns x_(n-10) - x_(n-24) - c.
uint ranlux_next(uint recent, uint oldest) {
  const uint difference = recent - oldest - ranlux_borrow;
  ranlux_borrow = difference >> 31;
  return difference & 0xFFFFFFu;
}

/// Makes 24 numbers at once, each in its predecessor's place.
void ranlux_turn() {
  [[unroll]] for (uint k = 0; k < RANLUX_WORDS; ++k)
    ranlux_x[k] = ranlux_next(ranlux_x[k < 10 ? k + 14 : k - 10], ranlux_x[k]);
}

/// Makes one number, at the end.
void ranlux_shift() {
  const uint next = ranlux_next(ranlux_x[14], ranlux_x[0]);
  [[unroll]] for (uint k = 0; k < RANLUX_WORDS - 1; ++k) ranlux_x[k] = ranlux_x[k + 1];
  ranlux_x[RANLUX_WORDS - 1] = next;
}

/// Returns four words of 32 bits from six numbers; `skipped` numbers are left out after every 24.
uvec4 ranlux_words(uint skipped) {
  if (ranlux_used >= RANLUX_BLOCKS) {
    [[dont_unroll]] for (uint n = 0; n < skipped % RANLUX_WORDS; ++n) ranlux_shift();
    [[dont_unroll]] for (uint n = 0; n <= skipped / RANLUX_WORDS; ++n)
      ranlux_turn();  // the last turn makes the next 24
    ranlux_used = 0;
  }
  uvec4 high = uvec4(0);
  uvec2 low = uvec2(0);
  [[unroll]] for (uint b = 0; b < RANLUX_BLOCKS; ++b) {
    const uint k = RANLUX_BLOCK * b;
    if (ranlux_used == b) {
      high = uvec4(ranlux_x[k], ranlux_x[k + 1], ranlux_x[k + 2], ranlux_x[k + 3]);
      low = uvec2(ranlux_x[k + 4], ranlux_x[k + 5]);
    }
  }
  ++ranlux_used;
  return high << 8 | uvec4(low.x >> 16, low.x >> 8 & 0xFFu, low.x & 0xFFu, low.y >> 16);
}
