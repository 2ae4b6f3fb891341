// Writes small valid files of every format below the given folder, a sub-folder per target.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>

#include "io/gauge_sink.hpp"
#include "io/qcdml.hpp"
#include "io/quark_file.hpp"
#include "unit/io_samples.hpp"

using namespace glueball;

namespace {

void put(const std::filesystem::path& path, const test::Bytes& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), std::streamsize(bytes.size()));
}

template <class Half>
void write_quarks(const std::filesystem::path& path, int precision) {
  const Geometry g({2, 2, 2, 2});
  io::QuarkFieldSink sink(path, g, io::kKindOf<Half>, {.precision = precision, .force = true, .info = "kappa = 0.1"});
  for (int colour = 0; colour < 2; ++colour) sink.write(zero_field<Half>(g), {.spin = 0, .colour = colour});
  sink.finish();
}

void write_all(const std::filesystem::path& root) {
  const Configuration u = hot_configuration(Geometry({2, 2, 2, 2}), 1);
  for (const char* name : {"lime", "ildg", "nersc", "milc", "openqcd", "hirep", "quark"})
    std::filesystem::create_directories(root / name);
  io::WriteOptions o{.force = true};
  for (const int precision : {32, 64}) {
    o.precision = precision;
    const std::string bits = std::to_string(precision);
    for (const char* target : {"lime", "ildg"}) {
      o.qcdml = precision == 64 ? io::qcdml_xml({.ensemble = "mc://seed", .update = "1", .lfn = "lfn://seed"}) : "";
      o.xlf_plaquette = precision == 32;
      o.xlf_info = "trajectory nr = 1\nbeta = 6.0, kappa = 0.1\n";
      o.logical_filename = "lfn://seed";
      io::write_configuration(root / target / bits, "ildg", u, o);
    }
    for (const auto order : {std::endian::big, std::endian::little}) {
      o.order = order;
      const std::string name = bits + (order == std::endian::big ? "big" : "little");
      for (o.rows = 2; o.rows <= 3; ++o.rows)
        io::write_configuration(root / "nersc" / (name + std::to_string(o.rows)), "nersc", u, o);
      o.rows = 3;
      if (precision == 32) io::write_configuration(root / "milc" / name, "milc", u, o);
    }
    o.order.reset();
  }
  o.precision = 64;
  io::write_configuration(root / "openqcd" / "64", "openqcd", u, o);
  put(root / "milc" / "old", test::milc_sample(u, std::endian::little, false));
  put(root / "hirep" / "64", test::hirep_sample(u));
  // SciDAC without ildg-format, and bare links.
  const std::string links = test::big_endian_links(u, 32);
  const std::vector<test::SampleRecord> scidac = {
      {"scidac-private-file-xml",
       "<scidacFile><version>1.1</version><spacetime>4</spacetime><dims>2 2 2 2 </dims></scidacFile>"},
      {"scidac-private-record-xml",
       "<scidacRecord><typesize>72</typesize><datacount>4</datacount></scidacRecord>"},
      {"scidac-binary-data", links}};
  const std::string old =
      "<q:gaugeConfiguration><q:management><q:crcCheckSum>1</q:crcCheckSum></q:management><q:markovStep>"
      "<q:update>1</q:update><q:avePlaquette>0.5</q:avePlaquette></q:markovStep></q:gaugeConfiguration>";
  auto described = scidac;
  described.push_back({"QCDml", old});
  for (const char* target : {"lime", "ildg"}) {
    put(root / target / "described", test::lime_sample(described));
    put(root / target / "scidac", test::lime_sample(scidac));
    test::Bytes bare = test::lime_sample({{"ildg-binary-data", links}});
    bare.push_back('\0');
    put(root / target / "bare", bare);
  }
  for (const int precision : {32, 64}) {
    write_quarks<HalfSpinorField>(root / "quark" / ("spinor" + std::to_string(precision)), precision);
    write_quarks<HalfColourField>(root / "quark" / ("colour" + std::to_string(precision)), precision);
  }
  put(root / "quark" / "etmc",
      test::lime_sample({{"etmc-propagator-format",
                          "<etmcFormat><field>diracFermion</field><precision>32</precision><flavours>1</flavours>"
                          "<lx>2</lx><ly>2</ly><lz>2</lz><lt>2</lt></etmcFormat>"},
                         {"scidac-binary-data", std::string(16 * 96, '\0')}}));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_seeds FOLDER\n");
    return 2;
  }
  write_all(argv[1]);
  return 0;
}
