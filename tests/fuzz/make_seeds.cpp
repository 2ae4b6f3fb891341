// Writes small valid files of every format below the given folder, a sub-folder per target.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "app/cache.hpp"
#include "app/config_file.hpp"
#include "app/vector_width.hpp"
#include "bench/bench_row.hpp"
#include "cpu/gauge_functional.hpp"
#include "gpu/program_binaries.hpp"
#include "io/gauge_sink.hpp"
#include "io/hdf5_content.hpp"
#include "io/qcdml.hpp"
#include "io/qcdml_ensemble.hpp"
#include "io/quark_file.hpp"
#include "io/ranlux_file.hpp"
#include "io/rational_file.hpp"
#include "io/transformation_file.hpp"
#include "run/eigenvector_file.hpp"
#include "run/file_records.hpp"
#include "run/fixed_copy.hpp"
#include "run/record_json.hpp"
#include "samples.hpp"
#include "tune/tuned_choices.hpp"
#include "unit/io_samples.hpp"
#include "view/scene.hpp"

using namespace glueball;

extern "C" io::Hdf5Library glueball_hdf5_library();

namespace {

void put(const std::filesystem::path& path, std::string_view bytes) {
  std::filesystem::create_directories(path.parent_path());
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

/// Writes files that only this program has, and words of its command line.
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

template <class OneParity>
void write_eigenvectors(const std::filesystem::path& path, const QuarkParameters& quark,
                        const Configuration& u) {
  const Geometry& g = u.geometry();
  io::QuarkFieldSink sink(path, g, io::kKindOf<OneParity>,
                          {.force = true,
                           .content = "eigenvectors",
                           .facts = facts_of({quark, Sites::even, averages_of_all(u, nullptr), 2})});
  for (const double value : {0.1, 0.3})
    sink.write(zero_field<OneParity>(g), {.eigenvalue = value, .residual = 1e-9});
  sink.finish();
}

/// Writes the seeds of the targets in the table of readers.cpp.
void write_readers(const std::filesystem::path& root, const Configuration& u) {
  const std::map<std::string, std::vector<std::string>> words = {
      {"limits", {"groups=65535,range=128M", "memory=1G,float64=0,model=1,invocations=64,subgroup=8"}},
      {"observables",
       {"plaquette,rectangle,link_trace,polyakov", "polyakov:2,wilson_loops:4x4,charge:improved4"}},
      {"ranks", {"2\f1,1,1,2\f3,1", "4\fauto\fequal", "3\fauto\f2,1,1"}},
      {"save_where", {"charge=0.5..1.5;|charge|=..2", "plaquette=-1e-3.."}},
      {"source",
       {"point:1,0,1,0", "gaussian:0,0,1,1:1.5", "wall:1", "z2:7:1", "z2xz2:3", "volume", "file:a:b"}}};
  for (const auto& [target, texts] : words)
    for (std::size_t n = 0; n < texts.size(); ++n) put(root / target / std::to_string(n), texts[n]);

  BenchRow row{
      .kernel = "copy", .device = "llvmpipe", .api = "vulkan", .lattice = {4, 4, 4, 8}, .seconds = 1e-3};
  row.precision = "half";
  row.set(LatticeOptions());
  put(root / "bench" / "row", row.json() + "\n" + row.json() + "\n");

  const std::string chain = R"({"provenance":{"program":"glueball","seed":1}})"
                            "\n"
                            R"({"step":1,"physics":{"plaquette":0.5},"diagnostics":{}})"
                            "\n"
                            R"({"step":2,"physics":{"plaquette":0.5},"diagnostics":{}})"
                            "\n"
                            R"({"summary":{}})"
                            "\n";
  put(root / "catalogue" / "chain", chain + "\fsave-interval = 1\nfirst-step = 1\n\f1 2");

  std::filesystem::create_directories(root / "eigenvectors");
  write_eigenvectors<ParitySpinorField>(root / "eigenvectors" / "wilson", fuzz::kWilson, u);
  write_eigenvectors<ParityColourField>(root / "eigenvectors" / "staggered", fuzz::kStaggered, u);

  nlohmann::ordered_json copy = json_of(FixedCopy{.functional = cpu::gauge_functional(u, Gauge::landau)});
  const std::string best = copy.dump();
  copy["step"] = 1;
  put(root / "fix" / "done", copy.dump() + "\n\f" + best);
  put(root / "fix" / "going",
      copy.dump() + "\n\f" + best + R"(\f{"copy":0,"stage":0,"sweeps":50,"iterations":50,"seconds":0.1})");

  const auto hdf5 = glueball_hdf5_library().make("seed");
  hdf5->set("/", {"directory", std::string("a")});
  hdf5->set("/", {"lattice", std::int64_t(4)});
  const auto image = hdf5->image();
  put(root / "hdf5" / "attributes", {reinterpret_cast<const char*>(image.data()), image.size()});

  io::QcdmlOrigin origin{.ensemble = "mc://grid/us/b6", .update = "1", .lfn = "lfn://seed"};
  put(root / "qcdml" / "configuration", io::qcdml_xml(origin));
  put(root / "qcdml" / "ensemble",
      io::qcdml_ensemble_xml({.extents = {4, 4, 4, 8}, .gluon = {.name = "plaquetteGluonAction"}}, origin));

  put(root / "rational_cache" / "kept",
      R"({"glueball-rational":1,"arguments":"-1/2 0x0p+0 on 0x1p+0 0x1p+0 order 1","error":0.1,)"
      R"("constant":0,"numerators":[2],"shifts":[1]})");

  const auto scratch = root / "scratch";
  {
    RunDirectory directory(scratch, false);
    FileRecords records(directory, {"a", "b", "c"});
    records.begin("");
    const std::vector<std::vector<NamedQuantity>> measured = {
        {{"plaquette", {"plaquette", {}, {0.5}}}},
        {{"polyakov", {"polyakov", {2}, {0.1, 0.2}}}, {"polyakov_modulus", {"polyakov_modulus", {}, {0.3}}}},
        {{"wilson_loops", {"wilson_loops", {2, 2}, {0.5, 0.3, 0.3, 0.1}}}},
        {{"wilson_lines_r2", {"wilson_lines_r2", {1}, {1}, true}},
         {"wilson_lines", {"wilson_lines", {1, 2}, {0.5, 0.3}}}}};
    for (std::size_t n = 0; n < 3; ++n)
      records.keep(n, "1", {{"lattice", {2, 2, 2, 2}}, {"observables", quantities_record(measured)}});
    put(root / "results" / "three", text_of(scratch / "history.jsonl"));
  }
  std::filesystem::remove_all(scratch);

  const std::string summary =
      R"("summary":{"plaquette":0.5,"plaquette_error":0.01,"condensate_mass":[0.1,0.2],)"
      R"("condensate":[1,2],"condensate_error":[0.1,0.2]}})"
      "\n";
  put(root / "scan" / "lines", R"({"beta":6,)" + summary + R"({"beta":5.9,)" + summary);
  put(root / "scan" / "history", R"({"step":1,"physics":{"beta":6}})"
                                 "\n{" +
                                     summary);

  StepRecord step{
      .step = 1, .beta = 6, .observables = {{"plaquette", {}, {0.5}}, {"polyakov", {2}, {0.1, 0.2}}}};
  put(root / "step" / "heatbath", history_line(step));
  step.trajectory = TrajectoryRecord{.plaquette = 0.5,
                                     .steps = 4,
                                     .monomials = {{.name = "gauge", .force = 1.5, .filtered = 2}},
                                     .reversibility = Reversibility{},
                                     .topology = TopologyChange{}};
  put(root / "step" / "hmc", history_line(step));

  const nlohmann::ordered_json widths = {
      {app::vector_width_key("vulkan"), {{"driver", "Mesa"}, {"bits", 512}, {"seconds", {1, 2}}}}};
  put(root / "vector_width" / "kept",
      nlohmann::ordered_json({{"glueball-vector-width", 1}, {"widths", widths}}).dump());
}

/// Fields as QIO and Grid write them, one of all sites in a list.
void write_scidac_quarks(const std::filesystem::path& root) {
  std::string sites;
  for (char n = 0; n < 16; ++n) sites += {0, 0, 0, n};
  for (const auto& [type, each, data] :
       {std::tuple{"GRID_F_SpinVector4_ColourVector3", 96, "ildg-binary-data"},
        {"QDP_F3_DiracPropagator", 1152, "scidac-binary-data"}})
    put(root / type,
        test::lime_sample(
            {{"scidac-private-file-xml",
              "<scidacFile><version>1.1</version><spacetime>4</spacetime><dims>2 2 2 2</dims>"
              "<volfmt>1</volfmt></scidacFile>"},
             {"scidac-sitelist", sites},
             {"grid-format", "<FieldMetaData/>"},
             {"scidac-private-record-xml",
              "<scidacRecord><version>1.1</version><recordtype>0</recordtype><datatype>" + std::string(type) +
                  "</datatype><precision>F</precision><colors>3</colors><spins>4</spins><typesize>" +
                  std::to_string(each) + "</typesize><datacount>1</datacount></scidacRecord>"},
             {data, std::string(std::size_t(16 * each), '\0')},
             {"scidac-checksum", "<scidacChecksum><suma>0</suma><sumb>0</sumb></scidacChecksum>"}}));
}

void write_all(const std::filesystem::path& root) {
  const Configuration u = fuzz::sample_links();
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
  std::string header = text_of(root / "nersc" / "32big3");
  for (const auto& [key, said] :
       {std::pair{"PLAQUETTE = ", "NOT yet implemented"}, {"LINK_TRACE = ", "+0.5"}, {"CHECKSUM = ", ""}})
    if (const auto at = header.find(key); at != header.npos)
      header.insert(at + std::string_view(key).size(), std::string(said) + "\nX = ");
  put(root / "nersc" / "grid", header);
  o.precision = 64;
  io::write_configuration(root / "openqcd" / "64", "openqcd", u, o);
  put(root / "milc" / "old", test::milc_sample(u, std::endian::little, false));
  put(root / "hirep" / "64", test::hirep_sample(u));
  put(root / "mdp" / "wide", test::mdp_sample(u, std::endian::little, 64, 0x4F076543, true));
  // These are SciDAC files without ildg-format, and bare links.
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
  write_readers(root, u);
  write_scidac_quarks(root / "quark");
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
