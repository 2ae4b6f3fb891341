// The static potential and its fit, on data whose string tension and r0 are known.
#include "measure/potential_fit.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "base/error.hpp"

namespace glueball::test::unit_potential_fit {
namespace {

const PotentialFit kTruth{.constant = 0.6, .string_tension = 0.0465, .coulomb = 0.26};

double radius(int n) { return std::sqrt(n + 3.0); }

/// Returns c(r, t = 3) and c(r, 4) of `files` configurations with Gaussian noise.
PotentialData noisy(int distances, int files, double noise) {
  std::mt19937 engine(11);
  std::normal_distribution<double> normal;
  PotentialData data;
  for (int n = 0; n < distances; ++n) data.r.push_back(radius(n));
  for (int i = 0; i < files; ++i) {
    auto& sample = data.samples.emplace_back();
    for (const double r : data.r)
      for (const int t : {3, 4}) sample.push_back(std::exp(-kTruth.at(r) * t) * (1 + noise * normal(engine)));
  }
  return data;
}

const SeriesEstimate& named(const std::vector<Summary>& all, const std::string& key) {
  for (const Summary& s : all)
    if (s.key == key) return s.estimates.at(0);
  FAIL("no " << key);
  return all.at(0).estimates.at(0);
}

void refused(const std::string& word, const std::string& said) {
  CAPTURE(word);
  try {
    make_observables(word);
    FAIL("it was taken");
  } catch (const Error& error) {
    CAPTURE(error.what());
    CHECK(error.kind() == ErrorKind::bad_value);
    CHECK(std::string(error.what()).find(said) != std::string::npos);
  }
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("a fit finds the potential that points lie on, and r0 is where the force says") {
    std::vector<PotentialPoint> points;
    for (int n = 0; n < 4; ++n) points.push_back({radius(n), kTruth.at(radius(n)), 0.01 * (n + 1)});
    const auto fit = fit_potential(points);
    REQUIRE(fit);
    CHECK(fit->constant == doctest::Approx(kTruth.constant).epsilon(1e-10));
    CHECK(fit->string_tension == doctest::Approx(kTruth.string_tension).epsilon(1e-10));
    CHECK(fit->coulomb == doctest::Approx(kTruth.coulomb).epsilon(1e-10));
    CHECK(fit->chi2 < 1e-16);
    const double r = fit->r0(), h = 1e-5;
    CHECK(r * r * (fit->at(r + h) - fit->at(r - h)) / (2 * h) == doctest::Approx(1.65).epsilon(1e-6));
    CHECK(std::isnan(PotentialFit{.string_tension = -0.1}.r0()));
    // Weights count: a bad point with a large error moves nothing.
    points.push_back({3.1, 7.0, 1e6});
    CHECK(fit_potential(points)->string_tension == doctest::Approx(kTruth.string_tension).epsilon(1e-6));
    points.resize(3);
    CHECK_FALSE(fit_potential(points));
    CHECK_FALSE(fit_potential(std::vector<PotentialPoint>(6, {2.0, 1.0, 0.1})));  // one distance
  }

  TEST_CASE("noisy data give r0 and the string tension within their errors") {
    const PotentialData data = noisy(30, 200, 3e-3);
    for (const std::size_t bin : {0, 1, 10}) {
      CAPTURE(bin);
      const auto all = summarize_fit("potential", data, bin);
      const auto near = [&](const std::string& key, double wanted) {
        const SeriesEstimate& e = named(all, key);
        CAPTURE(key);
        CAPTURE(e.mean);
        CAPTURE(e.error);
        CHECK(std::abs(e.mean - wanted) < 3 * e.error);
        CHECK(e.error < 0.1 * wanted);
        CHECK(e.error > 1e-4 * wanted);
      };
      near("potential_string_tension", kTruth.string_tension);
      near("potential_coulomb", kTruth.coulomb);
      near("potential_constant", kTruth.constant);
      near("potential_r0", kTruth.r0());
      CHECK(named(all, "potential_points").mean == 30);
      CHECK(named(all, "potential_chi2").mean < 60);
      CHECK(named(all, "potential_chi2").mean > 5);
    }
  }

  TEST_CASE("errors of the fit are those of many ensembles") {
    std::mt19937 engine(5);
    std::normal_distribution<double> normal;
    double sum = 0, squares = 0, said = 0;
    constexpr int kEnsembles = 100;
    for (int e = 0; e < kEnsembles; ++e) {
      PotentialData data = noisy(12, 40, 0);
      for (auto& sample : data.samples)
        for (double& c : sample) c *= 1 + 3e-3 * normal(engine);
      const auto all = summarize_fit("v", data, 1);
      const SeriesEstimate& r0 = named(all, "v_r0");
      sum += r0.mean / kEnsembles;
      squares += r0.mean * r0.mean / kEnsembles;
      said += r0.error / kEnsembles;
    }
    CHECK(said == doctest::Approx(std::sqrt(squares - sum * sum)).epsilon(0.25));
    CHECK(std::abs(sum - kTruth.r0()) < said);
  }

  TEST_CASE("where too few distances have a value nothing is determined, and what is asked in vain refused") {
    PotentialData data = noisy(4, 20, 1e-3);
    CHECK(std::isfinite(named(summarize_fit("v", data, 1), "v_r0").mean));
    for (auto& sample : data.samples) sample[2] = -1e-3;
    const auto all = summarize_fit("v", data, 1);
    CHECK(std::isnan(named(all, "v_r0").mean));
    CHECK(named(all, "v_points").mean == 3);
    CHECK(std::isnan(named(summarize_fit("v", noisy(4, 20, 0), 1), "v_r0").mean));  // no errors
    refused("potential:4x4:2", "3 distances between 1.50 and 4.00, a fit of three parameters needs 4");
    refused("potential:8x4:4", "the potential at 4 is of lengths up to 5, these are up to 4");
    refused("potential:8x4:0", "'0' is no time to fit at");
    refused("potential:8x4:2:x", "'x' is no shortest distance");
    refused("potential:8x4:2:2:6:1", "'1' is one parameter too many");
    refused("line_potential:1", "'1' is no length");
    refused("wilson_lines:4:0.5", "'0.5' is no distance");
    CHECK(make_observables("potential:8x4:2:2:6,line_potential:8:3:1.4:5.7,wilson_lines:4:2.5").size() == 3);
  }
}

}  // namespace glueball::test::unit_potential_fit
