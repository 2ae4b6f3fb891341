// Configurations written the plain way in the formats that glueball only reads: an oracle that shares no code
// with it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "io_support.hpp"

namespace glueball::test {

class ByteWriter {
 public:
  explicit ByteWriter(std::endian order) : order_(order) {}
  template <class T>
  void number(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (order_ != std::endian::native) std::reverse(raw, raw + sizeof(T));
    for (const char byte : raw) bytes.push_back(byte);
  }
  void text(const std::string& s) { bytes.insert(bytes.end(), s.begin(), s.end()); }
  void matrix(const Matrix3& m, int precision, int rows = 3) {
    for (int a = 0; a < rows; ++a)
      for (int b = 0; b < 3; ++b)
        for (const double part : {m[a][b].real(), m[a][b].imag()}) {
          if (precision == 32) {
            number(float(part));
          } else {
            number(part);
          }
        }
  }
  Bytes bytes;

 private:
  std::endian order_;
};

inline std::uint32_t word_at(const Bytes& bytes, std::size_t at, std::endian order) {
  std::uint32_t w = 0;
  for (int k = 0; k < 4; ++k) {
    const int shift = order == std::endian::big ? 24 - 8 * k : 8 * k;
    w |= std::uint32_t(std::uint8_t(bytes[at + std::size_t(k)])) << shift;
  }
  return w;
}

inline Bytes joined(Bytes head, const Bytes& tail) {
  head.insert(head.end(), tail.begin(), tail.end());
  return head;
}

/// `floating` is the header's FLOATING_POINT, `rows` 2 or 3.
inline Bytes nersc_sample(const Configuration& u, const std::string& floating, std::endian order, int rows) {
  const int precision = floating.find("64") != floating.npos ? 64 : 32;
  ByteWriter data(order);
  for (const Matrix3& m : u.links()) data.matrix(m, precision, rows);
  std::uint32_t sum = 0;
  for (std::size_t at = 0; at < data.bytes.size(); at += 4) sum += word_at(data.bytes, at, order);
  const Site n = u.geometry().extents();
  char header[600];
  std::snprintf(header, sizeof header,
                "BEGIN_HEADER\nHDR_VERSION = 1.0\nDATATYPE = %s\nDIMENSION_1 = %d\nDIMENSION_2 = %d\n"
                "DIMENSION_3 = %d\nDIMENSION_4 = %d\nLINK_TRACE = %.10g\nPLAQUETTE  = %.10g\nCHECKSUM = %x\n"
                "ENSEMBLE_LABEL = sample\nFLOATING_POINT = %s\nEND_HEADER\n",
                rows == 3 ? "4D_SU3_GAUGE_3x3" : "4D_SU3_GAUGE", n[0], n[1], n[2], n[3],
                link_trace_by_hand(u), plaquette_by_hand(u), sum, floating.c_str());
  ByteWriter file(order);
  file.text(header);
  return joined(file.bytes, data.bytes);
}

inline Bytes milc_sample(const Configuration& u, std::endian order, bool version5) {
  ByteWriter data(order);
  for (const Matrix3& m : u.links()) data.matrix(m, 32);
  std::uint32_t sum29 = 0, sum31 = 0;
  for (std::size_t k = 0; 4 * k < data.bytes.size(); ++k) {
    const std::uint64_t w = word_at(data.bytes, 4 * k, order);
    sum29 ^= std::uint32_t(w << (k % 29) | w >> (32 - k % 29));
    sum31 ^= std::uint32_t(w << (k % 31) | w >> (32 - k % 31));
  }
  ByteWriter file(order);
  file.number(std::int32_t(version5 ? 20103 : 59354));
  for (const int n : u.geometry().extents()) file.number(std::int32_t(n));
  if (version5) {
    std::string stamp = "Mon Jan  1 00:00:00 2024";
    stamp.resize(64, '\0');
    file.text(stamp);
    file.number(std::int32_t(0));
    file.number(sum29);
    file.number(sum31);
  } else {
    file.number(6.0f);
    file.number(0.0125f);
  }
  return joined(file.bytes, data.bytes);
}

inline Bytes openqcd_sample(const Configuration& u) {
  const Geometry& g = u.geometry();
  ByteWriter file(std::endian::little);
  for (const int mu : {3, 0, 1, 2}) file.number(std::int32_t(g.extent(mu)));
  file.number(3.0 * plaquette_by_hand(u));
  Site s;
  for (s[3] = 0; s[3] < g.extent(3); ++s[3])
    for (s[0] = 0; s[0] < g.extent(0); ++s[0])
      for (s[1] = 0; s[1] < g.extent(1); ++s[1])
        for (s[2] = 0; s[2] < g.extent(2); ++s[2]) {
          if ((s[0] + s[1] + s[2] + s[3]) % 2 == 0) continue;
          for (const int mu : {3, 0, 1, 2}) {
            Site before = s;
            before[mu] = (s[mu] + g.extent(mu) - 1) % g.extent(mu);
            file.matrix(u.link(s, mu), 64);
            file.matrix(u.link(before, mu), 64);
          }
        }
  return file.bytes;
}

/// Writes links in the order of HiRep, MDP and VOGT.
inline void time_first_links(ByteWriter& file, const Configuration& u, int precision) {
  const Geometry& g = u.geometry();
  Site s;
  for (s[3] = 0; s[3] < g.extent(3); ++s[3])
    for (s[0] = 0; s[0] < g.extent(0); ++s[0])
      for (s[1] = 0; s[1] < g.extent(1); ++s[1])
        for (s[2] = 0; s[2] < g.extent(2); ++s[2])
          for (const int mu : {3, 0, 1, 2}) file.matrix(u.link(s, mu), precision);
}

inline Bytes hirep_sample(const Configuration& u) {
  ByteWriter file(std::endian::big);
  file.number(std::int32_t(3));
  for (const int mu : {3, 0, 1, 2}) file.number(std::int32_t(u.geometry().extent(mu)));
  file.number(plaquette_by_hand(u));
  time_first_links(file, u, 64);
  return file.bytes;
}

/// With `wide` the number of sites takes 64 bits.
inline Bytes mdp_sample(const Configuration& u, std::endian order, int precision,
                        std::uint32_t word = 0x87654321, bool wide = false) {
  ByteWriter file(order);
  for (std::string text : {"File Type: MDP FIELD\n", "sample", "Mon Jan  1 00:00:00 2024\n"}) {
    text.resize(60, '\0');
    file.text(text);
  }
  file.number(word);
  file.number(std::int32_t(4));
  for (const int mu : {3, 0, 1, 2}) file.number(std::int32_t(u.geometry().extent(mu)));
  for (int k = 4; k < 10; ++k) file.number(std::int32_t(0));
  file.number(std::int32_t(4 * 18 * precision / 8));
  if (wide)
    file.number(std::uint64_t(u.geometry().volume()));
  else
    file.number(std::uint32_t(u.geometry().volume()));
  time_first_links(file, u, precision);
  return file.bytes;
}

inline Bytes vogt_sample(const Configuration& u, std::endian order, int precision) {
  ByteWriter file(order);
  file.number(std::int16_t(4));
  file.number(std::int16_t(3));
  for (const int mu : {3, 0, 1, 2}) file.number(std::int16_t(u.geometry().extent(mu)));
  file.number(std::int16_t(precision / 8));
  time_first_links(file, u, precision);
  return file.bytes;
}

/// This is a record for a LIME file; its length may be wrong by `extra`.
struct SampleRecord {
  std::string type, data;
  std::uint64_t extra = 0;
};

inline Bytes lime_sample(const std::vector<SampleRecord>& records) {
  ByteWriter file(std::endian::big);
  for (const SampleRecord& r : records) {
    file.number(std::uint32_t(0x456789AB));
    file.number(std::uint32_t(0x0001C000));
    file.number(std::uint64_t(r.data.size() + r.extra));
    std::string type = r.type;
    type.resize(128, '\0');
    file.text(type);
    file.text(r.data);
    file.bytes.resize((file.bytes.size() + 7) / 8 * 8, '\0');
  }
  return file.bytes;
}

inline std::string big_endian_links(const Configuration& u, int precision) {
  ByteWriter data(std::endian::big);
  for (const Matrix3& m : u.links()) data.matrix(m, precision);
  return {data.bytes.begin(), data.bytes.end()};
}

}  // namespace glueball::test
