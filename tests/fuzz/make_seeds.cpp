// Writes small valid files of every format below the given folder, a sub-folder per target.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>

#include "app/cache.hpp"
#include "app/config_file.hpp"
#include "gpu/program_binaries.hpp"
#include "io/gauge_sink.hpp"
#include "io/qcdml.hpp"
#include "io/quark_file.hpp"
#include "io/ranlux_file.hpp"
#include "io/rational_file.hpp"
#include "io/transformation_file.hpp"
#include "tune/tuned_choices.hpp"
#include "unit/io_samples.hpp"
#include "view/scene.hpp"

using namespace glueball;

namespace {

void put(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), std::streamsize(bytes.size()));
}
void put(const std::filesystem::path& path, const test::Bytes& bytes) {
  put(path, std::string_view(bytes.data(), bytes.size()));
}

template <class OneParity>
void write_quarks(const std::filesystem::path& path, int precision) {
  const Geometry g({2, 2, 2, 2});
  io::QuarkFieldSink sink(path, g, io::kKindOf<OneParity>,
                          {.precision = precision, .force = true, .info = "kappa = 0.1"});
  for (int colour = 0; colour < 2; ++colour)
    sink.write(zero_field<OneParity>(g), {.spin = 0, .colour = colour});
  sink.finish();
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Files of this program's alone, and words of its command line.
void write_own(const std::filesystem::path& root) {
  for (const char* name : {"history", "config", "parameters", "tune", "pipelines", "scene"})
    std::filesystem::create_directories(root / name);
  const std::string head = R"({"provenance":{"program":"glueball","version":"0.1.0","device":"llvmpipe"}})"
                           "\n";
  const auto step = [](int n) {
    return R"({"step":)" + std::to_string(n) +
           R"(,"plaquette":0.5712,"delta_h":-0.01,"accepted":true,"diagnostics":{"seconds":1.5}})"
           "\n";
  };
  const std::string end = R"({"summary":{"plaquette":{"mean":0.57,"error":null}}})"
                          "\n";
  put(root / "history" / "whole", head +
                                      R"({"input":{"plaquette":0.5}})"
                                      "\n" +
                                      step(1) + step(2) + step(3) + end);
  put(root / "history" / "torn", head + step(1) + step(2).substr(0, 20));
  put(root / "history" / "resumed", head + step(5) + head + step(6));
  put(root / "config" / "whole", "# made by glueball\n[hmc]\n" + app::toml_line("lattice", "4,4,4,8") +
                                     app::toml_line("beta", "5.5") + app::toml_line("start", "hot") +
                                     app::toml_line("output", "a \"b\"") + app::toml_line("json", "true") +
                                     app::toml_table("level", "integrator=omelyan,steps=4,lambda=0.19") +
                                     app::toml_table("monomial", "kind=two-flavour,kappa=0.15,level=0"));
  put(root / "config" / "lists",
      "boundary = [1, 1,\n 1, -1]  # signs\n'quoted' = 1\nname = 'it''s'\nhex = 0x1f\n");
  put(root / "parameters" / "hmc", "beta = 5.5, kappa = 0.15, c1 = 0\ntau = 1.5\nseed = 7\n");
  put(root / "parameters" / "other", "plaquette = 0.571,beta = -9beta = 6\n\tname =  x = y");
  const Choice choice{.workgroup = 64, .seconds = 1e-5, .default_seconds = 2e-5};
  const TunedChoices choices(root / "tune" / "whole");
  choices.keep("plaquette", choice, "");
  choices.keep("dslash", choice, "");
  put(root / "tune" / "older", R"({"glueball-tune": 1, "choices": {"dslash": {"storage": "texel"}}})");
  const auto blob = gpu::packed({{1, {2, std::vector<std::byte>(20)}}, {7, {3, {}}}});
  app::FilePipelineStore(root / "pipelines").save("made", blob);
  const auto made = root / "pipelines" / "made.pipelines";
  put(root / "pipelines" / "file", "0" + text_of(made));
  put(root / "pipelines" / "blob",
      "1" + std::string(reinterpret_cast<const char*>(blob.data()), blob.size()));
  std::filesystem::remove(made);
  view::Scene scene{.field = view::FieldKind::action,
                    .flow_time = 2,
                    .threshold = 0.5,
                    .planes = {0.25, -1, 1},
                    .source = {1, 2, 3, 4}};
  put(root / "scene" / "one", view::flags(scene));
  put(root / "scene" / "default", view::flags(view::Scene()));
}

void write_all(const std::filesystem::path& root) {
  const Configuration u = hot_configuration(Geometry({2, 2, 2, 2}), 1);
  for (const char* name : {"lime", "ildg", "nersc", "milc", "openqcd", "hirep", "mdp", "vogt", "quark"})
    std::filesystem::create_directories(root / name);
  io::WriteOptions o{.force = true};
  for (const int precision : {32, 64}) {
    o.precision = precision;
    const std::string bits = std::to_string(precision);
    for (const char* target : {"lime", "ildg"}) {
      o.qcdml =
          precision == 64 ? io::qcdml_xml({.ensemble = "mc://seed", .update = "1", .lfn = "lfn://seed"}) : "";
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
      put(root / "mdp" / name, test::mdp_sample(u, order, precision));
      put(root / "vogt" / name, test::vogt_sample(u, order, precision));
      if (precision == 32) io::write_configuration(root / "milc" / name, "milc", u, o);
    }
    o.order.reset();
  }
  o.precision = 64;
  io::write_configuration(root / "openqcd" / "64", "openqcd", u, o);
  put(root / "milc" / "old", test::milc_sample(u, std::endian::little, false));
  put(root / "hirep" / "64", test::hirep_sample(u));
  put(root / "mdp" / "wide", test::mdp_sample(u, std::endian::little, 64, 0x4F076543, true));
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
    write_quarks<ParitySpinorField>(root / "quark" / ("spinor" + std::to_string(precision)), precision);
    write_quarks<ParityColourField>(root / "quark" / ("colour" + std::to_string(precision)), precision);
  }
  for (const char* name : {"ranlux", "transformation", "rational"})
    std::filesystem::create_directories(root / name);
  const Geometry& g = u.geometry();
  std::vector<RanluxWords> generators(g.volume() + 1);
  for (std::size_t n = 0; n < generators.size(); ++n)
    for (std::size_t k = 0; k + 1 < generators[n].size(); ++k)
      generators[n][k] = std::uint32_t((n * 24 + k) * 40503 & 0xffffff);
  io::write_ranlux(root / "ranlux" / "whole", g,
                   {.step = 4, .seed = 11, .plaquette = 0.5, .generators = generators});
  io::write_transformation(root / "transformation" / "whole", g, Transformation(g.volume(), u.links()[0]),
                           "landau", true);
  io::write_rational_functions(root / "rational" / "written",
                               {{"r_1f", {0.1, {1, 2}, {3, 4}}, "seed"}, {"r_bar_1f", {2, {1}, {1e-5}}}},
                               true);
  put(root / "rational" / "lists", "# a remark\nr_const = 1\nr_num = 1 -2e-5\nr_den = 0.5 3 # end\n");
  write_own(root);
  put(root / "quark" / "etmc",
      test::lime_sample(
          {{"etmc-propagator-format",
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
