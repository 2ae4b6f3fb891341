#include "app/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/progress.hpp"

namespace glueball::app {
namespace {

bool is_small(char c) { return c >= 'a' && c <= 'z'; }

/// Returns the length of the parameter's name at the start of `text`; 0 if there is none.
std::size_t name_length(const std::string& text) {
  const auto end = std::find_if_not(text.begin(), text.end(),
                                    [](char c) { return is_small(c) || c == '_' || (c >= '0' && c <= '9'); });
  return text.empty() || !is_small(text.front()) ? 0 : std::size_t(end - text.begin());
}

/// Returns the text between the brackets as a flag; empty if it is no parameter.
std::string flag(std::string inside) {
  const std::size_t length = name_length(inside);
  if (length == 0 || (length < inside.size() && inside[length] != ' ')) return {};
  std::replace(inside.begin(), inside.begin() + std::ptrdiff_t(length), '_', '-');
  return "--" + inside;
}

}  // namespace

std::string worded(const std::string& hint, const WhoseFlag& whose) {
  std::string words;
  for (std::size_t at = 0; at < hint.size();) {
    const std::size_t end = hint[at] == '<' ? hint.find_first_of("<>", at + 1) : std::string::npos;
    const std::string said =
        end != std::string::npos && hint[end] == '>' ? flag(hint.substr(at + 1, end - at - 1)) : "";
    words += said.empty() ? std::string(1, hint[at]) : said;
    if (whose && !said.empty()) words += whose(said.substr(0, said.find(' ')));
    at = said.empty() ? at + 1 : end + 1;
  }
  return words;
}

std::string worded(const std::exception& error, const WhoseFlag& whose) {
  const auto* ours = dynamic_cast<const Error*>(&error);
  if (ours == nullptr) return error.what();
  return ours->hint().empty() ? ours->message() : ours->message() + "; " + worded(ours->hint(), whose);
}

std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n == 0 ? "" : n + 1 < names.size() ? ", " : " or ") + names[n];
  return text;
}

int failed(const std::string& name, const Error& error) {
  warn(fmt::format("{}: {}", name, worded(error)));
  return int(exit_status(error.kind()));
}

int run_tool(const std::string& name, int argc, char** argv,
             const std::function<int(const std::vector<std::string>&)>& run) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const Error& error) {
    return failed(name + ": error", error);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: error: {}\n", name, error.what());
    return int(Status::bad_input);
  }
}

}  // namespace glueball::app
