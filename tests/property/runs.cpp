// These tests check runs of the library that leave files: the files hold what callers were told, and a
// resumed run ends as an uninterrupted one.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cpu/gauge_functional.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "io/quark_file.hpp"
#include "run/chain_run.hpp"
#include "run/fix_run.hpp"
#include "run/heatbath_chain.hpp"
#include "run/solve_run.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/quark_operators.hpp"
#include "support/temporary.hpp"

namespace glueball::test::property_runs {
namespace {

const Geometry kGeometry({4, 2, 4, 6});

FixSettings fixing() {
  FixSettings s{.copies = 2, .random_start = true, .checkpoint_interval = 2};
  s.parameters.theta = 1e-7;
  s.parameters.precision = FixPrecision::single;
  s.parameters.interval = 10;
  return s;
}

const FixProvenance kProvenance{.config = "# glueball fix\n", .file = "start.ildg", .checksum = "0 1"};

/// Runs to the end, or until it was told of `most` intervals; whether that was the end.
bool run(FixRun& fix, int most) {
  while (!fix.finished())
    if (!fix.advance([&](const FixProgress& now) {
          CHECK(now.way >= 0);
          CHECK(now.way < 1);
          return --most > 0;
        }))
      return false;
  return true;
}

/// A chain whose device adds up wrongly.
class WrongSums final : public HeatbathChain {
 public:
  WrongSums(gpu::Device& device, double off)
      : HeatbathChain(device, preferred_options(device), {.couplings = {.beta = 5.7}, .seed = 5},
                      hot_configuration(kGeometry, 612)),
        off_(off) {}
  bool records_every_step() const override { return true; }
  StepRecord record() override {
    StepRecord r = HeatbathChain::record();
    r.trajectory = TrajectoryRecord{.plaquette = cpu::plaquette(configuration()).average() + off_};
    return r;
  }

 private:
  double off_;
};

/// A chain with random links up to a step, and unit links from that step on. Light quarks that are periodic
/// have zero modes on the latter, for which rounding ends a solve.
class SmoothFrom final : public HeatbathChain {
 public:
  SmoothFrom(gpu::Device& device, int step)
      : HeatbathChain(device, preferred_options(device), {.couplings = {.beta = 5.7}, .seed = 5},
                      hot_configuration(kGeometry, 612)),
        smooth_(step),
        u_(lattice()) {}
  void advance(int step) override {
    upload(step < smooth_ ? hot_configuration(kGeometry, std::uint64_t(step)) : Configuration(kGeometry), u_);
    Halo(lattice()).exchange(u_);
  }
  const GaugeField& links() override { return u_; }
  Configuration configuration() const override { return download(u_); }
  Boundary boundary() const override { return {1, 1, 1, 1}; }

