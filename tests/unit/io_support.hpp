// The tests of host/io share this code: a scratch directory, files as bytes, refusals, averages computed in
// another way.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <complex>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "io/configuration_file.hpp"
#include "support/fields.hpp"

namespace glueball::test {

using Bytes = std::vector<char>;

/// A directory of this test's own, removed with all it holds.
class Scratch {
 public:
  Scratch() {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("glueball-io-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// Returns the names in the directory, hidden ones too.
  std::size_t entries() const {
    const std::filesystem::directory_iterator all(path_);
    return std::size_t(std::distance(begin(all), end(all)));
  }

 private:
  std::filesystem::path path_;
};

inline void put(const std::filesystem::path& path, const Bytes& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), std::streamsize(bytes.size()));
  out.close();
  REQUIRE(out.good());
}

inline Bytes get(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The message with which reading is refused; the test fails when it is not, or not as bad input.
inline std::string refusal(const std::filesystem::path& path, const io::ReadOptions& options = {}) {
  try {
    io::read_configuration(path, options);
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::bad_file);
    const std::string what = e.what();
    CHECK_MESSAGE(what.find(path.string()) != what.npos, "the error does not name the file: " << what);
    CHECK_MESSAGE(what.find('\n') == what.npos, "the error is more than a line: " << what);
    return what;
  }
  FAIL_CHECK("read without complaint: " << path);
  return {};
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

/// Returns Re tr U_p / 3 over all plaquettes with plain coordinate loops, which share no code with host/io.
inline double plaquette_by_hand(const Configuration& u) {
  const Site n = u.geometry().extents();
  auto links = [&](Site s, int mu) -> const Matrix3& {
    for (int k = 0; k < 4; ++k) s[k] %= n[k];
    return u.links()[std::size_t((((s[3] * n[2] + s[2]) * n[1] + s[1]) * n[0] + s[0]) * 4 + mu)];
  };
  double sum = 0;
  int count = 0;
  Site s;
  for (s[3] = 0; s[3] < n[3]; ++s[3])
    for (s[2] = 0; s[2] < n[2]; ++s[2])
      for (s[1] = 0; s[1] < n[1]; ++s[1])
        for (s[0] = 0; s[0] < n[0]; ++s[0])
          for (int mu = 0; mu < 4; ++mu)
            for (int nu = mu + 1; nu < 4; ++nu, ++count) {
              Site right = s, up = s;
              ++right[mu];
              ++up[nu];
              const auto &a = links(s, mu), &b = links(right, nu), &c = links(up, mu), &d = links(s, nu);
              for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) {
                  std::complex<double> ab = 0, dc = 0;
                  for (int k = 0; k < 3; ++k) ab += a[i][k] * b[k][j], dc += d[i][k] * c[k][j];
                  sum += (ab * std::conj(dc)).real();
                }
            }
  return sum / (3.0 * count);
}

inline double link_trace_by_hand(const Configuration& u) {
  double sum = 0;
  for (const Matrix3& m : u.links()) sum += (m[0][0] + m[1][1] + m[2][2]).real();
  return sum / (3.0 * double(u.links().size()));
}

}  // namespace glueball::test
