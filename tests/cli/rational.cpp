// These tests check glueball rational: numbers, files, the cache, refusals.
#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "support/bytes_of.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_rational {

using nlohmann::json;

namespace {

ProgramResult rational(std::vector<std::string> arguments, const TemporaryDirectory& scratch) {
  arguments.insert(arguments.begin(), "rational");
  return run_program(arguments, {.environment = {{"GLUEBALL_CACHE", scratch / "cache"}}});
}

std::vector<std::filesystem::path> cached(const TemporaryDirectory& scratch) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(scratch / "cache"))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  return files;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("rational prints what Luescher's code finds, as text and as JSON") {
    const TemporaryDirectory scratch;
    const std::vector<std::string> six = {"--power", "-1/2", "--range", "1e-5,1", "--order", "6"};
    const auto text = rational(six, scratch);
    CAPTURE(text.err);
    CHECK(text.status == 0);
    CHECK(text.err.empty());
    CHECK(text.out_has("error     0.0005028721208"));
    auto as_json = six;
    as_json.push_back("--json");
    const json said = json::parse(rational(as_json, scratch).out);
    CHECK(said.at("error").get<double>() == doctest::Approx(5.0287212083799089e-4).epsilon(1e-12));
    CHECK(said.at("numerators").size() == 6);
    CHECK(said.at("shifts").size() == 6);
    CHECK(said.at("constant").is_number());
    const auto by_error = rational(
        {"--power", "-1/4,1/4", "--mass", "0,0.05", "--range", "2e-4,5", "--error", "1e-9", "--json"},
        scratch);
    const json few = json::parse(by_error.out);
    CHECK(few.at("error").get<double>() <= 1e-9);
    CHECK(few.at("shifts").size() < 10);
  }

  TEST_CASE("rational keeps a file a request, and a damaged one is ignored and written anew") {
    const TemporaryDirectory scratch;
    const std::vector<std::string> six = {"--power", "-1/2", "--range", "1e-5,1", "--order", "6", "--json"};
    const auto first = rational(six, scratch);
    REQUIRE(cached(scratch).size() == 1);
    const auto file = cached(scratch).front();
    const auto when = std::filesystem::last_write_time(file);
    const auto again = rational(six, scratch);
    CHECK(again.out == first.out);
    CHECK(std::filesystem::last_write_time(file) == when);
    rational({"--power", "-1/2", "--range", "1e-5,1", "--order", "7"}, scratch);
    CHECK(cached(scratch).size() == 2);
    std::string text;
    {
      std::ifstream in(file);
      text.assign(std::istreambuf_iterator<char>(in), {});
    }
    const auto at = text.find("\"shifts\": [") + 11;
    std::string wrong = text;
    wrong.replace(wrong.find_first_of("123456789", at), 1, "0");  // a digit of the first shift
    for (const std::string& damaged : {std::string(), std::string("no JSON"), text.substr(0, 200), wrong,
                                       std::string("{\"glueball-rational\":1}"), std::string(5000, '[')}) {
      std::ofstream(file, std::ios::trunc) << damaged;
      const auto r = rational(six, scratch);
      CAPTURE(damaged);
      CHECK(r.status == 0);
      CHECK(r.out == first.out);
      CHECK(r.err_has("damaged"));
      CHECK(rational(six, scratch).err.empty());
    }
    auto without = six;
    without.push_back("--no-cache");
    std::filesystem::remove_all(scratch / "cache");
    CHECK(rational(without, scratch).out == first.out);
    CHECK_FALSE(std::filesystem::exists(scratch / "cache"));
  }

  TEST_CASE("rational writes files that it reads, a function beside another, and overwrites none unasked") {
    const TemporaryDirectory scratch;
    const std::string file = scratch / "f.rat";
    const auto save = [&](const char* power, const char* name, bool force = false) {
      std::vector<std::string> arguments = {"--power", power,    "--range", "3.2e-3,5", "--order",
                                            "7",       "--save", file,      "--name",   name};
      if (force) arguments.push_back("--force");
      return rational(arguments, scratch);
    };
    CHECK(save("-3/8", "r_1f").status == 0);
    CHECK(save("3/8", "r_inv_1f").status == 0);
    const auto refused = save("-1/2", "r_1f");
    CHECK(refused.status == 2);
    CHECK(refused.err_has("--force"));
    CHECK(save("-3/8", "r_1f", true).status == 0);
    const auto shown = rational({file, "--power", "-3/8", "--range", "3.2e-3,5", "--json"}, scratch);
    CAPTURE(shown.err);
    const auto rows = lines(shown.out);
    REQUIRE(rows.size() == 2);
    CHECK(json::parse(rows[0]).at("name") == "r_1f");
    CHECK(json::parse(rows[0]).at("error").get<double>() < 1e-5);
    CHECK(json::parse(rows[1]).at("error").get<double>() > 0.1);
    CHECK(json::parse(lines(rational({file, "--json"}, scratch).out)[0]).at("error").is_null());
    CHECK(rational({file}, scratch).out_has("r_inv_1f"));
    std::ofstream(file, std::ios::app) << "r_1f_const = x\n";
    CHECK(rational({file}, scratch).status == 3);
    CHECK(save("-1/2", "r_2f").status == 3);  // and what was there stays
    CHECK(rational({file}, scratch).err_has("'x' is no number"));
  }

  TEST_CASE("rational --save: processes that make one file at once lose nothing") {
    const TemporaryDirectory scratch;
    const std::string file = scratch / "new.rat";
    std::array<ProgramResult, 8> results;
    std::vector<std::thread> threads;
    for (std::size_t n = 0; n < results.size(); ++n)
      threads.emplace_back([&, n] {
        results[n] = rational({"--power", "-1/2", "--range", "1e-2,1", "--order", "2", "--save", file,
                               "--name", "n" + std::to_string(n)},
                              scratch);
      });
    for (std::thread& thread : threads) thread.join();
    for (const ProgramResult& r : results) CHECK_MESSAGE(r.status == 0, r.err);
    CHECK(lines(rational({file, "--json"}, scratch).out).size() == results.size());
  }

  TEST_CASE("rational --save leaves what else is in the file, whose it is, and a link to it") {
    const TemporaryDirectory scratch;
    const std::filesystem::path file = scratch / "mine.rat", link = scratch / "link.rat";
    const std::string before = "# of the run at 160 MeV\n# not to be lost\na_const = 1.5  # by hand\n",
                      after = "\n# the last word\nb_const = 2\n# end\n";
    std::ofstream(file) << before << "\n# of old\nr_const = 1\nr_num = 1 2\nr_den = 3 4\n" << after;
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    std::filesystem::create_symlink("mine.rat", link);
    const auto save = [&](const char* name) {
      return rational({"--power", "-1/2", "--range", "1e-3,1", "--order", "3", "--save", link.string(),
                       "--name", name, "--force"},
                      scratch);
    };
    const auto content = [&] { return bytes_of(file); };
    CHECK(save("r").status == 0);
    CHECK(content().starts_with(before + "\n#"));
    CHECK(content().ends_with(after));
    CHECK(content().find("of old") == std::string::npos);
    CHECK(content().find("r_num = ") == std::string::npos);
    CHECK(save("other").status == 0);
    CHECK(content().starts_with(before));
    CHECK(content().find(after) != std::string::npos);
    const std::string once = content();
    CHECK(save("r").status == 0);
    CHECK(content() == once);
    CHECK(lines(rational({file.string(), "--json"}, scratch).out).size() == 4);
    CHECK(std::filesystem::is_symlink(link));
    CHECK(std::filesystem::status(file).permissions() == std::filesystem::perms(0600));
    std::filesystem::permissions(file, std::filesystem::perms(0444));
    const auto refused = save("more");
    CHECK(refused.status == 2);
    CHECK(refused.err_has("is write-protected"));
    CHECK(content() == once);
  }

  TEST_CASE("rational refuses what makes no sense, in a line") {
    const TemporaryDirectory scratch;
    const auto with = [](const char* power, const char* range, std::vector<std::string> more) {
      more.insert(more.begin(), {"--power", power, "--range", range});
      return more;
    };
    for (const auto& [arguments, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {with("-1/2", "1,1", {"--order", "6"}), "empty"},
             {with("-1/2", "-1,1", {"--order", "6"}), "below 0"},
             {with("-1/2", "1e-5", {"--order", "6"}), "is no LO,HI"},
             {with("-1/2", "1e-5,nan", {"--order", "6"}), "'nan' is no finite number"},
             {with("-2", "1e-5,1", {"--order", "6"}), "a whole number"},
             {with("half", "1e-5,1", {"--order", "6"}), "no fraction"},
             {with("-1/2", "1e-5,1", {"--order", "0"}), "0 poles"},
             {with("-1/2", "1e-5,1", {"--order", "100"}), "100 poles"},
             {with("-1/2", "1e-5,1", {"--order", "2.5"}), "--order"},
             {with("-1/2", "1e-13,1", {"--error", "1e-14"}), "40 poles have"},
             {with("-1/2", "1e-5,1", {"--error", "1e-20"}), "beyond double"},
             {with("-1/2", "1e-5,1", {}), "neither --order nor --error"},
             {with("-1/2", "1e-5,1", {"--order", "3", "--error", "0.1"}), "--order and --error"},
             {with("-1/2", "1e-5,1", {"--order", "3", "--mass", "1,2"}), "2 masses for 1 powers"},
             {with("-1/2", "1e-5,1", {"--order", "3", "--name", "1f"}), "--name"},
             {{"--order", "6"}, "what is to be approximated"},
             {{"--power", "-1/2", "--order", "6"}, "--range is missing"},
             {{"FILE", "--order", "6"}, "read, not approximated"},
             {{"FILE", "--power", "-1/2"}, "together"}}) {
      const auto r = rational(arguments, scratch);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.out.empty());
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(said));
    }
    CHECK(rational({scratch / "absent"}, scratch).status == 3);
  }

  TEST_CASE("rational --save by several processes at once loses no function") {
    const TemporaryDirectory scratch;
    const auto file = scratch / "functions";
    const auto add = [&](const std::string& name) {
      return rational(
          {"--power", "-1/2", "--range", "1e-3,1", "--order", "3", "--save", file, "--name", name}, scratch);
    };
    REQUIRE(add("first").status == 0);
    constexpr int kProcesses = 6, kEach = 3;
    std::vector<std::thread> writers;
    std::array<int, kProcesses> failed{};
    for (int p = 0; p < kProcesses; ++p)
      writers.emplace_back([&, p] {
        for (int n = 0; n < kEach; ++n)
          failed[p] += add("f" + std::to_string(p) + "_" + std::to_string(n)).status != 0;
      });
    for (auto& writer : writers) writer.join();
    CHECK(failed == std::array<int, kProcesses>{});
    std::ifstream in(file);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    for (int p = 0; p < kProcesses; ++p)
      for (int n = 0; n < kEach; ++n)
        CHECK(text.find("f" + std::to_string(p) + "_" + std::to_string(n) + "_const") != text.npos);
    CHECK(text.find("first_const") != text.npos);
  }
}

}  // namespace glueball::test::cli_rational