 private:
  int smooth_;
  GaugeField u_;
};

TEST_SUITE("property") {
  TEST_CASE("chain run: a step whose condensate does not converge is recorded and kept") {
    for (const int smooth : {1, 3}) {
      CAPTURE(smooth);
      const TemporaryDirectory scratch;
      const ChainSettings settings{
          .seed = 5, .count = 4, .observables = "plaquette,condensate:staggered:1e-4:1"};
      const auto fails = [&](const auto& work) -> std::string {
        try {
          work();
        } catch (const Error& error) {
          CHECK(error.kind() == ErrorKind::not_converged);
          return error.what();
        }
        FAIL_CHECK("it converges");
        return {};
      };
      const auto says = [&](const std::string& what) {
        CAPTURE(what);
        CHECK(what.starts_with(fmt::format("step {}: condensate:staggered:1e-4:1: ", smooth)));
        CHECK(what.find(fmt::format("run/configuration-00000{}.ildg", smooth)) != std::string::npos);
        CHECK(what.find(fmt::format("<first_step {}>", smooth + 1)) != std::string::npos);
      };
      SmoothFrom chain(*devices().front(), smooth);
      {
        RunDirectory directory(scratch / "run", false);
        ChainRun run(settings, &directory, chain, {.config = "# run\n"}, {}, {});
        for (int step = 1; step < smooth; ++step) run.step();
        says(fails([&] { run.step(); }));
        CHECK(directory.configurations() == std::vector<int>{smooth});
        const PastHistory past = directory.past();
        REQUIRE(past.last_step() == smooth);
        const auto physics = nlohmann::json::parse(past.lines.back().text).at("physics");
        CHECK(physics.at("plaquette").get<double>() == doctest::Approx(1));
        CHECK(physics.value("condensate", nlohmann::json()).is_null());
      }
      RunDirectory directory = RunDirectory::of_run(scratch / "run");
      ChainRun run(settings, &directory, chain, {.config = "# run\n"}, {}, {});
      says(fails([&] { run.resume(directory.past(), smooth); }));
    }
  }

  TEST_CASE("chain run: links that have another plaquette than was recorded of them are not saved") {
    for (const double off : {0.0, 3e-6, -0.5}) {
      CAPTURE(off);
      const TemporaryDirectory scratch;
      RunDirectory directory(scratch / "run", false);
      WrongSums chain(*devices().front(), off);
      ChainRun run({.seed = 5, .count = 2, .observables = "polyakov"}, &directory, chain,
                   {.config = "# run\n"}, {"plaquette", "delta_h"}, {});
      const auto all = [&] {
        run.step();
        run.step();
        run.save_now();
      };
      if (off == 0) {
        all();
        CHECK(directory.configurations() == std::vector<int>{2});
      } else {
        CHECK_THROWS_WITH_AS(all(), doctest::Contains("which was recorded as"), Error);
        CHECK_THROWS_AS(run.save_now(), Error);  // once more, and not as if it were there
        CHECK(directory.configurations().empty());
      }
    }
  }

  TEST_CASE("solve run: files hold what was told of, a column after another, of every mass") {
    const TemporaryDirectory directory;
    const Configuration u = hot_configuration(kGeometry, 611);
    const std::vector<double> masses{0.5, 1};
    SolveSettings s{.masses = masses, .source = parse_source("wall:1"), .columns = 3};
    s.quark.action = QuarkAction::staggered;
    for (const char* name : {"a.lime", "b.lime"}) s.files.push_back({(directory / name).string(), name});
    std::vector<SolveRecord> told;
    {
      SolveRun<ParityColourField> run(u, s);
      CHECK(run.columns() == 3);
      CHECK(run.masses() == 2);
      run.prepare(*devices().front(), {.tolerance = 1e-10});
      run.solve([&](const SolveRecord& r) { told.push_back(r); });
      CHECK_FALSE(std::filesystem::exists(s.files[0].path));
      run.finish();
    }
    REQUIRE(told.size() == 6);
    const SourceColumns<ParityColourField> columns(s.source, s.columns, kGeometry);
    for (std::size_t n = 0; n < told.size(); ++n) {
      const SolveRecord& r = told[n];
      CHECK(r.column == int(n / 2));
      CHECK(r.nth_mass == n % 2);
      CHECK(r.mass == masses[n % 2]);
      CHECK(r.label.colour == int(n / 2));
      const io::QuarkFieldSource file(s.files[r.nth_mass].path);
      CHECK(file.columns() == 3);
      FullQuarkField<ParityColourField> x;
      file.read(std::size_t(r.column), x);
      const auto m = quark_operator<ParityColourField>(u, {.mass = r.mass, .boundary = s.quark.boundary});
      CHECK(residual(*m, columns.make(r.column), x) < 1e-8);
    }
    CHECK_THROWS_AS(SolveRun<ParityColourField>(u, s), Error);  // the files are there
    s.files.clear();
    s.source = parse_source("file:" + (directory / "a.lime").string());
    s.columns = 0;
    CHECK(SolveRun<ParityColourField>(u, s).columns() == 3);
    s.masses.clear();
    CHECK_THROWS_WITH(SolveRun<ParitySpinorField>(u, s),
                      doctest::Contains("Wilson quarks need Dirac spinors"));
  }

  TEST_CASE("fix run: stopped wherever, it goes on to the same bits") {
    gpu::Device& device = *devices().front();
    const Configuration u = hot_configuration(kGeometry, 612);
    const LatticeOptions options = preferred_options(device);
    FixRun whole(device, options, u, fixing());
    CHECK(whole.fresh());
    REQUIRE(run(whole, 1 << 20));
    REQUIRE(whole.copies().size() == 2);
    const FixedCopy& best = whole.best();
    CHECK(best.converged);
    const Configuration fixed = gauge_transformed(u, whole.best_transformation());
    CHECK(cpu::gauge_functional(fixed, Gauge::landau) == best.functional);
    CHECK(already_fixed(u, fixing()) == std::nullopt);
    FixSettings from_unit = fixing();
    from_unit.random_start = false;
    CHECK(already_fixed(u, from_unit) == std::nullopt);
    CHECK(already_fixed(fixed, from_unit).has_value());

    const TemporaryDirectory temporary;
    const auto path = temporary / "run";
    {
      RunDirectory directory(path, false, FixRecords::owns);
      FixRun first(device, options, u, fixing());
      first.begin(directory, kProvenance);
      CHECK_FALSE(run(first, 3));
    }
    int rounds = 0;
    for (bool ended = false; !ended; ++rounds) {
      REQUIRE(rounds < 1000);
      RunDirectory directory = RunDirectory::of_run(path, FixRecords::owns);
      FixRun next(device, options, u, fixing());
      CHECK_FALSE(next.resume(directory, kProvenance));
      CHECK_FALSE(next.fresh());
      ended = run(next, 4);
      if (!ended) continue;
      CHECK(next.best_transformation() == whole.best_transformation());
      REQUIRE(next.copies().size() == 2);
      for (std::size_t n = 0; n < 2; ++n) {
        CHECK(next.copies()[n].functional == whole.copies()[n].functional);
        CHECK(next.copies()[n].iterations == whole.copies()[n].iterations);
      }
    }
    CHECK(rounds > 2);
    RunDirectory directory = RunDirectory::of_run(path, FixRecords::owns);
    FixRun other(device, options, u, fixing());
    FixProvenance provenance = kProvenance;
    provenance.checksum = "0 2";
    CHECK_THROWS_WITH(other.resume(directory, provenance), doctest::Contains("is not the configuration"));
  }
}

}  // namespace

}  // namespace glueball::test::property_runs
