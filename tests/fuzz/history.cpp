// history.jsonl of a run that is to be gone on with.
#include "run/history.hpp"

#include <sstream>

#include "parser.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::expect_refusal_or_success([&] {
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    const PastHistory past = read_history(in, "history.jsonl");
    past.finished();
    std::int64_t first = 0, last = 0;
    bool any = false;
    for (const auto& line : past.lines) {
      if (line.kind != HistoryLine::Kind::step) continue;
      if (!any) first = line.step;
      last = line.step;
      any = true;
      if (!past.of_step(line.step)) __builtin_trap();
    }
    // The lines that existed when a step was done can be read again and are the same.
    std::string text;
    const auto kept = past.until(last);
    for (const auto& line : kept) text += line.text + "\n";
    std::istringstream again(text);
    const auto same = read_history(again, "again");
    if (same.torn || same.lines.size() != kept.size()) __builtin_trap();
    past.require_consecutive(first, 1);
  });
  return 0;
}
