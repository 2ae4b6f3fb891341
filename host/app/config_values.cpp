#include "app/config_values.hpp"

#include <algorithm>
#include <stdexcept>

#include "app/config_file.hpp"

namespace glueball::app {

void ConfigValues::add(const std::string& group, const std::string& key, const std::string& value) {
  lines_.push_back({group, key, toml_line(key, value)});
}

void ConfigValues::add_table(const std::string& name, const std::string& value) {
  tables_ += toml_table(name, value);
}

void ConfigValues::choose(const std::string& key, const std::string& value) {
  const auto at =
      std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) { return line.key == key; });
  if (at == lines_.end()) throw std::logic_error("no option " + key);
  at->text = toml_line(key, value);
}

std::string ConfigValues::toml() const {
  std::string text = "# glueball " + command_ + "\n", group;
  for (const Line& line : lines_) {
    if (line.group != group) text += "\n# " + (group = line.group) + "\n";
    text += line.text;
  }
  return text + tables_;  // tables come last: TOML gives every line after a table's head to it
}

}  // namespace glueball::app
