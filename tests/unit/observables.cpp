#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "app/measure_report.hpp"
#include "base/error.hpp"
#include "measure/jackknife.hpp"
#include "measure/observable.hpp"
#include "measure/observable_list.hpp"
#include "measure/wilson_loops.hpp"
#include "run/json_line.hpp"
#include "run/observable_series.hpp"
#include "run/record_json.hpp"

namespace glueball::test::unit_observables {

TEST_SUITE("unit") {
  TEST_CASE("observables of a record: values fill their shape, and configurations have the same quantities") {
    const ObservableList list("plaquette");
    const auto record = [](std::vector<std::size_t> shape, std::vector<double> values) {
      return quantities_record({{{"a", {"a", std::move(shape), std::move(values)}}}});
    };
    const Geometry g({2, 2, 2, 2});
    CHECK(quantities_of(record({2, 1}, {1, 2}), list, g)[0][0].quantity.values.size() == 2);
    for (const auto& shape :
         std::vector<std::vector<std::size_t>>{{}, {3}, {0}, {std::size_t(1) << 32, std::size_t(1) << 32, 2}})
      CHECK_THROWS_AS(quantities_of(record(shape, {1, 2}), list, g), BadRecord);
    const auto one = [](const char* key, std::vector<std::size_t> shape) {
      return std::vector<Quantity>{{key, std::move(shape), {1, 2}}};
    };
    CHECK(list.summarize(g, {{one("a", {2}), one("a", {2})}}, 0).size() == 1);
    for (const auto& other : {std::vector<Quantity>{}, one("b", {2}), one("a", {1, 2})})
      CHECK_THROWS_AS(list.summarize(g, {{one("a", {2}), other}}, 0), Error);
  }

  TEST_CASE("observables of a record: their keys and shapes are those that the observable measures") {
    const Geometry g({4, 4, 4, 2});
    const auto of = [](const char* key, std::vector<std::size_t> shape) {
      std::size_t count = 1;
      for (const std::size_t extent : shape) count *= extent;
      return NamedQuantity{key, {key, std::move(shape), std::vector<double>(count, 0.5)}};
    };
    struct Row {
      const char* observable;
      std::vector<NamedQuantity> measured;
      std::vector<std::vector<NamedQuantity>> forged;
    };
    for (const Row& row :
         std::vector<Row>{{"polyakov",
                           {of("polyakov", {2}), of("polyakov_modulus", {})},
                           {{of("polyakov", {1}), of("polyakov_modulus", {})}, {of("polyakov", {2})}}},
                          {"polyakov_correlator",
                           {of("polyakov_correlator_r2", {3}), of("polyakov_correlator", {3})},
                           {{of("polyakov_correlator_r2", {2}), of("polyakov_correlator", {3})},
                            {of("polyakov_correlator_r2", {0}), of("polyakov_correlator", {0})}}},
                          {"creutz:3x2", {of("wilson_loops", {3, 2})}, {{of("wilson_loops", {2, 2})}}},
                          {"line_potential",
                           {of("wilson_lines_r2", {3}), of("wilson_lines", {3, 2})},
                           {{of("wilson_lines_r2", {3}), of("wilson_lines", {2, 2})},
                            {of("wilson_lines_r2", {3}), of("wilson_lines", {3, 3})},
                            {of("wilson_lines_r2", {3}), of("wilson_lines", {6})}}},
                          {"tensor_correlator",
                           {of("tensor_shear", {2}), of("tensor_bulk", {2}), of("tensor_energy", {})},
                           {{of("tensor_shear", {2}), of("tensor_bulk", {2}), of("tensor_energy", {0})},
                            {of("tensor_shear", {2}), of("tensor_bulk", {1}), of("tensor_energy", {})}}}}) {
      CAPTURE(row.observable);
      const ObservableList list(row.observable);
      CHECK_NOTHROW(quantities_of(quantities_record({row.measured}), list, g));
      for (const auto& forged : row.forged)
        CHECK_THROWS_AS(quantities_of(quantities_record({forged}), list, g), BadRecord);
    }
  }

  TEST_CASE("observables are chosen by name, with parameters") {
    CHECK(make_observables("plaquette,wilson_loops:3x2,creutz").size() == 3);
    CHECK(make_observables("index,index:1.2:4:1e-3:stout:0.1:2,index:1.4:0:1e-3:hyp,index:1.5").size() == 4);
    CHECK(make_observables("blocked_charge:4,blocked_tensor:2:improved4,blocked_charge:2:0.5").size() == 3);
    CHECK(make_observables("charge,charge:improved4,charge:0.5,charge:improved2:1.5").size() == 4);
    for (const char* bad : {"",
                            "plaquette,",
                            "wilson_loops:3",
                            "wilson_loops:3x",
                            "wilson_loops:0x2",
                            "wilson_loops:2x2x2",
                            "plaquette:1",
                            "creutz:1x4",
                            "potential:2x1",
                            "charge:improved3",
                            "plaquette,charge,plaquette",
                            "charge:0",
                            "charge:clover:-1",
                            "charge:2:clover",
                            "charge:clover:",
                            "charge:1e9",
                            "polyakov_multilevel",
                            "polyakov_multilevel:x",
                            "polyakov_multilevel:6:0",
                            "polyakov_multilevel:6:2:1:0",
                            "tensor_multilevel:6:1",
                            "tensor_multilevel:6:2:1:1:1",
                            "blocked_charge",
                            "blocked_charge:0",
                            "blocked_charge:clover",
                            "blocked_tensor:2:improved3",
                            "index:2",
                            "index:x",
                            "index:1.4:-1",
                            "index:1.4:8:0",
                            "index:1.4:8:1e-3:ape",
                            "index:1.4:",
                            "index:1.4:8:1e-3:stout:0.1:2:3"}) {
      CAPTURE(bad);
      CHECK_THROWS_AS(make_observables(bad), Error);
    }
    for (const std::string word : {"index:1.4:", "index:", "charge:2:", "charge:improved4:", "charge:"}) {
      CAPTURE(word);
      try {
        make_observables("plaquette," + word);
        FAIL("it was taken");
      } catch (const Error& error) {
        CHECK(std::string(error.what()).find("observable '" + word + "' ends in a colon") !=
              std::string::npos);
      }
    }
    try {
      make_observables("plaquete");
      FAIL("an unknown observable was taken");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::bad_value);
      CHECK(std::string(error.what()).find("did you mean 'plaquette'?") != std::string::npos);
    }
  }

