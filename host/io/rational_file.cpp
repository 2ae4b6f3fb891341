#include "io/rational_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>

#include "io/atomic_file.hpp"
#include "io/input_file.hpp"
#include "io/text_numbers.hpp"

namespace glueball::io {
namespace {

constexpr std::size_t kMostBytes = 1 << 20, kMostPoles = 1000;

/// The values of one function read so far, by index, so that gaps are noticed.
struct Said {
  std::size_t order_in_file;
  std::optional<double> constant{};
  std::map<std::size_t, double> numerators{}, shifts{};
};

class Reader {
 public:
  explicit Reader(const InputFile& file) : file_(file) {}

  void line(std::string_view text) {
    ++number_;
    text = trimmed(text.substr(0, text.find('#')));
    if (text.empty()) return;
    const auto equals = text.find('=');
    if (equals == text.npos) refuse("it is no 'NAME = numbers'");
    std::string_view key = trimmed(text.substr(0, equals));
    std::optional<std::size_t> index;
    if (const auto bracket = key.find('['); bracket != key.npos) {
      if (key.back() != ']') refuse("the bracket is not closed");
      index = parse_number<std::size_t>(key.substr(bracket + 1, key.size() - bracket - 2));
      if (!index || *index >= kMostPoles)
        refuse(fmt::format("the index is no whole number below {}", kMostPoles));
      key = trimmed(key.substr(0, bracket));
    }
    const auto underscore = key.rfind('_');
    const std::string_view part = underscore == key.npos ? "" : key.substr(underscore + 1);
    const std::string name(key.substr(0, underscore == key.npos ? 0 : underscore));
    if (!is_function_name(name) || (part != "const" && part != "num" && part != "den"))
      refuse(fmt::format("'{}' is no NAME_const, NAME_num or NAME_den", key));
    Said& said = functions_.try_emplace(name, Said{functions_.size()}).first->second;
    take(text.substr(equals + 1), part, index, said);
  }

  std::vector<NamedFunction> functions() const {
    std::vector<NamedFunction> found(functions_.size());
    for (const auto& [name, said] : functions_) found[said.order_in_file] = {name, whole(name, said)};
    if (found.empty())
      file_.refuse("no rational function", "give a file with NAME_const, NAME_num and NAME_den");
    return found;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    file_.refuse(fmt::format("line {}: {}", number_, what), "give a file of rational functions");
  }

  double real(std::string_view word) const {
    const auto value = parse_number<double>(word);
    if (!value || !std::isfinite(*value)) refuse(fmt::format("'{}' is no number", word));
    return *value;
  }

  void take(std::string_view words, std::string_view part, std::optional<std::size_t> index, Said& said) {
    const bool constant = part == "const", one = constant || index;
    std::size_t n = index.value_or(0);
    for (words = trimmed(words); !words.empty() || n == index.value_or(0); ++n) {
      const std::string_view word = words.substr(0, words.find_first_of(" \t"));
      const double value = real(word);
      words = trimmed(words.substr(word.size()));
      if (one && !words.empty()) refuse("there is more than one number");
      if (constant && index) refuse("a constant has no index");
      if (n >= kMostPoles) refuse(fmt::format("there are more than {} numbers", kMostPoles));
      const bool is_new = constant ? !said.constant
                                   : (part == "num" ? said.numerators : said.shifts).emplace(n, value).second;
      if (!is_new) refuse("it has been given before");
      if (constant) said.constant = value;
    }
  }

  RationalFunction whole(const std::string& name, const Said& said) const {
    const auto missing = [&](const std::string& what) {
      file_.refuse(fmt::format("{}: {}", name, what), "the file is not whole");
    };
    if (!said.constant) missing(name + "_const is missing");
    if (said.numerators.size() != said.shifts.size())
      missing(fmt::format("{} numerators and {} shifts", said.numerators.size(), said.shifts.size()));
    RationalFunction r{.constant = *said.constant};
    for (std::size_t n = 0; n < said.numerators.size(); ++n) {
      if (!said.numerators.contains(n)) missing(fmt::format("{}_num[{}] is missing", name, n));
      if (!said.shifts.contains(n)) missing(fmt::format("{}_den[{}] is missing", name, n));
      r.numerators.push_back(said.numerators.at(n));
      r.shifts.push_back(said.shifts.at(n));
    }
    while (!r.numerators.empty() && r.numerators.back() == 0) {
      r.numerators.pop_back();
      r.shifts.pop_back();
    }
    return r;
  }

  const InputFile& file_;
  std::size_t number_ = 0;
  std::map<std::string, Said> functions_;
};

std::string text_of_file(const InputFile& file) {
  if (file.size() > kMostBytes) file.refuse("too long for rational functions", "is it another file?");
  return file.text_up_to(0, std::size_t(file.size()));
}

std::string text_of(const NamedFunction& f) {
  std::string text = f.comment.empty() ? "\n" : "\n# " + f.comment + "\n";
  text += fmt::format("{}_const = {:.17g}\n", f.name, f.function.constant);
  for (std::size_t n = 0; n < f.function.order(); ++n)
    text += fmt::format("{}_num[{}] = {:.17g}\n", f.name, n, f.function.numerators[n]);
  for (std::size_t n = 0; n < f.function.order(); ++n)
    text += fmt::format("{}_den[{}] = {:.17g}\n", f.name, n, f.function.shifts[n]);
  return text;
}

/// Returns the name of the function that a line of a valid file is about; empty if there is none.
std::string_view name_in(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::string_view key = line.substr(0, std::min(line.find('='), line.find('[')));
  return trimmed(key.substr(0, std::min(key.rfind('_'), key.size())));
}

void write(const std::filesystem::path& path, const std::string& text, bool force) {
  AtomicFile file(path, force);
  file.write(text);
  file.commit();
}

}  // namespace

bool is_function_name(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && name.size() <= 64 && letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

std::vector<NamedFunction> read_rational_functions(const std::filesystem::path& path) {
  const InputFile file(path);
  const std::string text = text_of_file(file);
  Reader reader(file);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    reader.line(std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
  return reader.functions();
}

void write_rational_functions(const std::filesystem::path& path, const std::vector<NamedFunction>& functions,
                              bool force) {
  std::string text = "# r(x) = NAME_const + sum_i NAME_num[i] / (x + NAME_den[i])\n";
  for (const NamedFunction& f : functions) text += text_of(f);
  write(path, text, force);
}

void put_rational_function(const std::filesystem::path& path, const NamedFunction& function) {
  const std::string text = text_of_file(InputFile(path));
  std::string all, comment;  // a comment belongs to the line below it
  bool is_in = false;
  const auto put = [&] {
    while (all.ends_with("\n\n")) all.pop_back();
    all += text_of(function);
    is_in = true;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at) + '\n';
    at = end + 1;
    const bool replaced = name_in(line) == function.name;
    if (line.front() == '#') {
      comment += line;
      continue;
    }
    if (!replaced) all += comment + line;
    if (replaced && !is_in) put();
    comment.clear();
  }
  all += comment;
  if (!is_in) put();
  write(path, all, true);
}

}  // namespace glueball::io
