// This is a table of readers that have no target of their own. The program fuzz_NAME runs the one of that
// name.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/progress.hpp"
#include "app/rational_cache.hpp"
#include "app/vector_width.hpp"
#include "bench/bench_row.hpp"
#include "comm/rank_grid.hpp"
#include "gpu/limit_override.hpp"
#include "io/hdf5_content.hpp"
#include "io/qcdml.hpp"
#include "io/qcdml_checks.hpp"
#include "io/transformation_file.hpp"
#include "measure/observable_list.hpp"
#include "memory_folder.hpp"
#include "parser.hpp"
#include "quark/source.hpp"
#include "run/catalogue_history.hpp"
#include "run/eigenvector_file.hpp"
#include "run/file_records.hpp"
#include "run/fix_records.hpp"
#include "run/json_line.hpp"
#include "run/record_json.hpp"
#include "run/save_condition.hpp"
#include "samples.hpp"

#define main scan_report_main
#include "../../tools/scan/main.cpp"
#undef main

extern "C" glueball::io::Hdf5Library glueball_hdf5_library();

namespace {

/// Inputs of several files have this between them.
constexpr char kNextFile = '\f';

std::vector<std::string> parts(std::string_view text) {
  std::vector<std::string> all(1);
  for (const char c : text)
    if (c == kNextFile)
      all.emplace_back();
    else
      all.back() += c;
  return all;
}

/// Returns part `n`, or an empty text.
std::string part(const std::vector<std::string>& all, std::size_t n) { return n < all.size() ? all[n] : ""; }

fs::path in_memory(std::string_view text) {
  static fuzz::MemoryFile memory;
  memory.put(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  return memory.path();
}

const fuzz::MemoryFolder& folder() {
  static const fuzz::MemoryFolder made;
  return made;
}

void put(const std::string& name, std::string_view text) {
  std::ofstream(folder().path() / name, std::ios::binary) << text;
}

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void eigenvectors(std::string_view text) {
  static const Configuration u = fuzz::sample_links();
  for (const QuarkParameters& quark : {fuzz::kWilson, fuzz::kStaggered})
    fuzz::expect_refusal_or_success([&] {
      const LowModes modes = read_low_modes(in_memory(text), quark, u);
      for (std::size_t n = 0; n < modes.values.size(); ++n)
        if (modes.spinor)
          require(modes.spinor(n).size() == u.geometry().half_volume());
        else
          require(modes.colour(n).size() == u.geometry().half_volume());
    });
}

void qcdml(std::string_view text) {
  const std::string xml(text);
  io::qcdml_faults(xml);
  io::qcdml_ensemble(xml);
  if (const auto document = io::parse_qcdml(xml)) io::crc_agrees(*document, 1);
  require(io::parse_qcdml(io::qcdml_with(xml, {.crc = 7, .plaquette = 0.5, .lfn = "lfn://a"})).has_value());
}

void rational_cache(std::string_view text) {
  const app::MinimaxRequest r = fuzz::kRequest;
  folder().link(app::rational_cache_file(r, folder().path()).filename(), in_memory(text));
  const Minimax m = app::remembered_minimax(r, folder().path());
  require(std::abs(m.function(r.on.lo) / value(r.f, r.on.lo) - 1) < 1.1 * m.error + 1e-11);
}

void vector_width(std::string_view text) {
  folder().link("vector-width.json", in_memory(text));
  app::set_vector_width(folder().path(), "vulkan");
}

/// A history as it is; and each of its lines as a result that is in order by its checksum.
void results(std::string_view text) {
  static const std::vector<std::string> kFiles{"a", "b", "c"};
  static const ObservableList list("plaquette,polyakov,potential,line_potential:2");
  static const Geometry geometry({2, 2, 2, 2});
  put("config.toml", "");
  put("history.jsonl", text);
  try {
    RunDirectory directory = RunDirectory::of_run(folder().path());
    FileRecords(directory, kFiles).resume([](const std::string&) { return "1"; });
  } catch (const Error&) {
  }
  std::istringstream lines{std::string(text)};
  std::vector<std::vector<std::vector<Quantity>>> ensembles(list.size());
  for (std::string line; std::getline(lines, line);) try {
      const auto measured = quantities_of(Json::parse(line).at("result").at("observables"), list, geometry);
      for (std::size_t i = 0; i < list.size(); ++i) {
        auto& of_one = ensembles[i].emplace_back();
        for (const NamedQuantity& q : measured[i]) {
          of_one.push_back(q.quantity);
          shaped(q.quantity.shape, q.quantity.values);
        }
      }
    } catch (const nlohmann::json::exception&) {
    }
  if (ensembles[0].empty()) return;
  list.summarize(geometry, ensembles, 0);
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].has_graph()) list[i].graph(geometry, ensembles[i], 0);
}

/// Reads a line of a chain's history.
void step(std::string_view text) {
  try {
    const StepRecord r = record_of(std::string(text), {{.name = "plaquette", .shape = {}, .values = {}},
                                                       {.name = "polyakov", .shape = {2}, .values = {}}});
    history_line(r);
    flat_line(r);
  } catch (const nlohmann::json::exception&) {
  }
}