  TEST_CASE("parameters of observables by name are those by place") {
    for (const auto& [its_named, placed] : std::vector<std::pair<std::string, std::string>>{
             {"condensate:action=hisq,mass=0.06/0.08,vectors=12", "condensate:hisq:0.06/0.08:12"},
             {"plaquette,taylor:mass=0.1,deflate=20,action=staggered,link_trace",
              "plaquette,taylor:staggered:0.1:4:0:1:20,link_trace"},
             {"charge:time=2@20,polyakov:time=0.5", "charge:2@20,polyakov:0.5"},
             {"charge:field=improved4,time=2", "charge:improved4:2"},
             {"tensor_correlator:momentum=1,time=0.04", "tensor_correlator:0.04:p1"},
             {"blocked_charge:side=4,time=1.0", "blocked_charge:4:1.0"},
             {"wilson_loops:r=4,t=6,creutz:t=3,r=2", "wilson_loops:4x6,creutz:2x3"},
             {"potential:r=8,t=6,at=3,r_max=5", "potential:8x6:3:1.5:5"},
             {"eigenvalues:action=hisq,count=10", "eigenvalues:hisq:10"},
             {"index:sign_error=1e-4,smearing=stout:0.1:2", "index:1.4:8:1e-4:stout:0.1:2"},
             {"polyakov_multilevel:beta=6,updates=3", "polyakov_multilevel:6:6:100:3"}}) {
      const auto& named = its_named;
      CAPTURE(named);
      CHECK(by_place(named) == placed);
      CHECK(by_place(placed) == placed);
      if (named.find('@') == std::string::npos) CHECK(make_observables(named).size() > 0);
    }
    // Names in records are those of the form by place, so that runs made before go on.
    CHECK(ObservableList("charge,charge:field=improved4").word(1) == "charge:improved4");
    CHECK(chain_observables("plaquette,charge:time=2@20", 5).word(1) == "charge:2");
    for (const auto& [its_wrong, says] : std::vector<std::pair<std::string, std::string>>{
             {"condensate:action=hisq,mass=0.1,vector=2", "no parameter 'vector'; did you mean 'vectors'?"},
             {"condensate:action=hisq", "'mass' is missing"},
             {"charge:time=1,time=2", "'time' is given twice"},
             {"charge:time=", "'time' has no value"},
             {"charge:improved4,time=2", "'improved4' has no name"},
             {"line_potential:at=3", "'at' without 'length'"},
             {"plaquette:time=1", "it has no parameters"}}) {
      const auto& wrong = its_wrong;
      CAPTURE(wrong);
      std::string said;
      try {
        make_observables(wrong);
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::bad_value);
        said = error.message() + "; " + error.hint();
      }
      CAPTURE(said);
      CHECK(said.find(says) != std::string::npos);
    }
    // The form of each kind, for --help, names all of its parameters.
    for (const ObservableKind& kind : observable_kinds()) {
      CAPTURE(kind.name);
      CHECK(form_of(kind).starts_with(kind.name));
      for (const ObservableParameter& p : kind.parameters)
        CHECK(form_of(kind).find(p.name + "=") != std::string::npos);
    }
  }

  TEST_CASE("quantities of one key are named by the word that was asked for, in records and summaries") {
    const Geometry g({4, 4, 4, 4});
    const ObservableList list("charge,charge:improved4,creutz:2x2,creutz:3x3");
    std::vector<std::vector<std::vector<Quantity>>> ensembles(4);
    for (int i = 0; i < 20; ++i) {
      const double x = std::sin(1.7 * i * i);
      ensembles[0].push_back({{"charge", {}, {x}}, {"energy", {}, {3.0}}});
      ensembles[1].push_back({{"charge", {}, {10 + x}}, {"energy", {}, {4.0}}});
      ensembles[2].push_back({{"wilson_loops", {2, 2}, {0.6, 0.36, 0.36, 0.2}}});
      ensembles[3].push_back({{"wilson_loops", {3, 3}, {0.6, 0.36, 0.2, 0.36, 0.2, 0.1, 0.2, 0.1, 0.04}}});
    }
    const auto all = list.summarize(g, ensembles, 0);
    std::vector<std::string> names;
    for (const Summary& s : all) names.push_back(s.key);
    CHECK(names == std::vector<std::string>{"charge", "energy", "charge:improved4/charge",
                                            "charge:improved4/energy", "creutz", "creutz:3x3/creutz"});
    CHECK(all[0].estimates[0].mean == doctest::Approx(all[2].estimates[0].mean - 10));
    CHECK(all[5].estimates.size() == 4);

    const auto json = nlohmann::json::parse(app::summary_json(20, all)).at("summary");
    for (const auto& name : names) CHECK(json.contains(name));
    CHECK(json.at("charge:improved4/charge").get<double>() > 9);
    CHECK(json.at("charge_tau_int").get<double>() == all[0].estimates[0].tau_int);
    CHECK(json.at("charge_reliable") == false);  // 20 values
    const auto binned = nlohmann::json::parse(app::summary_json(20, list.summarize(g, ensembles, 4)));
    CHECK(binned.at("summary").at("charge_error").get<double>() > 0);
    CHECK_FALSE(binned.at("summary").contains("charge_tau_int"));
    const std::string text = app::summary_text(20, all);
    for (const auto& name : names) CHECK(text.find("\n" + name + " ") != std::string::npos);
  }

  TEST_CASE("a ratio is not called reliable where another observable of its chain shows a slow mode") {
    const Geometry g({4, 4, 4, 4});
    std::mt19937 engine(3);
    std::normal_distribution<double> normal;
    for (const double a : {0.0, 0.95}) {
      std::vector<std::vector<std::vector<Quantity>>> ensembles(2);
      double slow = 0;
      for (int i = 0; i < 400; ++i) {
        slow = a * slow + normal(engine);
        ensembles[0].push_back({{"charge", {}, {slow}}, {"energy", {}, {3.0 + 0.1 * normal(engine)}}});
        Quantity loops{"wilson_loops", {2, 2}, {}};
        for (const double w : {0.6, 0.36, 0.36, 0.2}) loops.values.push_back(w * (1 + 0.01 * normal(engine)));
        ensembles[1].push_back({loops});
      }
      for (const Summary& s : ObservableList("charge,creutz:2x2").summarize(g, ensembles, 0)) {
        CAPTURE(s.key);
        CHECK(s.estimates[0].reliable == (s.key == "energy" || a == 0));
      }
    }
  }

  TEST_CASE("times and reliability of observables at intervals of their own are in steps") {
    const Geometry g({4, 4, 4, 4});
    std::mt19937 engine(5);
    std::normal_distribution<double> normal;
    std::vector<std::vector<std::vector<Quantity>>> ensembles(2);
    for (int i = 0; i < 400; ++i) {
      ensembles[0].push_back({{"link_trace", {}, {normal(engine)}}});
      if (i % 4 == 0) ensembles[1].push_back({{"charge", {}, {normal(engine)}}});
    }
    const auto every = ObservableList("link_trace,charge").summarize(g, ensembles, 0);
    const auto own = ObservableList("link_trace,charge", {3, 12}).summarize(g, ensembles, 0);
    REQUIRE(own.size() == 2);
    for (std::size_t n = 0; n < 2; ++n) {
      CHECK(own[n].estimates[0].mean == every[n].estimates[0].mean);
      CHECK(own[n].estimates[0].tau_int ==
            doctest::Approx((n == 0 ? 3 : 12) * every[n].estimates[0].tau_int));
    }
    const ObservableList list = chain_observables("charge:2@20,plaquette,charge@10", 5);
    REQUIRE(list.size() == 3);
    CHECK(list.word(0) == "plaquette");
    CHECK(list.interval(0) == 5);
    CHECK(list.word(1) == "charge");
    CHECK(list.interval(1) == 10);
    CHECK(list.word(2) == "charge:2");
    CHECK(list.interval(2) == 20);
    for (const char* wrong : {"charge@", "charge@0", "charge@-5", "charge@7", "charge@5e0", "charge@5@5",
                              "@5", "charge@4000000000", "charge,charge@10"})
      CHECK_THROWS_AS(chain_observables(wrong, 5), Error);
    CHECK_THROWS_AS(ObservableList("charge@5"), Error);
  }

  TEST_CASE("what is not determined is null in JSON and said in text") {
    const auto row = [](const SeriesEstimate& e) { return app::summary_row("charge", e, "steps"); };
    std::vector<double> series;
    for (int i = 0; i < 200; ++i) series.push_back(std::sin(1.7 * i * i));
    CHECK(row(gamma_method(series)).find("(tau_int ") != std::string::npos);
    CHECK(row(gamma_method(series)).find("too few") == std::string::npos);
    CHECK(row(gamma_method(std::span(series).first(20))).find("steps; too few)") != std::string::npos);
    CHECK(row(gamma_method(std::span(series).first(1))).find("0.0000000 +- not determined") !=
          std::string::npos);
    CHECK(row(gamma_method({})).find("not determined\n") != std::string::npos);
    CHECK(row(gamma_method(std::vector<double>(30, 0.5))).find("+- 0.0000000  (the same every time)") !=
          std::string::npos);
    CHECK(row(estimate(series, 10)).find("tau_int") == std::string::npos);
    series[7] = std::nan("");
    const SeriesEstimate bad = gamma_method(series);
    CHECK(row(bad).find("not determined: 1 of 200 values are not numbers") != std::string::npos);
    nlohmann::ordered_json summary;
    app::put_estimate(summary, {"charge", {}, {bad}});
    const auto read = nlohmann::json::parse(summary.dump());
    for (const char* key : {"charge", "charge_error", "charge_tau_int", "charge_tau_int_error"})
      CHECK(read.at(key).is_null());
    CHECK(read.at("charge_reliable") == false);
  }

  TEST_CASE("jackknife of a mean is the error of the mean, of a square twice that times the mean") {
    std::vector<std::vector<double>> samples;
    std::vector<double> series;
    for (int i = 0; i < 40; ++i) {
      series.push_back(10 + std::sin(1.7 * i * i));
      samples.push_back({series.back()});
    }
    const Estimate plain = binned_jackknife(series, 4);
    const auto linear = jackknife(
        samples, [](std::span<const double> m) { return m[0]; }, 4);
    CHECK(linear.mean == doctest::Approx(plain.mean).epsilon(1e-14));
    CHECK(linear.error == doctest::Approx(plain.error).epsilon(1e-12));
    const auto square = jackknife(
        samples, [](std::span<const double> m) { return m[0] * m[0]; }, 4);
    CHECK(square.mean == doctest::Approx(plain.mean * plain.mean).epsilon(1e-14));
    CHECK(square.error == doctest::Approx(2 * plain.mean * plain.error).epsilon(1e-3));
    CHECK(std::isnan(
        jackknife(std::span(samples).first(1), [](std::span<const double> m) { return m[0]; }).error));
  }

  TEST_CASE("loops with perimeter and area law give their string tension and potential") {
    const double sigma = 0.21, mu = 0.6;
    std::vector<WilsonLoops> ensemble;
    for (const double noise : {0.98, 1.02, 1.0}) {
      WilsonLoops w(4, 5);
      for (int r = 1; r <= 4; ++r)
        for (int t = 1; t <= 5; ++t) w.at(r, t) = noise * std::exp(-sigma * r * t - mu * (r + t));
      ensemble.push_back(w);
    }
    for (int r = 2; r <= 4; ++r)
      for (int t = 2; t <= 5; ++t) {
        const SeriesEstimate chi = creutz_ratio(ensemble, r, t);
        CHECK(chi.mean == doctest::Approx(sigma).epsilon(1e-12));
        CHECK(chi.error == 0);  // a common factor cancels, and rounding is no error
        CHECK(creutz_ratio(ensemble, r, t, 1).error < 1e-12);
      }
    CHECK(static_potential(ensemble, 3, 2).mean == doctest::Approx(3 * sigma + mu).epsilon(1e-12));
    ensemble[0].at(2, 2) *= 1.1;
    CHECK(creutz_ratio(ensemble, 2, 2).error > 0.01);
  }

  TEST_CASE(
      "loops that noise has made negative have no potential, and those as small as noise no error of it") {
    std::vector<WilsonLoops> ensemble;
    for (int i = 0; i < 60; ++i) {
      const double noise = std::sin(1.7 * i * i);
      WilsonLoops w(2, 3);
      for (int r = 1; r <= 2; ++r)
        for (int t = 1; t <= 3; ++t) w.at(r, t) = std::exp(-1.5 * r * t) + 1e-4 * noise;
      w.at(2, 3) = -1e-4 * (2 + noise);
      w.at(2, 2) = -1e-4 * (2 - noise);
      w.at(1, 3) = 2e-6 + 1e-4 * (noise - 0.0);
      ensemble.push_back(w);
    }
    double mean = 0;
    for (const auto& w : ensemble) mean += w.at(1, 3) / 60;
    for (auto& w : ensemble) w.at(1, 3) += 2e-6 - mean;
    CHECK(static_potential(ensemble, 1, 1).error > 0);
    for (const std::size_t bin : {0, 6}) {
      // Two negative loops are no positive ratio.
      CHECK(std::isnan(static_potential(ensemble, 2, 2, bin).mean));
      CHECK(std::isnan(static_potential(ensemble, 2, 2, bin).error));
      CHECK(std::isnan(creutz_ratio(ensemble, 2, 3, bin).mean));
    }
    const SeriesEstimate small = static_potential(ensemble, 1, 2);
    CHECK(std::isfinite(small.mean));
    CHECK(std::isnan(small.error));
    CHECK_FALSE(small.reliable);
  }

  TEST_CASE("the susceptibility of the Polyakov loop is the volume times the variance of its modulus") {
    const std::vector<Complex> loops = {{0.1, 0}, {0, 0.3}, {-0.2, 0}};
    const SeriesEstimate chi = polyakov_susceptibility(loops, 1000);
    CHECK(chi.mean == doctest::Approx(1000 * (0.14 / 3 - 0.04)).epsilon(1e-12));
    CHECK(chi.error > 0);
  }

  TEST_CASE("the Gamma method of a function is that of the series to first order") {
    std::vector<std::vector<double>> samples;
    std::vector<double> series;
    double x = 0;
    for (int i = 0; i < 500; ++i) {
      x = 0.7 * x + std::sin(1.7 * i * i);
      series.push_back(10 + 0.1 * x);
      samples.push_back({series.back(), 3.0});
    }
    const auto plain = gamma_method(series);
    const auto square = gamma_method(samples, [](std::span<const double> m) { return m[1] * m[0] * m[0]; });
    CHECK(plain.tau_int > 1);
    CHECK(square.mean == doctest::Approx(3 * plain.mean * plain.mean).epsilon(1e-12));
    CHECK(square.error == doctest::Approx(6 * plain.mean * plain.error).epsilon(1e-9));
    CHECK(square.tau_int == doctest::Approx(plain.tau_int).epsilon(1e-9));
    CHECK(square.tau_int_error == doctest::Approx(plain.tau_int_error).epsilon(1e-9));
    CHECK(std::isnan(
        gamma_method(std::span(samples).first(1), [](std::span<const double> m) { return m[0]; }).error));
  }
}

}  // namespace glueball::test::unit_observables