/// Reads a fixing's history, and the metadata of best.lime and state.lime.
void fix(std::string_view text) {
  static const Configuration u = fuzz::sample_links();
  static const Transformation one(u.geometry().volume(), Configuration(u.geometry()).links()[0]);
  const auto files = parts(text);
  put("config.toml", "");
  put("history.jsonl", files[0]);
  for (const auto& [n, name] : {std::pair{1, "best.lime"}, {2, "state.lime"}}) {
    fs::remove(folder().path() / name);
    if (const std::string info = part(files, std::size_t(n)); !info.empty())
      io::write_transformation(folder().path() / name, u.geometry(), one, info, true);
  }
  RunDirectory directory = RunDirectory::of_run(folder().path(), FixRecords::owns);
  FixRecords(directory, {.config = "", .file = "u", .checksum = "1"}).resume(u, Gauge::landau);
}

/// A chain's history, its config.toml, and numbers of steps that there are configurations of.
void catalogue(std::string_view text) {
  const auto files = parts(text);
  put("history.jsonl", files[0]);
  put("config.toml", part(files, 1));
  Catalogue c;
  std::istringstream steps(part(files, 2));
  for (std::string n; steps >> n;)
    c.files.push_back({.name = "configuration-1.ildg",
                       .format = "ildg",
                       .step = step_of(n),
                       .plaquette = 0.5,
                       .seed = "1",
                       .history_checksum = "1"});
  compare_with_history(c, folder().path());
}

void observables(std::string_view text) {
  const ObservableList list{std::string(text)};
  for (std::size_t n = 0; n < list.size(); ++n) list.layers(n);
}

void save_where(std::string_view text) {
  for (const SaveCondition& c : SaveCondition::parse_all(std::string(text))) c.holds(0.5);
}

void source(std::string_view text) {
  static const Geometry g({2, 2, 2, 2});
  const SourceSpec spec = parse_source(std::string(text));
  require(parse_source(spec.to_string()).to_string() == spec.to_string());
  if (spec.kind == SourceKind::file) return;
  make_source<ParitySpinorField>(spec, g, 0, is_local(spec) ? 1 : 12);
  make_source<ParityColourField>(spec, g, 0, 1);
}

/// Reads --ranks and --load-balance; the first letter gives the number of processes.
void ranks(std::string_view text) {
  static const Geometry whole({8, 12, 6, 32});
  const auto words = parts(text);
  const int size = words[0].empty() ? 1 : std::max(1, int(std::uint8_t(words[0][0])) - '0');
  const RankGrid grid = parse_ranks(part(words, 1), whole, size, 1, words.size() > 2 ? words[2] : "equal");
  require(grid.size() == size);
  std::size_t sites = 0;
  for (int rank = 0; rank < size; ++rank) sites += grid.part(whole, rank).volume();
  require(sites == whole.volume());
}

void limits(std::string_view text) {
  gpu::Limits l;
  l.memory_bytes = std::uint64_t(1) << 34;
  const gpu::Limits low = gpu::lowered(l, text);
  require(low.memory_bytes > 0 && low.memory_bytes <= l.memory_bytes);
}

void bench(std::string_view text) {
  const auto rows = read_bench(in_memory(text));
  compare(rows, rows);
  for (const BenchRow& row : rows) {
    differences(row, rows[0]);
    row.json();
  }
}

void scan(std::string_view text) {
  const auto table = [](const std::vector<Entry>& entries) {
    const auto shown = columns(entries);
    for (const Column& c : shown)
      for (const Entry& e : entries) ::text(c.of(e));
    plot_of(entries, shown);
  };
  const fs::path file = in_memory(text);
  fuzz::expect_refusal_or_success([&] { table(read(file)); });
  folder().link("history.jsonl", file);
  table(read(folder().path()));
}

void hdf5(std::string_view text) {
  static const io::Hdf5Library library = glueball_hdf5_library();
  const std::string file = in_memory(text);
  for (const char* name : {"directory", "lattice"}) library.root_attribute(file, name);
}

using Reader = void (*)(std::string_view);
const std::map<std::string, Reader> kReaders = {
    {"bench", bench},
    {"catalogue", catalogue},
    {"eigenvectors", eigenvectors},
    {"fix", fix},
    {"hdf5", hdf5},
    {"limits", limits},
    {"observables", observables},
    {"qcdml", qcdml},
    {"ranks", ranks},
    {"rational_cache", rational_cache},
    {"results", results},
    {"save_where", save_where},
    {"scan", scan},
    {"source", source},
    {"step", step},
    {"vector_width", vector_width},
};

Reader reader = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char*** argv) {
  const std::string program = fs::path((*argv)[0]).filename();
  reader = kReaders.at(program.substr(program.find('_') + 1));
  app::mute(true);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::expect_refusal_or_success([&] { reader(text); }, {ErrorKind::bad_file, ErrorKind::bad_value});
  return 0;
}
